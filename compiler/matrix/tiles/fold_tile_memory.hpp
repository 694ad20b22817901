// Tiles straight from memory.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_FOLD_TILE_MEMORY_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_FOLD_TILE_MEMORY_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Loads a tile from where its rows lie.
///
/// Expects: casts to tiles of vectors that are joined from loads.
/// Leaves:  a tile load in place of a cast whose rows have equal distances in memory, when nothing
///          in between may write there. Each byte is accessed that was accessed before, and no
///          other. Rows of a tile that are used behind its loop only are cut there.
/// Placed after store-tiles.
class FoldTileMemoryPass : public llvm::PassInfoMixin<FoldTileMemoryPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
