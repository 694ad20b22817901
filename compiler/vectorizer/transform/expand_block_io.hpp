// 2D blocks between memory and private variables, as values.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_EXPAND_BLOCK_IO_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_EXPAND_BLOCK_IO_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Separates a block's way to and from the lanes from what a work-item does with its part, so that
/// private arrays that only hold blocks can become values.
///
/// Expects: heddle.block_load_2d and heddle.block_store_2d.
/// Leaves:  heddle.block_read_2d with stores of its components, heddle.block_write_2d of components
///          that were loaded. How many there are depends on the kernel's sub-group size.
/// Placed behind inline-functions, where the kernel and so the size is known, and before the first
///        pass that promotes private variables.
class ExpandBlockIoPass : public llvm::PassInfoMixin<ExpandBlockIoPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
