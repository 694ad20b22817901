// clang 22 emits each kernel twice; here it becomes one function again.
#ifndef HEDDLE_COMPILER_FRONTEND_MERGE_KERNEL_BODIES_HPP
#define HEDDLE_COMPILER_FRONTEND_MERGE_KERNEL_BODIES_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// clang writes a kernel's body into a function __clang_ocl_kern_imp_<kernel>, for other kernels to
/// call, and makes the kernel a call of it. Where nobody else calls it, the body moves into the
/// kernel: SPIR-V gets smaller, and messages name the function that the user wrote.
void mergeKernelBodies(llvm::Module &module);

} // namespace heddle::compiler

#endif
