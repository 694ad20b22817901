#ifndef HEDDLE_COMPILER_MATRIX_TILES_SEPARATE_TILE_FACTORS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_SEPARATE_TILE_FACTORS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Expects: tile products, in loads, stores and zeros; every pass that joins equal values has run.
/// Leaves:  no product of a tile with itself: the instruction wants three tiles, and faults when
///          two of them are one register. And none that takes a tile in another shape than that in
///          which it was made: one vector may be the rows of both factors, and casts of it to tiles
///          are joined, whatever their shapes. In both cases the product gets another tile, with
///          the same bytes.
/// Kernels get there with equal factors, which have one layout at sub-group size 8.
class SeparateTileFactorsPass : public llvm::PassInfoMixin<SeparateTileFactorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
