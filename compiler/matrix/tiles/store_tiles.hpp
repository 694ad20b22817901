// Tiles straight to memory.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_STORE_TILES_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_STORE_TILES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Stores a tile where its rows go.
///
/// Kernels store what a sub-group has of C row by row, so that the rows of one tile come between
/// those of others, and look at the edges of C. The order matters only where rows of C overlap,
/// and the edges only there: a branch decides whether the rows lie apart and all lanes store.
///
/// Expects: casts of tiles cut into rows that are stored, with or without masks, with nothing in
///          between that accesses memory.
/// Leaves:  a tile store in place of the stores of a tile whose rows have equal distances, and the
///          stores as they were behind a branch where not all of them are known to lie apart.
/// Placed after tile-residency, before fold-tile-memory.
class StoreTilesPass : public llvm::PassInfoMixin<StoreTilesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
