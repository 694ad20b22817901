// What clang folds to poison and OpenCL C gives a value, before LLVM takes it for undefined.
#ifndef HEDDLE_COMPILER_FRONTEND_SETTLE_POISON_HPP
#define HEDDLE_COMPILER_FRONTEND_SETTLE_POISON_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// (uint)-1.0f has an implementation-defined value, but clang's constant is poison: stores of it,
/// and of all that is computed from it, would be left out. Here it is zero.
void settlePoison(llvm::Module &module);

} // namespace heddle::compiler

#endif
