// SPIR-V's numbers for memory semantics (specification 3.25), and for scopes.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_MEMORY_SEMANTICS_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_MEMORY_SEMANTICS_HPP

#include "compiler/ir/memory_scope.hpp"

#include "llvm/Support/AtomicOrdering.h"

#include <cstdint>

namespace heddle::compiler {

inline llvm::AtomicOrdering atomicOrdering(std::uint64_t semantics) {
  if (semantics & 0x10)
    return llvm::AtomicOrdering::SequentiallyConsistent;
  if (semantics & 0x8)
    return llvm::AtomicOrdering::AcquireRelease;
  if (semantics & 0x4)
    return llvm::AtomicOrdering::Release;
  if (semantics & 0x2)
    return llvm::AtomicOrdering::Acquire;
  return llvm::AtomicOrdering::Monotonic;
}

} // namespace heddle::compiler

#endif
