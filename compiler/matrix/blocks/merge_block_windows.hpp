// One window for blocks that lie side by side in one matrix.
#ifndef HEDDLE_COMPILER_MATRIX_BLOCKS_MERGE_BLOCK_WINDOWS_HPP
#define HEDDLE_COMPILER_MATRIX_BLOCKS_MERGE_BLOCK_WINDOWS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Blocks of one matrix at constant distances share a window, and so one look at the edges, one
/// pointer and one distance between rows: what is adjacent in the matrix becomes adjacent rows for
/// the passes that look for tiles in memory.
///
/// Expects: heddle.block_read_window.
/// Leaves:  fewer of them, each with scratch memory of its own: nothing that is read through one
///          window is changed by another.
/// Placed in front of the passes that fuse matrix operations, and again behind those that copy
///        loops.
class MergeBlockWindowsPass : public llvm::PassInfoMixin<MergeBlockWindowsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
