#include "compiler/ir/group_arithmetic.hpp"

#include "compiler/ir/float_formats.hpp"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

Constant *neutralValue(Type *type, GroupArithmetic arithmetic) {
  unsigned bits = type->getScalarSizeInBits();
  switch (arithmetic) {
  case GroupArithmetic::floatAdd:
    return ConstantFP::getNegativeZero(type);
  case GroupArithmetic::floatMin:
    return ConstantFP::getInfinity(type, /*Negative=*/false);
  case GroupArithmetic::floatMax:
    return ConstantFP::getInfinity(type, /*Negative=*/true);
  case GroupArithmetic::signedMin:
    return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
  case GroupArithmetic::unsignedMin:
    return ConstantInt::get(type, APInt::getMaxValue(bits));
  case GroupArithmetic::signedMax:
    return ConstantInt::get(type, APInt::getSignedMinValue(bits));
  case GroupArithmetic::integerMul:
    return ConstantInt::get(type, 1);
  case GroupArithmetic::floatMul:
    return ConstantFP::get(type, 1.0);
  case GroupArithmetic::bitAnd:
    return Constant::getAllOnesValue(type);
  default:
    return ConstantInt::get(type, 0);
  }
}

Constant *scanIdentity(Type *type, GroupArithmetic arithmetic) {
  return arithmetic == GroupArithmetic::floatAdd ? ConstantFP::get(type, 0.0)
                                                 : neutralValue(type, arithmetic);
}

Value *combine(IRBuilderBase &builder, GroupArithmetic arithmetic, Value *a, Value *b) {
  switch (arithmetic) {
  case GroupArithmetic::integerAdd:
    return builder.CreateAdd(a, b);
  case GroupArithmetic::floatAdd:
    return builder.CreateFAdd(a, b);
  case GroupArithmetic::signedMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  case GroupArithmetic::unsignedMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
  case GroupArithmetic::floatMin:
    return createMinMax(builder, Intrinsic::minnum, a, b);
  case GroupArithmetic::signedMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  case GroupArithmetic::unsignedMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
  case GroupArithmetic::floatMax:
    return createMinMax(builder, Intrinsic::maxnum, a, b);
  case GroupArithmetic::integerMul:
    return builder.CreateMul(a, b);
  case GroupArithmetic::floatMul:
    return builder.CreateFMul(a, b);
  case GroupArithmetic::bitAnd:
    return builder.CreateAnd(a, b);
  case GroupArithmetic::bitOr:
    return builder.CreateOr(a, b);
  case GroupArithmetic::bitXor:
    return builder.CreateXor(a, b);
  }
  llvm_unreachable("every operation has its case");
}

} // namespace heddle::compiler
