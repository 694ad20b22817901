// Variables of program scope, and static variables of functions, in global and constant memory.
#ifndef HEDDLE_COMPILER_LINK_PROGRAM_VARIABLES_HPP
#define HEDDLE_COMPILER_LINK_PROGRAM_VARIABLES_HPP

#include "llvm/IR/Module.h"

#include <cstdint>

namespace heddle::compiler {

/// Makes the variables private to the kernel binary, which is where they live: in its data, so that
/// each load of the binary has its own and all its kernels share them. Nobody else knows their
/// names, and a program may call a variable like a symbol of the C library.
///
/// Reports a variable that is used and has no definition, and one in the global address space that
/// is larger than abi::maxGlobalVariableSize. Returns the bytes of all variables in the global
/// address space (CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), used or not.
std::uint64_t ownProgramVariables(llvm::Module &module);

} // namespace heddle::compiler

#endif
