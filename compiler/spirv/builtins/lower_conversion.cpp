// Conversions with a rounding mode or saturation; the reader has made plain ones LLVM instructions.
#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

std::optional<RoundingMode> roundingMode(const BuiltinCall &call) {
  if (call.hasModifier("rte"))
    return RoundingMode::toNearestEven;
  if (call.hasModifier("rtz"))
    return RoundingMode::towardZero;
  if (call.hasModifier("rtp"))
    return RoundingMode::upward;
  if (call.hasModifier("rtn"))
    return RoundingMode::downward;
  return std::nullopt;
}

Type *integerLike(Type *type) {
  return type->getWithNewType(IntegerType::get(type->getContext(), type->getScalarSizeInBits()));
}

/// Adds `step` to the bits of a floating-point value: one value away from zero or towards it.
Value *moveByUnits(IRBuilder<> &builder, Value *value, Value *step) {
  Value *bits = builder.CreateBitCast(value, integerLike(value->getType()));
  return builder.CreateBitCast(builder.CreateAdd(bits, step), value->getType());
}

/// double to half is no instruction of the machine. It goes through float, rounded to odd: an
/// inexact float gets its last bit set, so that the second rounding still sees which side it is on.
Value *roundToOddFloat(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType()->getWithNewType(builder.getFloatTy());
  Value *cut = roundToNarrower(builder, value, type, RoundingMode::towardZero);
  Value *inexact = builder.CreateFCmpONE(builder.CreateFPExt(cut, value->getType()), value);
  Value *bits = builder.CreateBitCast(cut, integerLike(type));
  bits = builder.CreateOr(bits, builder.CreateZExt(inexact, bits->getType()));
  return builder.CreateBitCast(bits, type);
}

Value *floatToInteger(BuiltinCall &call, bool isSigned) {
  IRBuilder<> &builder = call.builder;
  Value *value = call.operand(0);
  if (std::optional<RoundingMode> mode = roundingMode(call)) {
    switch (*mode) {
    case RoundingMode::toNearestEven:
      value = builder.CreateUnaryIntrinsic(Intrinsic::roundeven, value);
      break;
    case RoundingMode::upward:
      value = builder.CreateUnaryIntrinsic(Intrinsic::ceil, value);
      break;
    case RoundingMode::downward:
      value = builder.CreateUnaryIntrinsic(Intrinsic::floor, value);
      break;
    case RoundingMode::towardZero:
      break;
    }
  }
  if (call.hasModifier("sat")) {
    // LLVM 22 makes the smallest short of a NaN when it converts half with AVX512-FP16.
    if (value->getType()->getScalarType()->isHalfTy())
      value = builder.CreateFPExt(value, value->getType()->getWithNewType(builder.getFloatTy()));
    return builder.CreateIntrinsic(isSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
                                   {call.type(), value->getType()}, {value});
  }
  return isSigned ? builder.CreateFPToSI(value, call.type())
                  : builder.CreateFPToUI(value, call.type());
}

/// The magnitude is cut to the significand's width, one unit is added where the mode wants it, and
/// the rest is exact: a short integer and a power of two.
Value *integerToFloatDirected(IRBuilder<> &builder, Value *value, Type *to, bool isSigned,
                              RoundingMode mode) {
  Type *type = value->getType();
  const unsigned bits = type->getScalarSizeInBits();
  const unsigned precision = APFloat::semanticsPrecision(to->getScalarType()->getFltSemantics());
  Value *zero = Constant::getNullValue(type);
  Value *negative = isSigned ? builder.CreateICmpSLT(value, zero)
                             : Constant::getNullValue(CmpInst::makeCmpResultType(type));
  Value *magnitude =
      isSigned ? builder.CreateIntrinsic(Intrinsic::abs, {type}, {value, builder.getFalse()})
               : value;

  Value *leading =
      builder.CreateIntrinsic(Intrinsic::ctlz, {type}, {magnitude, builder.getFalse()});
  Value *significant = builder.CreateSub(ConstantInt::get(type, bits), leading);
  Value *shift = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, significant,
                                               ConstantInt::get(type, precision));
  Value *kept = builder.CreateLShr(magnitude, shift);
  Value *inexact = builder.CreateICmpNE(builder.CreateShl(kept, shift), magnitude);
  Value *away = Constant::getNullValue(inexact->getType());
  if (mode == RoundingMode::upward)
    away = builder.CreateAnd(inexact, builder.CreateNot(negative));
  else if (mode == RoundingMode::downward)
    away = builder.CreateAnd(inexact, negative);
  kept = builder.CreateAdd(kept, builder.CreateZExt(away, type));

  Value *scale = builder.CreateUIToFP(builder.CreateShl(ConstantInt::get(type, 1), shift), to);
  Value *result = builder.CreateFMul(builder.CreateUIToFP(kept, to), scale);
  return builder.CreateSelect(negative, builder.CreateFNeg(result), result);
}

