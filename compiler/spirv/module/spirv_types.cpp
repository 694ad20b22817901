#include "compiler/spirv/module/spirv_types.hpp"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::compiler {

using Op = SpirvOp;

bool computesWithFloats(SpirvOp op) {
  switch (op) {
  case Op::ConvertFToU:
  case Op::ConvertFToS:
  case Op::FNegate:
  case Op::FAdd:
  case Op::FSub:
  case Op::FMul:
  case Op::FDiv:
  case Op::FRem:
  case Op::FMod:
  case Op::VectorTimesScalar:
  case Op::MatrixTimesScalar:
  case Op::Dot:
  case Op::GroupFAdd:
  case Op::GroupFMin:
  case Op::GroupFMax:
  case Op::GroupNonUniformFAdd:
  case Op::GroupNonUniformFMul:
  case Op::GroupNonUniformFMin:
  case Op::GroupNonUniformFMax:
    return true;
  default:
    return (op >= Op::IsNan && op <= Op::Unordered) ||
           (op >= Op::FOrdEqual && op <= Op::FUnordGreaterThanEqual);
  }
}

void SpirvTypes::read(const SpirvInstruction &instruction) {
  const ArrayRef<std::uint32_t> operands = instruction.operands;
  if (isSpirvType(instruction.op)) {
    definitions[operands[0]] = instruction.words;
    inOrder.push_back(operands[0]);
  } else if (hasTypeAndResult(instruction.op)) {
    types[operands[1]] = operands[0];
    if (instruction.op == Op::Constant || instruction.op == Op::ConstantNull)
      definitions[operands[1]] = instruction.words;
  }
}

SpirvOp SpirvTypes::kindOf(std::uint32_t id) const {
  const ArrayRef<std::uint32_t> words = definitions.lookup(id);
  return words.empty() ? Op::Nop : static_cast<Op>(words[0] & 0xffff);
}

std::optional<SpirvPointer> SpirvTypes::pointerType(std::uint32_t type) const {
  const ArrayRef<std::uint32_t> words = definitions.lookup(type);
  switch (kindOf(type)) {
  case Op::TypePointer:
    return SpirvPointer{words[2], words[3]};
  case Op::TypeUntypedPointerKHR:
    return SpirvPointer{words[2], 0};
  default:
    return std::nullopt;
  }
}

bool SpirvTypes::canLieInMemory(std::uint32_t type) const {
  switch (kindOf(type)) {
  case Op::TypeBool:
  case Op::TypeInt:
  case Op::TypeFloat:
  case Op::TypeVector:
  case Op::TypeArray:
  case Op::TypeStruct:
  case Op::TypePointer:
  case Op::TypeUntypedPointerKHR:
  case Op::TypeEvent:
  case Op::TypeCooperativeMatrixKHR:
    return true;
  default:
    return false;
  }
}

std::uint32_t SpirvTypes::scalarOf(std::uint32_t type) const {
  return kindOf(type) == Op::TypeVector || kindOf(type) == Op::TypeCooperativeMatrixKHR
             ? definitions.lookup(type)[2]
             : type;
}

std::uint32_t SpirvTypes::find(SpirvOp kind, ArrayRef<std::uint32_t> operands,
                               std::uint32_t &nextId, SpirvWords &section) {
  for (std::uint32_t type : inOrder)
    if (kindOf(type) == kind && definitions.lookup(type).drop_front(2) == operands)
      return type;
  const std::uint32_t id = nextId++;
  SpirvWords words = {id};
  append_range(words, operands);
  appendInstruction(section, kind, words);
  appendInstruction(added.emplace_back(), kind, words);
  definitions[id] = added.back();
  inOrder.push_back(id);
  return id;
}

} // namespace heddle::compiler
