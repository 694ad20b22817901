// The mathematical options of programs.
#ifndef HEDDLE_COMPILER_LINK_RELAX_MATH_HPP
#define HEDDLE_COMPILER_LINK_RELAX_MATH_HPP

#include "runtime/abi/link_options.hpp"

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Gives every floating-point operation the freedoms of the options, on top of its own: what clang
/// would have written had it been given them.
void relaxMath(llvm::Module &module, const abi::LinkOptions &options);

/// Lets mathematical functions have the errors of -cl-unsafe-math-optimizations (OpenCL C, 7.4):
/// SPIR-V has no place for it on their calls.
void approximateFunctions(llvm::Module &module);

} // namespace heddle::compiler

#endif
