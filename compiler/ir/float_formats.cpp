#include "compiler/ir/float_formats.hpp"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr uint32_t quietBit = 0x00400000;

Type *intTypeLike(Value *value, unsigned bits) {
  Type *type = value->getType();
  Type *scalar = IntegerType::get(type->getContext(), bits);
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return FixedVectorType::get(scalar, vector->getNumElements());
  return scalar;
}

Type *floatTypeLike(Value *value) {
  Type *scalar = Type::getFloatTy(value->getContext());
  if (auto *vector = dyn_cast<FixedVectorType>(value->getType()))
    return FixedVectorType::get(scalar, vector->getNumElements());
  return scalar;
}

/// The bits of a float with the quiet bit set if it is a NaN: a payload in the lower mantissa alone
/// would otherwise be rounded or cut away, which leaves infinity.
Value *quietedBits(IRBuilderBase &builder, Value *value, Value *isNan) {
  Value *bits = builder.CreateBitCast(value, intTypeLike(value, 32));
  Value *quiet = builder.CreateOr(bits, ConstantInt::get(bits->getType(), quietBit));
  return builder.CreateSelect(isNan, quiet, bits);
}

/// Bits with half of the last kept place added, ties to even; the caller cuts `dropped` bits off.
/// A carry out of the mantissa goes into the exponent, which is what rounding up means.
Value *addHalfUlp(IRBuilderBase &builder, Value *bits, unsigned dropped) {
  Type *type = bits->getType();
  Value *last = builder.CreateAnd(builder.CreateLShr(bits, dropped), ConstantInt::get(type, 1));
  Value *half = builder.CreateAdd(last, ConstantInt::get(type, (1u << (dropped - 1)) - 1));
  return builder.CreateAdd(bits, half);
}

/// Rounds to nearest even, without the dropped bits being cleared.
Value *roundedBits(IRBuilderBase &builder, Value *value, unsigned dropped) {
  Value *isNan = builder.CreateFCmpUNO(value, value);
  Value *bits = quietedBits(builder, value, isNan);
  // A NaN with a full mantissa would carry into the sign.
  return builder.CreateSelect(isNan, bits, addHalfUlp(builder, bits, dropped));
}

} // namespace

Value *roundToTf32(IRBuilderBase &builder, Value *value) {
  Value *bits = roundedBits(builder, value, 13);
  bits = builder.CreateAnd(bits, ConstantInt::get(bits->getType(), 0xFFFFE000));
  return builder.CreateBitCast(bits, value->getType());
}

Value *truncateToTf32(IRBuilderBase &builder, Value *value) {
  Value *bits = quietedBits(builder, value, builder.CreateFCmpUNO(value, value));
  bits = builder.CreateAnd(bits, ConstantInt::get(bits->getType(), 0xFFFFE000));
  return builder.CreateBitCast(bits, value->getType());
}

Value *roundToBFloat16(IRBuilderBase &builder, Value *value) {
  Value *bits = roundedBits(builder, value, 16);
  return builder.CreateTrunc(builder.CreateLShr(bits, 16), intTypeLike(value, 16));
}

Value *widenBFloat16(IRBuilderBase &builder, Value *bits) {
  Value *wide = builder.CreateZExt(bits, intTypeLike(bits, 32));
  return builder.CreateBitCast(builder.CreateShl(wide, 16), floatTypeLike(bits));
}

// The narrow formats have fewer exponent bits than half and no more mantissa bits. Their bits,
// moved to half's places, are the value times a power of two, denormals included; the machine
// widens half exactly, and the product with the power is exact too.

namespace {

/// The `width` lowest bits as the upper ones of a half, with `skipped` zeros between the sign and
/// the rest, where half has more exponent bits; as a float.
Value *widenThroughHalf(IRBuilderBase &builder, Value *bits, unsigned width, unsigned skipped) {
  Value *word = builder.CreateTrunc(bits, intTypeLike(bits, 16));
  Type *type = word->getType();
  const auto only = [&](Value *value, unsigned mask) {
    return builder.CreateAnd(value, ConstantInt::get(type, mask));
  };
  Value *atTop = builder.CreateShl(word, 16 - width);
  Value *half = atTop;
  if (skipped)
    half = builder.CreateOr(only(atTop, 0x8000), builder.CreateLShr(only(atTop, 0x7FFF), skipped));
  Type *floatType = floatTypeLike(bits);
  return builder.CreateFPExt(
      builder.CreateBitCast(half, floatType->getWithNewType(builder.getHalfTy())), floatType);
}

} // namespace

Value *widenFloat8E4M3(IRBuilderBase &builder, Value *bits) {
  // Bias 7, half's is 15.
  Value *value = widenThroughHalf(builder, bits, 8, 1);
  value = builder.CreateFMul(value, ConstantFP::get(value->getType(), 0x1p8));
  Value *magnitude = builder.CreateAnd(bits, ConstantInt::get(bits->getType(), 0x7F));
  Value *isNaN = builder.CreateICmpEQ(magnitude, ConstantInt::get(bits->getType(), 0x7F));
  return builder.CreateSelect(isNaN, ConstantFP::getQNaN(value->getType()), value);
}

Value *widenFloat8E5M2(IRBuilderBase &builder, Value *bits) {
  return widenThroughHalf(builder, bits, 8, 0);
}

Value *widenFloat4E2M1(IRBuilderBase &builder, Value *bits) {
  // Bias 1.
  Value *value = widenThroughHalf(builder, bits, 4, 3);
  return builder.CreateFMul(value, ConstantFP::get(value->getType(), 0x1p14));
}

Value *float4AsFloat8(IRBuilderBase &builder, Value *bytes) {
  Type *type = bytes->getType();
  const auto byte = [&](unsigned number) { return ConstantInt::get(type, number); };
  Value *magnitude = builder.CreateAnd(bytes, byte(7));
  Value *sign = builder.CreateShl(builder.CreateAnd(bytes, byte(8)), 4);
  // Exponents are 6 apart, and there are two more bits of mantissa. Of the numbers without an
  // exponent, 0 and 1/2, the second has one there.
  Value *normal = builder.CreateAdd(builder.CreateShl(magnitude, 2), byte(6 << 3));
  Value *small = builder.CreateMul(magnitude, byte(6 << 3));
  Value *isSmall = builder.CreateICmpULT(magnitude, byte(2));
  return builder.CreateOr(sign, builder.CreateSelect(isSmall, small, normal));
}

Value *createMinMax(IRBuilderBase &builder, Intrinsic::ID intrinsic, Value *x, Value *y) {
  Type *type = x->getType();
  if (!type->getScalarType()->isHalfTy())
    return builder.CreateBinaryIntrinsic(intrinsic, x, y);
  Type *wide = type->getWithNewType(builder.getFloatTy());
  Value *result = builder.CreateBinaryIntrinsic(intrinsic, builder.CreateFPExt(x, wide),
                                                builder.CreateFPExt(y, wide));
  return builder.CreateFPTrunc(result, type);
}

} // namespace heddle::compiler
