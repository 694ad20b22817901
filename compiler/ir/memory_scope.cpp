#include "compiler/ir/memory_scope.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char scopeMetadata[] = "heddle.memory_scope";
constexpr char memoryMetadata[] = "heddle.ordered_memory"; // 1 local, 2 global

void setNumber(Instruction &instruction, StringRef name, unsigned number) {
  LLVMContext &context = instruction.getContext();
  Metadata *value = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), number));
  instruction.setMetadata(name, MDNode::get(context, value));
}

std::optional<unsigned> numberOf(const Instruction &instruction, StringRef name) {
  const MDNode *node = instruction.getMetadata(name);
  if (!node)
    return std::nullopt;
  return static_cast<unsigned>(mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue());
}

} // namespace

MemoryScope memoryScope(std::uint64_t spirvScope) {
  switch (static_cast<SpirvScope>(spirvScope)) {
  case SpirvScope::invocation:
    return MemoryScope::workItem;
  case SpirvScope::subGroup:
    return MemoryScope::subGroup;
  case SpirvScope::workGroup:
    return MemoryScope::workGroup;
  default:
    return MemoryScope::device;
  }
}

void setMemoryScope(Instruction &instruction, MemoryScope scope) {
  if (scope != MemoryScope::device)
    setNumber(instruction, scopeMetadata, static_cast<unsigned>(scope));
}

MemoryScope memoryScopeOf(const Instruction &instruction) {
  const std::optional<unsigned> number = numberOf(instruction, scopeMetadata);
  return number ? static_cast<MemoryScope>(*number) : MemoryScope::device;
}

void setOrderedMemory(Instruction &fence, OrderedMemory memory) {
  if (memory.local != memory.global)
    setNumber(fence, memoryMetadata, (memory.local ? 1u : 0u) | (memory.global ? 2u : 0u));
}

OrderedMemory orderedMemoryOf(const Instruction &fence) {
  const unsigned number = numberOf(fence, memoryMetadata).value_or(3);
  return {(number & 1) != 0, (number & 2) != 0};
}

} // namespace heddle::compiler
