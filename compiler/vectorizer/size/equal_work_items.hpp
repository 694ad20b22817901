// Which kernels are written for a single work-item.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_EQUAL_WORK_ITEMS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_EQUAL_WORK_ITEMS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Whether the work-items of a work-group do all the same: nothing tells one from another, neither
/// an id nor what an atomic operation returns. More than one of them could only write over what the
/// others write, so programs launch one, and lanes would be code that nobody runs.
bool hasEqualWorkItems(const llvm::Function &kernel);

/// Whether nothing of what such work-items write is what they read, so that all of them leave what
/// one does.
bool isDoneByOneWorkItem(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
