// What the kernels of a finished module need of the machine, and their records in the binary.
#ifndef HEDDLE_COMPILER_STAGES_KERNEL_MEMORY_HPP
#define HEDDLE_COMPILER_STAGES_KERNEL_MEMORY_HPP

#include "compiler/stages/stages.hpp"

namespace heddle::compiler {

/// Private memory lives on the stack of whichever thread runs the kernel, and that may be one of
/// the application's.
llvm::Error checkPrivateMemory(const Compilation &compilation);

abi::BinaryMetadata describeBinary(const Compilation &compilation);

void explainMemory(const Compilation &compilation, const abi::BinaryMetadata &binary);

} // namespace heddle::compiler

#endif
