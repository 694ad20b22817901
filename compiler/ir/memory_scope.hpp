// For whom atomic operations and fences are, and which memory they order. The machine has one kind
// of each; checks ask for what the program has said.
#ifndef HEDDLE_COMPILER_IR_MEMORY_SCOPE_HPP
#define HEDDLE_COMPILER_IR_MEMORY_SCOPE_HPP

#include "llvm/IR/Instruction.h"

#include <cstdint>

namespace heddle::compiler {

/// The narrowest first.
enum class MemoryScope : std::uint8_t { workItem, subGroup, workGroup, device };

/// SPIR-V's numbers (specification 3.27).
enum class SpirvScope : std::uint64_t { crossDevice, device, workGroup, subGroup, invocation };
MemoryScope memoryScope(std::uint64_t spirvScope);

/// The device's scope where nothing is said.
void setMemoryScope(llvm::Instruction &instruction, MemoryScope scope);
MemoryScope memoryScopeOf(const llvm::Instruction &instruction);

struct OrderedMemory {
  bool local = true, global = true, image = true;
};

/// From SPIR-V's memory semantics.
inline OrderedMemory orderedMemory(std::uint64_t semantics) {
  constexpr std::uint64_t ofLocal = 0x100, ofGlobal = 0x200, ofImage = 0x800;
  return {(semantics & ofLocal) != 0, (semantics & ofGlobal) != 0, (semantics & ofImage) != 0};
}

/// Of a fence. Both where neither is named.
void setOrderedMemory(llvm::Instruction &fence, OrderedMemory memory);
OrderedMemory orderedMemoryOf(const llvm::Instruction &fence);

} // namespace heddle::compiler

#endif
