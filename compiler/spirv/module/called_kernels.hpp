// Kernels that others call as functions.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_CALLED_KERNELS_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_CALLED_KERNELS_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// A kernel may call another one in OpenCL C. SPIR-V forbids to call what an OpEntryPoint names, so
/// compilers write a function for the calls and one for launches. Older ones wrote one for both,
/// which LLVM refuses: here calls get a copy that is no kernel.
void separateCalledKernels(llvm::Module &module);

} // namespace heddle::compiler

#endif
