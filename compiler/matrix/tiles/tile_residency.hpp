// Keeps sums in tile registers from one operation to the next.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_TILE_RESIDENCY_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_TILE_RESIDENCY_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes one phi of a tile out of the phis of its rows, and removes casts to vectors and back.
///
/// Expects: the casts that lower-matrix-amx leaves.
/// Leaves:  a sum of a loop in a phi of type x86_amx. A phi of vectors would be stored and loaded
/// in
///          every round. What comes from tiles or from vector registers, as behind two versions of
///          a loop, stays in phis of vectors.
/// Placed after lower-matrix-amx.
class TileResidencyPass : public llvm::PassInfoMixin<TileResidencyPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