Value *integerToFloat(BuiltinCall &call, bool isSigned) {
  IRBuilder<> &builder = call.builder;
  Value *value = call.operand(0);
  RoundingMode mode = roundingMode(call).value_or(RoundingMode::toNearestEven);
  if (mode == RoundingMode::toNearestEven)
    return isSigned ? builder.CreateSIToFP(value, call.type())
                    : builder.CreateUIToFP(value, call.type());
  // A long's power of two can leave the range of half, a float's cannot.
  if (call.type()->getScalarType()->isHalfTy()) {
    Type *wide = value->getType()->getWithNewType(builder.getDoubleTy());
    Value *cut = integerToFloatDirected(builder, value, wide, isSigned, mode);
    return roundToNarrower(builder, cut, call.type(), mode);
  }
  return integerToFloatDirected(builder, value, call.type(), isSigned, mode);
}

/// Integer to integer with the value clamped to the range of the result.
Value *saturate(BuiltinCall &call, bool fromSigned, bool toSigned) {
  IRBuilder<> &builder = call.builder;
  Value *value = call.operand(0);
  Type *from = value->getType();
  const unsigned fromBits = from->getScalarSizeInBits();
  const unsigned toBits = call.type()->getScalarSizeInBits();

  if (fromSigned) {
    APInt low = toSigned ? APInt::getSignedMinValue(toBits) : APInt::getZero(toBits);
    if (!toSigned || toBits < fromBits)
      value = builder.CreateBinaryIntrinsic(
          Intrinsic::smax, value,
          ConstantInt::get(from, toSigned ? low.sext(fromBits) : APInt::getZero(fromBits)));
    if (toBits < fromBits) {
      APInt high = toSigned ? APInt::getSignedMaxValue(toBits) : APInt::getMaxValue(toBits);
      value = builder.CreateBinaryIntrinsic(Intrinsic::smin, value,
                                            ConstantInt::get(from, high.zext(fromBits)));
    }
    return builder.CreateSExtOrTrunc(value, call.type());
  }
  const unsigned highBits = toSigned ? toBits - 1 : toBits;
  if (highBits < fromBits)
    value = builder.CreateBinaryIntrinsic(
        Intrinsic::umin, value, ConstantInt::get(from, APInt::getLowBitsSet(fromBits, highBits)));
  return builder.CreateZExtOrTrunc(value, call.type());
}

} // namespace

