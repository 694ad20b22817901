// The mathematical options of clLinkProgram.
#ifndef HEDDLE_COMPILER_LINK_RELAX_MATH_HPP
#define HEDDLE_COMPILER_LINK_RELAX_MATH_HPP

#include "runtime/abi/link_options.hpp"

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Gives every floating-point operation the freedoms of the options, on top of its own: what clang
/// would have written had it been given them.
void relaxMath(llvm::Module &module, const abi::LinkOptions &options);

} // namespace heddle::compiler

#endif
