// Bit patterns that clang leaves as expressions, computed before SPIR-V has to hold their types.
#ifndef HEDDLE_COMPILER_FRONTEND_FOLD_CONSTANT_CASTS_HPP
#define HEDDLE_COMPILER_FRONTEND_FOLD_CONSTANT_CASTS_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// as_uint2(1UL) of clang is a constant expression with a vector of one component, which OpenCL's
/// SPIR-V has no type for: LLVM writes it so where it folds without knowing the byte order. With
/// the module's data layout it is a vector of two numbers.
void foldConstantCasts(llvm::Module &module);

} // namespace heddle::compiler

#endif
