#include "compiler/spirv/module/spirv_constants.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;

constexpr std::uint32_t specIdDecoration = 1;

std::uint64_t cut(std::uint64_t bits, unsigned width) {
  return bits & maskTrailingOnes<std::uint64_t>(width);
}

} // namespace

void SpirvConstants::read(const SpirvInstruction &instruction) {
  const ArrayRef<std::uint32_t> operands = instruction.operands;
  switch (instruction.op) {
  case Op::Decorate:
    if (operands[1] == specIdDecoration && operands.size() > 2)
      specIds[operands[0]] = operands[2];
    break;
  case Op::TypeBool:
    widths[operands[0]] = 1;
    break;
  case Op::TypeInt:
    widths[operands[0]] = operands[1];
    break;
  default:
    if (instruction.op >= Op::ConstantTrue && instruction.op <= Op::SpecConstantOp)
      readConstant(instruction);
  }
}

void SpirvConstants::readConstant(const SpirvInstruction &instruction) {
  const ArrayRef<std::uint32_t> operands = instruction.operands;
  const std::uint32_t id = operands[1];
  constants.insert(id);
  const unsigned width = widths.lookup(operands[0]);
  if (width == 0)
    return;
  std::optional<std::uint64_t> bits;
  switch (instruction.op) {
  case Op::ConstantTrue:
  case Op::SpecConstantTrue:
    bits = 1;
    break;
  case Op::ConstantFalse:
  case Op::SpecConstantFalse:
  case Op::ConstantNull:
    bits = 0;
    break;
  case Op::Constant:
  case Op::SpecConstant:
    bits = operands[2] | (operands.size() > 3 ? std::uint64_t(operands[3]) << 32 : 0);
    break;
  case Op::SpecConstantOp:
    bits = compute(operands);
    break;
  default:
    break;
  }
  const auto specId = specIds.find(id);
  if (specId != specIds.end() && instruction.op != Op::SpecConstantOp)
    if (const auto set = specialized.find(specId->second); set != specialized.end())
      bits = width == 1 ? set->second != 0 : set->second;
  if (bits)
    numbers[id] = {cut(*bits, width), width};
}

std::optional<std::uint64_t> SpirvConstants::valueOf(std::uint32_t id) const {
  const auto found = numbers.find(id);
  return found == numbers.end() ? std::nullopt : std::optional(found->second.bits);
}

std::optional<std::int64_t> SpirvConstants::signedValueOf(std::uint32_t id) const {
  const auto found = numbers.find(id);
  return found == numbers.end()
             ? std::nullopt
             : std::optional(SignExtend64(found->second.bits, found->second.width));
}

/// OpSpecConstantOp: result type, result, opcode, operands.
std::optional<std::uint64_t> SpirvConstants::compute(ArrayRef<std::uint32_t> operands) const {
  // The others have literals among their operands.
  const SpirvForm *form = spirvFormOf(operands[2]);
  if (!form || !is_contained({"tri", "trii", "triii"}, form->operands))
    return std::nullopt;
  SmallVector<std::uint64_t, 3> bits;
  SmallVector<std::int64_t, 3> values;
  for (std::uint32_t id : operands.drop_front(3)) {
    if (!numbers.contains(id))
      return std::nullopt;
    bits.push_back(*valueOf(id));
    values.push_back(*signedValueOf(id));
  }
  const auto op = static_cast<Op>(operands[2]);
  if (bits.size() == 1)
    switch (op) {
    case Op::UConvert:
      return bits[0];
    case Op::SConvert:
      return values[0];
    case Op::SNegate:
      return 0 - bits[0];
    case Op::Not:
      return ~bits[0];
    case Op::LogicalNot:
      return !bits[0];
    default:
      return std::nullopt;
    }
  if (bits.size() == 3 && op == Op::Select)
    return bits[0] ? bits[1] : bits[2];
  if (bits.size() != 2)
    return std::nullopt;
  // What divides by zero, or overflows, has no value.
  const bool divides = bits[1] != 0 && !(values[0] == INT64_MIN && values[1] == -1);
  const bool shifts = bits[1] < 64;
  switch (op) {
  case Op::IAdd:
    return bits[0] + bits[1];
  case Op::ISub:
    return bits[0] - bits[1];
  case Op::IMul:
    return bits[0] * bits[1];
  case Op::UDiv:
    return bits[1] ? std::optional(bits[0] / bits[1]) : std::nullopt;
  case Op::UMod:
    return bits[1] ? std::optional(bits[0] % bits[1]) : std::nullopt;
  case Op::SDiv:
    return divides ? std::optional<std::uint64_t>(values[0] / values[1]) : std::nullopt;
  case Op::SRem:
    return divides ? std::optional<std::uint64_t>(values[0] % values[1]) : std::nullopt;
  case Op::SMod: {
    if (!divides)
      return std::nullopt;
    const std::int64_t rest = values[0] % values[1];
    return rest != 0 && (rest < 0) != (values[1] < 0) ? rest + values[1] : rest;
  }
  case Op::ShiftLeftLogical:
    return shifts ? std::optional(bits[0] << bits[1]) : std::nullopt;
  case Op::ShiftRightLogical:
    return shifts ? std::optional(bits[0] >> bits[1]) : std::nullopt;
  case Op::ShiftRightArithmetic:
    return shifts ? std::optional<std::uint64_t>(values[0] >> bits[1]) : std::nullopt;
  case Op::BitwiseAnd:
  case Op::LogicalAnd:
    return bits[0] & bits[1];
  case Op::BitwiseOr:
  case Op::LogicalOr:
    return bits[0] | bits[1];
  case Op::BitwiseXor:
  case Op::LogicalNotEqual:
  case Op::INotEqual:
    return op == Op::INotEqual ? bits[0] != bits[1] : bits[0] ^ bits[1];
  case Op::LogicalEqual:
  case Op::IEqual:
    return bits[0] == bits[1];
  case Op::ULessThan:
    return bits[0] < bits[1];
  case Op::ULessThanEqual:
    return bits[0] <= bits[1];
  case Op::UGreaterThan:
    return bits[0] > bits[1];
  case Op::UGreaterThanEqual:
    return bits[0] >= bits[1];
  case Op::SLessThan:
    return values[0] < values[1];
  case Op::SLessThanEqual:
    return values[0] <= values[1];
  case Op::SGreaterThan:
    return values[0] > values[1];
  case Op::SGreaterThanEqual:
    return values[0] >= values[1];
  default:
    return std::nullopt;
  }
}

} // namespace heddle::compiler