Value *roundToNarrower(IRBuilder<> &builder, Value *value, Type *to, RoundingMode mode) {
  if (value->getType()->getScalarType()->isDoubleTy() && to->getScalarType()->isHalfTy())
    value = roundToOddFloat(builder, value);
  Value *nearest = builder.CreateFPTrunc(value, to);
  if (mode == RoundingMode::toNearestEven)
    return nearest;

  // The nearest value is at most one step off. Its bits grow with the magnitude.
  Value *back = builder.CreateFPExt(nearest, value->getType());
  Type *bits = integerLike(to);
  Value *one = ConstantInt::get(bits, 1);
  Value *minusOne = Constant::getAllOnesValue(bits);
  Value *zero = Constant::getNullValue(bits);
  Value *isNegative = builder.CreateICmpSLT(builder.CreateBitCast(nearest, bits), zero);
  Value *step = nullptr;
  switch (mode) {
  case RoundingMode::towardZero: {
    Value *tooFar = builder.CreateFCmpOGT(builder.CreateUnaryIntrinsic(Intrinsic::fabs, back),
                                          builder.CreateUnaryIntrinsic(Intrinsic::fabs, value));
    step = builder.CreateSelect(tooFar, minusOne, zero);
    break;
  }
  case RoundingMode::upward:
    step = builder.CreateSelect(builder.CreateFCmpOLT(back, value),
                                builder.CreateSelect(isNegative, minusOne, one), zero);
    break;
  default:
    step = builder.CreateSelect(builder.CreateFCmpOGT(back, value),
                                builder.CreateSelect(isNegative, one, minusOne), zero);
    break;
  }
  return moveByUnits(builder, nearest, step);
}

bool lowerConversion(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();
  Value *value = nullptr;
  if (name == "ConvertFToS" || name == "ConvertFToU") {
    value = floatToInteger(call, name == "ConvertFToS");
  } else if (name == "ConvertSToF" || name == "ConvertUToF") {
    value = integerToFloat(call, name == "ConvertSToF");
  } else if (name == "SConvert" || name == "UConvert") {
    bool isSigned = name == "SConvert";
    if (call.hasModifier("sat"))
      value = saturate(call, isSigned, isSigned);
    else
      value = builder.CreateIntCast(call.operand(0), call.type(), isSigned);
  } else if (name == "SatConvertSToU" || name == "SatConvertUToS") {
    value = saturate(call, name == "SatConvertSToU", name == "SatConvertUToS");
  } else if (name == "FConvert") {
    if (call.type()->getScalarSizeInBits() >= call.operand(0)->getType()->getScalarSizeInBits())
      value = builder.CreateFPCast(call.operand(0), call.type());
    else
      value = roundToNarrower(builder, call.operand(0), call.type(),
                              roundingMode(call).value_or(RoundingMode::toNearestEven));
  }
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

bool lowerPointerCast(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();
  auto space = [&] {
    auto *type = FunctionType::get(builder.getInt32Ty(), {call.operand(0)->getType()},
                                   /*isVarArg=*/false);
    return builder.CreateCall(getInternalOp(call.module(), InternalOp::addressSpaceOf, type),
                              {call.operand(0)});
  };
  if (name.starts_with("GenericCastToPtrExplicit")) {
    // The pointer if it leads into the space of the result, null otherwise.
    Value *wanted = builder.getInt32(call.type()->getPointerAddressSpace());
    Value *cast = builder.CreateAddrSpaceCast(call.operand(0), call.type());
    call.replaceWith(builder.CreateSelect(builder.CreateICmpEQ(space(), wanted), cast,
                                          Constant::getNullValue(call.type())));
    return true;
  }
  if (name == "GenericPtrMemSemantics") {
    // SPIR-V's WorkgroupMemory and CrossWorkgroupMemory. A fence for private memory needs nothing,
    // and the one for global memory is the harmless answer.
    constexpr std::uint32_t workGroupMemory = 0x100, crossWorkGroupMemory = 0x200;
    constexpr unsigned localAddressSpace = 3;
    Value *isLocal = builder.CreateICmpEQ(space(), builder.getInt32(localAddressSpace));
    call.replaceWith(builder.CreateSelect(isLocal, builder.getInt32(workGroupMemory),
                                          builder.getInt32(crossWorkGroupMemory)));
    return true;
  }
  if (name != "GenericCastToPtr" && name != "PtrCastToGeneric")
    return false;
  // All address spaces of the machine are one; which of them a pointer belongs to is the program's
  // word, and a wrong one is undefined.
  call.replaceWith(builder.CreateAddrSpaceCast(call.operand(0), call.type()));
  return true;
}

} // namespace heddle::compiler
