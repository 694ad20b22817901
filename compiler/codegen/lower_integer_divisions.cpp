#include "compiler/codegen/lower_integer_divisions.hpp"

#include "compiler/codegen/upper_half.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/DivisionByConstantInfo.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Fewer are as quick by themselves.
constexpr unsigned fewestElements = 4;
/// Bits that two numbers may have, sign included, so that floats hold their sum.
constexpr unsigned bitsOfFloats = 23;
constexpr unsigned bitsOfWords = 32, bitsOfLongs = 64;

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

/// Those of vectors by a number that is no power of two, nor one's negative.
const APInt *constantDivisor(const BinaryOperator &division) {
  const APInt *divisor = nullptr;
  if (division.getType()->getScalarSizeInBits() != bitsOfLongs ||
      !match(division.getOperand(1), m_APInt(divisor)) || divisor->isZero() ||
      divisor->isPowerOf2() || (isSigned(division) && divisor->abs().isPowerOf2()))
    return nullptr;
  return divisor;
}

/// Rounded down: the product by the inverse, which has one bit more than fits, if `IsAdd`.
Value *unsignedQuotient(IRBuilder<> &builder, Value *dividend, const APInt &divisor,
                        const DataLayout &layout) {
  const unsigned zeros = computeKnownBits(dividend, layout).countMinLeadingZeros();
  const auto inverse =
      UnsignedDivisionByConstantInfo::get(divisor, std::min(zeros, divisor.countl_zero()));
  const auto shift = [&](Value *value, unsigned bits) {
    return bits ? builder.CreateLShr(value, bits) : value;
  };
  Constant *factor = ConstantInt::get(dividend->getType(), inverse.Magic);
  Value *quotient =
      upperHalfOfProduct(builder, {shift(dividend, inverse.PreShift)}, {factor}, layout);
  if (inverse.IsAdd)
    quotient = builder.CreateAdd(shift(builder.CreateSub(dividend, quotient), 1), quotient);
  return shift(quotient, inverse.PostShift);
}

/// Towards zero: one more than rounded down, where it is negative.
Value *signedQuotient(IRBuilder<> &builder, Value *dividend, const APInt &divisor,
                      const DataLayout &layout) {
  const auto inverse = SignedDivisionByConstantInfo::get(divisor);
  Constant *factor = ConstantInt::get(dividend->getType(), inverse.Magic);
  Value *quotient = upperHalfOfProduct(builder, {dividend, true}, {factor, true}, layout);
  if (divisor.isStrictlyPositive() && inverse.Magic.isNegative())
    quotient = builder.CreateAdd(quotient, dividend);
  else if (divisor.isNegative() && inverse.Magic.isStrictlyPositive())
    quotient = builder.CreateSub(quotient, dividend);
  if (inverse.ShiftAmount)
    quotient = builder.CreateAShr(quotient, inverse.ShiftAmount);
  return builder.CreateAdd(quotient, builder.CreateLShr(quotient, bitsOfLongs - 1));
}

Value *quotientByConstant(IRBuilder<> &builder, const BinaryOperator &division) {
  const APInt &divisor = *constantDivisor(division);
  const DataLayout &layout = division.getDataLayout();
  return isSigned(division) ? signedQuotient(builder, division.getOperand(0), divisor, layout)
                            : unsignedQuotient(builder, division.getOperand(0), divisor, layout);
}

/// Of numbers that words hold: the quotient or the remainder. Not of the least word by -1.
Value *resultOfShort(IRBuilder<> &builder, const BinaryOperator &division) {
  const bool hasSign = isSigned(division);
  Type *words = division.getType()->getWithNewBitWidth(bitsOfWords);
  Type *reals = division.getType()->getWithNewType(builder.getDoubleTy());
  Value *dividend = builder.CreateTrunc(division.getOperand(0), words),
        *divisor = builder.CreateTrunc(division.getOperand(1), words);
  const auto convert = [&](Value *value) {
    return hasSign ? builder.CreateSIToFP(value, reals) : builder.CreateUIToFP(value, reals);
  };
  Value *real = builder.CreateFDiv(convert(dividend), convert(divisor));
  Value *result = hasSign ? builder.CreateFPToSI(real, words) : builder.CreateFPToUI(real, words);
  if (!isQuotient(division))
    result = builder.CreateSub(dividend, builder.CreateMul(result, divisor));
  return builder.CreateIntCast(result, division.getType(), hasSign);
}

/// Whether words hold both numbers of each lane, without the least one where they have a sign.
Value *areShort(IRBuilder<> &builder, const BinaryOperator &division) {
  constexpr std::uint64_t beyond = std::uint64_t(1) << bitsOfWords, least = beyond / 2;
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  const auto below = [&](Value *value, std::uint64_t end) {
    return builder.CreateICmpULT(value, ConstantInt::get(value->getType(), end));
  };
  if (!isSigned(division))
    return builder.CreateAndReduce(below(builder.CreateOr(dividend, divisor), beyond));
  const auto isWord = [&](Value *value) {
    Constant *fromLeast = ConstantInt::get(value->getType(), least - 1);
    return below(builder.CreateAdd(value, fromLeast), beyond - 1);
  };
  return builder.CreateAndReduce(builder.CreateAnd(isWord(dividend), isWord(divisor)));
}

/// Asks what the numbers are: most that programs keep in 64 bits would do with 32.
void askWhetherShort(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  // Lanes that do not work may have anything.
  Value *condition = builder.CreateFreeze(areShort(builder, division));
  Instruction *ofShort = nullptr, *ofLong = nullptr;
  SplitBlockAndInsertIfThenElse(condition, division.getIterator(), &ofShort, &ofLong);
  builder.SetInsertPoint(&division);
  PHINode *result = builder.CreatePHI(division.getType(), 2);
  result->takeName(&division);
  division.replaceAllUsesWith(result);
  division.moveBefore(ofLong->getIterator());
  builder.SetInsertPoint(ofShort);
  result->addIncoming(resultOfShort(builder, division), ofShort->getParent());
  result->addIncoming(&division, ofLong->getParent());
}

/// Whether it can be done without a question.
bool lower(BinaryOperator &division) {
  IRBuilder<> builder(&division);
  Value *result = constantDivisor(division) ? quotientByConstant(builder, division)
                                            : quotientOf(builder, division);
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
        (!isa<Constant>(division->getOperand(1)) || constantDivisor(*division)))
      divisions.push_back(division);
  }
  bool changed = false, hasAsked = false;
  for (BinaryOperator *division : divisions) {
    if (lower(*division)) {
      changed = true;
    } else if (division->getType()->getScalarSizeInBits() == bitsOfLongs) {
      askWhetherShort(*division);
      hasAsked = true;
    }
  }
  if (hasAsked)
    return PreservedAnalyses::none();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
