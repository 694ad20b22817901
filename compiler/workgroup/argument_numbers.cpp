#include "compiler/workgroup/argument_numbers.hpp"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Deeper ones are not worth it.
constexpr unsigned mostLevels = 16;

struct PlaceInArgument {
  const Argument &argument;
  std::uint64_t offset;
};

/// A member of a structure that is given by value: kernels write to a copy (inline-functions).
std::optional<PlaceInArgument> placeInArgument(const Function &kernel, const LoadInst &load) {
  APInt offset(64, 0);
  const Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      kernel.getDataLayout(), offset, /*AllowNonInbounds=*/false);
  const auto *argument = dyn_cast<Argument>(base);
  if (!argument || !argument->hasByValAttr())
    return std::nullopt;
  return PlaceInArgument{*argument, offset.getZExtValue()};
}

/// What has no effect and no way to fail, whatever its operands are.
bool isPlain(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem: {
    const auto *divisor = dyn_cast<ConstantInt>(instruction.getOperand(1));
    return divisor && !divisor->isZero() && !divisor->isMinusOne();
  }
  case Instruction::Freeze:
    return true;
  default:
    return isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(instruction);
  }
}

bool canWriteValue(const Function &kernel, const Value &value, unsigned levels) {
  if (!value.getType()->isIntegerTy() || levels == 0)
    return false;
  if (isa<ConstantInt, Argument>(value))
    return true;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return false;
  if (const auto *load = dyn_cast<LoadInst>(instruction))
    return !load->isVolatile() && placeInArgument(kernel, *load);
  return isPlain(*instruction) && all_of(instruction->operands(), [&](const Use &operand) {
           return canWriteValue(kernel, *operand, levels - 1);
         });
}

} // namespace

bool ArgumentNumbers::canWrite(const Function &kernel, const SCEV &number) {
  const bool hasOther = SCEVExprContains(&number, [&](const SCEV *part) {
    switch (part->getSCEVType()) {
    case scConstant:
    case scTruncate:
    case scZeroExtend:
    case scSignExtend:
    case scAddExpr:
    case scMulExpr:
    case scUMaxExpr:
    case scSMaxExpr:
    case scUMinExpr:
    case scSMinExpr:
    case scSequentialUMinExpr:
      return false;
    case scUDivExpr: {
      const auto *divisor = dyn_cast<SCEVConstant>(cast<SCEVUDivExpr>(part)->getRHS());
      return !divisor || divisor->isZero();
    }
    case scUnknown:
      return !canWriteValue(kernel, *cast<SCEVUnknown>(part)->getValue(), mostLevels);
    default:
      return true;
    }
  });
  return !hasOther && number.getType()->isIntegerTy() &&
         number.getType()->getIntegerBitWidth() <= 64;
}

ArgumentNumbers::ArgumentNumbers(const Function &kernel, IRBuilderBase &builder, Value &block)
    : builder(builder), block(block) {
  std::uint32_t size = 0;
  slots = argumentSlots(kernel, size);
}

Value *ArgumentNumbers::rounds(const TripCount &count) {
  Value *number = builder.CreateZExt(write(*count.backEdges), builder.getInt64Ty());
  return count.andOnceMore ? builder.CreateAdd(number, builder.getInt64(1)) : number;
}

Value *ArgumentNumbers::write(const SCEV &number) {
  const auto operand = [&](unsigned index) { return write(*number.operands()[index]); };
  const auto fold = [&](auto combine) {
    Value *result = operand(0);
    for (unsigned i = 1; i < number.operands().size(); ++i)
      result = combine(result, operand(i));
    return result;
  };
  const auto extreme = [&](CmpInst::Predicate isTaken) {
    return fold([&](Value *a, Value *b) {
      return builder.CreateSelect(builder.CreateICmp(isTaken, a, b), a, b);
    });
  };
  switch (number.getSCEVType()) {
  case scConstant:
    return cast<SCEVConstant>(number).getValue();
  case scTruncate:
    return builder.CreateTrunc(operand(0), number.getType());
  case scZeroExtend:
    return builder.CreateZExt(operand(0), number.getType());
  case scSignExtend:
    return builder.CreateSExt(operand(0), number.getType());
  case scAddExpr:
    return fold([&](Value *a, Value *b) { return builder.CreateAdd(a, b); });
  case scMulExpr:
    return fold([&](Value *a, Value *b) { return builder.CreateMul(a, b); });
  case scUDivExpr:
    return builder.CreateUDiv(operand(0), operand(1));
  case scUMaxExpr:
    return extreme(CmpInst::ICMP_UGT);
  case scSMaxExpr:
    return extreme(CmpInst::ICMP_SGT);
  case scUMinExpr:
  case scSequentialUMinExpr:
    return extreme(CmpInst::ICMP_ULT);
  case scSMinExpr:
    return extreme(CmpInst::ICMP_SLT);
  case scUnknown:
    return write(*cast<SCEVUnknown>(number).getValue());
  default:
    llvm_unreachable("canWrite() said no");
  }
}

Value *ArgumentNumbers::write(const Value &value) {
  if (const auto *argument = dyn_cast<Argument>(&value))
    return load(*argument, 0, argument->getType());
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return const_cast<Value *>(&value);
  if (const auto *read = dyn_cast<LoadInst>(instruction)) {
    const PlaceInArgument place = *placeInArgument(*read->getFunction(), *read);
    return load(place.argument, place.offset, read->getType());
  }
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(write(*operand));
  // What a condition in the kernel promised does not hold here.
  copy->dropPoisonGeneratingFlags();
  copy->dropUnknownNonDebugMetadata();
  copy->setDebugLoc(DebugLoc());
  return builder.Insert(copy);
}

Value *ArgumentNumbers::load(const Argument &argument, std::uint64_t offset, Type *type) {
  Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), &block,
                                            slots[argument.getArgNo()].offset + offset);
  return builder.CreateAlignedLoad(type, place, Align(1));
}

} // namespace heddle::compiler
