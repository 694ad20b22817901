// Where packed blocks are, and when they are made.
#ifndef HEDDLE_COMPILER_MATRIX_BLOCKS_LOWER_PACKED_BLOCKS_HPP
#define HEDDLE_COMPILER_MATRIX_BLOCKS_LOWER_PACKED_BLOCKS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Each operation gets a table in HeddleWorkerContext::packedBlocks, one entry for each round of
/// its loop: sub-groups that read the same blocks read them in the same order. An entry says which
/// window the block behind it was made from. Blocks of the edges, of later rounds than the table
/// has, and those of a worker without such memory are made each time, on the stack.
///
/// Expects: heddle.packed_block in entry functions, while windows are still operations.
/// Leaves:  none; calls of the functions that pack, to be inlined; "heddle-packed-blocks" on the
///          entry function: the bytes of memory it needs.
/// Placed in front of lower-block-windows.
class LowerPackedBlocksPass : public llvm::PassInfoMixin<LowerPackedBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

/// Bytes of HeddleWorkerContext::packedBlocks that the entry function needs; 0 for none.
std::uint64_t packedBlocksSize(const llvm::Function &entry);

} // namespace heddle::compiler

#endif
