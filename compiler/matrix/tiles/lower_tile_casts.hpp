// Rows that move between vector registers and tiles.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_LOWER_TILE_CASTS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_LOWER_TILE_CASTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Moves rows through memory: there is no other way between the two kinds of register.
///
/// Expects: casts that fold-tile-memory could not turn into accesses of the kernel's memory.
/// Leaves:  no cast of a tile. One stack variable serves all of a function, with places that
///          take turns, so that one matrix need not wait for the one before.
/// Placed last of the passes on tiles.
class LowerTileCastsPass : public llvm::PassInfoMixin<LowerTileCastsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
