// A SPIR-V module with one of its kernels.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_SINGLE_KERNEL_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_SINGLE_KERNEL_HPP

#include "llvm/ADT/StringRef.h"

#include <string>

namespace heddle::compiler {

/// The module without the functions that the kernel of this name does not reach, and without what
/// is said of them: a kernel that is compiled again should not wait until its whole program is
/// read. Types, constants and variables stay. As it is where it has no such kernel, or other
/// instruction sets than OpenCL.std: debug information names functions in ways of its own.
///
/// `bytes` is a module that has passed checkSpirv() and is linked with no other.
std::string withSingleKernel(llvm::StringRef bytes, llvm::StringRef kernel);

} // namespace heddle::compiler

#endif
