#include "compiler/codegen/lower_integer_divisions.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Fewer are as quick by themselves.
constexpr unsigned fewestElements = 4;
/// Bits that two numbers may have, sign included, so that floats hold their sum.
constexpr unsigned bitsOfFloats = 23;
constexpr unsigned bitsOfWords = 32;

bool isSigned(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool isQuotient(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
}

/// Bits that hold an operand as a signed number.
unsigned signedBits(const Value *value, const DataLayout &layout, bool isSigned) {
  const unsigned bits = value->getType()->getScalarSizeInBits();
  if (isSigned)
    return bits - ComputeNumSignBits(value, layout) + 1;
  return bits - computeKnownBits(value, layout).countMinLeadingZeros() + 1;
}

/// Null where doubles do not hold all that may come out.
Value *quotientOf(IRBuilder<> &builder, BinaryOperator &division) {
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  Type *type = division.getType();
  const DataLayout &layout = division.getDataLayout();
  const bool hasSign = isSigned(division);
  const unsigned bits =
      std::max(signedBits(dividend, layout, hasSign), signedBits(divisor, layout, hasSign));
  // The quotient of the least number and -1 has one bit more, which only longer integers have.
  const unsigned most = !hasSign                                    ? bitsOfWords + 1
                        : type->getScalarSizeInBits() > bitsOfWords ? bitsOfWords - 1
                                                                    : bitsOfWords;
  if (bits > most)
    return nullptr;
  Type *words = type->getWithNewBitWidth(bitsOfWords);
  Type *reals =
      type->getWithNewType(bits <= bitsOfFloats ? builder.getFloatTy() : builder.getDoubleTy());
  const bool asSigned = bits <= bitsOfWords;
  const auto convert = [&](Value *value) {
    Value *word =
        hasSign ? builder.CreateSExtOrTrunc(value, words) : builder.CreateZExtOrTrunc(value, words);
    return asSigned ? builder.CreateSIToFP(word, reals) : builder.CreateUIToFP(word, reals);
  };
  Value *real = builder.CreateFDiv(convert(dividend), convert(divisor));
  Value *word = asSigned ? builder.CreateFPToSI(real, words) : builder.CreateFPToUI(real, words);
  return hasSign ? builder.CreateSExtOrTrunc(word, type) : builder.CreateZExtOrTrunc(word, type);
}

/// Whether it can be done.
bool lower(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Value *result = quotientOf(builder, division);
  if (!result)
    return false;
  if (!isQuotient(division))
    result = builder.CreateSub(division.getOperand(0),
                               builder.CreateMul(result, division.getOperand(1)));
  result->takeName(&division);
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses LowerIntegerDivisionsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BinaryOperator *> divisions;
  for (Instruction &instruction : instructions(function)) {
    auto *division = dyn_cast<BinaryOperator>(&instruction);
    const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    if (division && division->isIntDivRem() && type && type->getNumElements() >= fewestElements &&
        !isa<Constant>(division->getOperand(1)))
      divisions.push_back(division);
  }
  bool changed = false;
  for (BinaryOperator *division : divisions)
    changed |= lower(*division);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
