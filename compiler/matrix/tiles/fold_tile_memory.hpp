// Tiles straight from and to memory.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_FOLD_TILE_MEMORY_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_FOLD_TILE_MEMORY_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Loads a tile from where its rows lie, and stores it where they go.
///
/// Expects: casts of tiles whose vectors are joined from loads, or cut into rows that are stored.
/// Leaves:  a tile load or store in place of a cast whose rows have equal distances in memory, when
///          nothing in between may write there. Each byte is accessed that was accessed before, and
///          no other.
/// Placed after tile-residency.
class FoldTileMemoryPass : public llvm::PassInfoMixin<FoldTileMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
