// Where the __local variables of a kernel lie in the worker's local memory.
#ifndef HEDDLE_COMPILER_WORKGROUP_LOCAL_MEMORY_LAYOUT_HPP
#define HEDDLE_COMPILER_WORKGROUP_LOCAL_MEMORY_LAYOUT_HPP

#include "llvm/IR/Function.h"

#include <cstdint>

namespace heddle::compiler {

/// Gives each addrspace(3) variable that the function uses an offset, largest alignment first, and
/// replaces its uses in the function by localBase + offset. localBase must dominate the uses and be
/// 128-byte aligned. Returns the bytes used.
std::uint64_t layOutLocalMemory(llvm::Function &function, llvm::Instruction *localBase);

} // namespace heddle::compiler

#endif
