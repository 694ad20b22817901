// Functions of a program that no kernel reaches.
#ifndef HEDDLE_COMPILER_LINK_UNUSED_FUNCTIONS_HPP
#define HEDDLE_COMPILER_LINK_UNUSED_FUNCTIONS_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Erases the functions that neither a kernel reaches nor the initial value of a variable. Programs
/// include whole libraries of which their kernels use little, and each stage would look at all of
/// it. Only for whole programs: what others may link to has no caller yet. Kernels are functions of
/// the calling convention SPIR_KERNEL; with a name only that one counts. Variables stay, as they
/// count for the program's memory.
void eraseUnusedFunctions(llvm::Module &module, llvm::StringRef onlyKernel = {});

/// How many instructions that would erase; none where there is no kernel.
unsigned unusedInstructions(const llvm::Module &module);

} // namespace heddle::compiler

#endif
