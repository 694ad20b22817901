#include "compiler/codegen/lower_saturating_conversions.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Integers that floats hold: the value is brought into their range in front of the conversion. The
/// comparisons are those of `maxps` and `minps`, which take their second operand for a NaN.
Value *clampThenConvert(IRBuilder<> &builder, Value *value, Type *to, bool isSigned) {
  Type *type = value->getType();
  const unsigned bits = to->getScalarSizeInBits();
  const APInt least = isSigned ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
  const APInt most = isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  const auto number = [&](const APInt &integer) {
    return ConstantFP::get(type, isSigned ? double(integer.getSExtValue())
                                          : double(integer.getZExtValue()));
  };
  Constant *low = number(least), *high = number(most);
  if (isSigned)
    value = builder.CreateSelect(builder.CreateFCmpORD(value, value), value,
                                 Constant::getNullValue(type));
  value = builder.CreateSelect(builder.CreateFCmpOGT(value, low), value, low);
  value = builder.CreateSelect(builder.CreateFCmpOLT(value, high), value, high);
  // Processors convert to words; shorter integers are cut from them.
  Type *words = to->getWithNewBitWidth(32);
  if (bits == 32)
    return isSigned ? builder.CreateFPToSI(value, words) : builder.CreateFPToUI(value, words);
  return builder.CreateTrunc(builder.CreateFPToSI(value, words), to);
}

/// Integers of which floats lack the greatest: what is out of range is chosen afterwards.
Value *convertThenChoose(IRBuilder<> &builder, Value *value, Type *to, bool isSigned) {
  Type *type = value->getType();
  const unsigned bits = to->getScalarSizeInBits();
  const auto powerOfTwo = [&](unsigned exponent) {
    APFloat power(1.0);
    power = scalbn(power, int(exponent), APFloat::rmNearestTiesToEven);
    bool isInexact = false;
    power.convert(type->getScalarType()->getFltSemantics(), APFloat::rmNearestTiesToEven,
                  &isInexact);
    return power;
  };
  const APFloat end = powerOfTwo(isSigned ? bits - 1 : bits);
  Constant *most =
      ConstantInt::get(to, isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits));
  Constant *zero = Constant::getNullValue(to);
  Value *converted = isSigned ? builder.CreateFPToSI(value, to) : builder.CreateFPToUI(value, to);
  converted = builder.CreateSelect(builder.CreateFCmpOLT(value, ConstantFP::get(type, end)),
                                   converted, most);
  if (!isSigned)
    return builder.CreateSelect(builder.CreateFCmpOGT(value, Constant::getNullValue(type)),
                                converted, zero);
  Constant *least = ConstantInt::get(to, APInt::getSignedMinValue(bits));
  converted = builder.CreateSelect(builder.CreateFCmpOGE(value, ConstantFP::get(type, neg(end))),
                                   converted, least);
  return builder.CreateSelect(builder.CreateFCmpORD(value, value), converted, zero);
}

Value *lowered(IRBuilder<> &builder, Value *value, Type *to, bool isSigned) {
  Type *element = value->getType()->getScalarType();
  const unsigned bits = to->getScalarSizeInBits();
  if (element->isHalfTy() || element->isBFloatTy()) {
    element = builder.getFloatTy();
    value = builder.CreateFPExt(value, value->getType()->getWithNewType(element));
  }
  if (bits < unsigned(element->getFPMantissaWidth()))
    return clampThenConvert(builder, value, to, isSigned);
  return convertThenChoose(builder, value, to, isSigned);
}

} // namespace

PreservedAnalyses LowerSaturatingConversionsPass::run(Function &function,
                                                      FunctionAnalysisManager &) {
  SmallVector<IntrinsicInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && isa<FixedVectorType>(call->getType()) &&
        (call->getIntrinsicID() == Intrinsic::fptosi_sat ||
         call->getIntrinsicID() == Intrinsic::fptoui_sat) &&
        isPowerOf2_32(call->getType()->getScalarSizeInBits()) &&
        call->getType()->getScalarSizeInBits() >= 8 && call->getType()->getScalarSizeInBits() <= 64)
      calls.push_back(call);
  for (IntrinsicInst *call : calls) {
    IRBuilder<> builder(call);
    Value *integers = lowered(builder, call->getArgOperand(0), call->getType(),
                              call->getIntrinsicID() == Intrinsic::fptosi_sat);
    integers->takeName(call);
    call->replaceAllUsesWith(integers);
    call->eraseFromParent();
  }
  if (calls.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
