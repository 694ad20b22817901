// How much stack a sub-group takes, and may take.
#ifndef HEDDLE_COMPILER_IR_STACK_BYTES_HPP
#define HEDDLE_COMPILER_IR_STACK_BYTES_HPP

#include "llvm/IR/Function.h"

#include <cstdint>

namespace heddle::compiler {

/// A quarter of the smallest stack that programs usually give their threads.
inline constexpr std::uint64_t maxStackBytes = 2 << 20;

/// Bytes of stack for what could not stay in registers, in the function and those it calls: of a
/// sub-group where the function is code for one, of a work-item before that.
std::uint64_t stackBytes(const llvm::Function &function);

} // namespace heddle::compiler

#endif
