#ifndef HEDDLE_COMPILER_MATRIX_TILES_SPLIT_TILE_EXITS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_SPLIT_TILE_EXITS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Expects: tiles in phis, in LCSSA form.
/// Leaves:  a block of its own on each way out of a loop from a branch to phis of tiles. What waits
///          in memory is loaded there, and not in each round; so is what LLVM copies from register
///          to register where the phi has got another one, which for tiles is through memory. An
///          instruction of no bytes is in the block, so that nobody takes it for empty.
class SplitTileExitsPass : public llvm::PassInfoMixin<SplitTileExitsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
