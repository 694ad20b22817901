// The note of a kernel binary (runtime/abi/kernel_metadata.hpp).
#ifndef HEDDLE_COMPILER_CODEGEN_WRITE_METADATA_HPP
#define HEDDLE_COMPILER_CODEGEN_WRITE_METADATA_HPP

#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Adds the ELF note to the module: a constant in section .note.heddle.
void writeMetadata(llvm::Module &module, const abi::BinaryMetadata &metadata);

} // namespace heddle::compiler

#endif
