// Tiles that have no register.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_DEMOTE_TILES_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_DEMOTE_TILES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Keeps tiles in memory of the function's own where the eight registers cannot hold them: LLVM
/// spills tiles badly, and cannot compile some functions that need it. In memory lies
///
///   sums whose rows each round reads before it adds to them;
///   what only passes by a loop with products that needs the registers;
///   what more phis of a block hand on than there are registers beside two factors;
///   of the sums of such a loop, those that are too many: each is loaded in front of its product
///   and stored behind it;
///   in straight code with more of them at once than registers, those that are used last.
///
/// Expects: tile values and casts, after fold-tile-memory, in LCSSA form; ways out of loops have
///          blocks of their own (split-tile-exits).
/// Leaves:  the same values as loads from the function's memory, each next to its use.
class DemoteTilesPass : public llvm::PassInfoMixin<DemoteTilesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
