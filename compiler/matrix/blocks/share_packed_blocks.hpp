// Blocks and rows of a matrix that have to be packed are packed once for all sub-groups that
// multiply them.
#ifndef HEDDLE_COMPILER_MATRIX_BLOCKS_SHARE_PACKED_BLOCKS_HPP
#define HEDDLE_COMPILER_MATRIX_BLOCKS_SHARE_PACKED_BLOCKS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A factor of a matrix operation that is made from a block of a matrix, or from rows that lanes
/// read, by shuffles and the like, such as rows of B that become rows of pairs, takes as many
/// instructions as the product itself, and each sub-group with other rows of A does them again.
/// Here they become a function, and the factor is read from memory that heddle.packed_block gives:
/// made at the first time, found at the next.
///
/// Expects: heddle.simd_matrix_mad in loops of one block; windows and loads of what the kernel
///          does not write (unwrittenAttribute); of loads B alone, at addresses that are the first
///          one's and multiples of one distance.
/// Leaves:  factors that are loaded row by row, 64 bytes each, from one place.
/// Placed in front of the passes that lower matrix operations, behind those that make them larger
///        and merge windows.
class SharePackedBlocksPass : public llvm::PassInfoMixin<SharePackedBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
