// Checks of 2D blocks.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_BLOCKS_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_BLOCKS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts checks of the rules of cl_intel_subgroup_2d_block_io in front of reads and writes of
/// blocks: about the base address, sizes, pitch and coordinates, that they are the same in all
/// lanes, and that the part of the block which lies in the matrix lies in the buffer, too.
///
/// Expects: kernels with all functions inlined, `block_load_2d` and `block_store_2d`.
/// Leaves:  `finding` and `same_in_lanes` operations in front of them.
/// Placed beside check-accesses, in front of expand-block-io.
class CheckBlocksPass : public llvm::PassInfoMixin<CheckBlocksPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
