// What threads that run a kernel side by side do to one another's caches.
#ifndef HEDDLE_COMPILER_IR_GLOBAL_ATOMICS_HPP
#define HEDDLE_COMPILER_IR_GLOBAL_ATOMICS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// KernelMetadata::hasGlobalAtomics.
bool hasGlobalAtomics(const llvm::Function &kernel);

/// ArgumentMetadata::addedBytes. Before the vectorizer. What an argument leads to may be what
/// another one leads to: that is for the launch to see. Not for it are addresses that come from
/// memory or from numbers, so that kernels with such have no such arguments.
unsigned addedBytes(const llvm::Argument &argument);

} // namespace heddle::compiler

#endif
