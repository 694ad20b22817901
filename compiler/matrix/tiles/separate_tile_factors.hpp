#ifndef HEDDLE_COMPILER_MATRIX_TILES_SEPARATE_TILE_FACTORS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_SEPARATE_TILE_FACTORS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Expects: tile products, in loads, stores and zeros; every pass that joins equal values has run.
/// Leaves:  no product that takes a tile twice: the instruction wants three tiles, and faults when
///          two of them are one register. A factor is another tile with the same rows.
/// Kernels get there with equal factors, whose tiles have one layout at sub-group size 8, and with
/// sums of bytes that are factors.
class SeparateTileFactorsPass : public llvm::PassInfoMixin<SeparateTileFactorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
