// Conversions of floating-point numbers of 8 and 4 bits, which are integers here: what float8.cpp
// makes of OpFConvert.
#include "compiler/ir/float_formats.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

using namespace llvm;

namespace heddle::compiler {

namespace {

struct SmallFloat {
  unsigned bits, mantissaBits, bias;
  std::uint32_t largest, ///< as bits
      overflow,          ///< what stands for larger numbers: infinity, or NaN where there is none
      nan;
};

constexpr SmallFloat e4m3 = {8, 3, 7, 0x7E, 0x7F, 0x7F};
constexpr SmallFloat e5m2 = {8, 2, 15, 0x7B, 0x7C, 0x7E};
// It has neither infinity nor NaN: the largest number stands for both, as in the OCP formats.
constexpr SmallFloat e2m1 = {4, 1, 1, 0x7, 0x7, 0x7};

constexpr unsigned floatMantissaBits = 23, floatBias = 127;
constexpr std::uint32_t floatMagnitude = 0x7FFFFFFF, floatInfinity = 0x7F800000;

/// float -> bits, nearest, ties to even. Of numbers too large, infinity among them, `saturates`
/// makes the largest one.
Value *narrow(IRBuilder<> &builder, Value *value, const SmallFloat &format, bool saturates,
              Type *result) {
  Type *words = value->getType()->getWithNewType(builder.getInt32Ty());
  const auto word = [&](std::uint32_t number) { return ConstantInt::get(words, number); };
  const unsigned dropped = floatMantissaBits - format.mantissaBits;
  Value *bits = builder.CreateBitCast(value, words);
  Value *sign =
      builder.CreateAnd(builder.CreateLShr(bits, 32 - format.bits), word(1u << (format.bits - 1)));
  Value *magnitude = builder.CreateAnd(bits, word(floatMagnitude));

  // A carry out of the mantissa goes into the exponent, which is what rounding up means.
  Value *last = builder.CreateAnd(builder.CreateLShr(magnitude, dropped), word(1));
  Value *half = builder.CreateAdd(last, word((1u << (dropped - 1)) - 1));
  Value *normal = builder.CreateSub(builder.CreateLShr(builder.CreateAdd(magnitude, half), dropped),
                                    word((floatBias - format.bias) << format.mantissaBits));
  // Added to a number whose last place is that of the denormals, the machine rounds.
  const std::uint32_t rounder =
      (floatBias + floatMantissaBits + 1 - format.bias - format.mantissaBits) << floatMantissaBits;
  Value *sum = builder.CreateFAdd(builder.CreateBitCast(magnitude, value->getType()),
                                  builder.CreateBitCast(word(rounder), value->getType()));
  Value *denormal = builder.CreateSub(builder.CreateBitCast(sum, words), word(rounder));
  Value *isSmall =
      builder.CreateICmpULT(magnitude, word((floatBias + 1 - format.bias) << floatMantissaBits));

  Value *code = builder.CreateSelect(isSmall, denormal, normal);
  Value *isLarge = builder.CreateICmpUGT(code, word(format.largest));
  code = builder.CreateSelect(isLarge, word(saturates ? format.largest : format.overflow), code);
  Value *isNaN = builder.CreateICmpUGT(magnitude, word(floatInfinity));
  code = builder.CreateSelect(isNaN, word(format.nan), code);
  return builder.CreateTrunc(builder.CreateOr(code, sign), result);
}

Value *widen(BuiltinCall &call, Value *(*widenBits)(IRBuilderBase &, Value *)) {
  Value *bits = call.operand(0);
  Type *wide = bits->getType()->getWithNewType(call.builder.getInt16Ty());
  return widenBits(call.builder, call.builder.CreateZExt(bits, wide));
}

} // namespace

bool lowerFloat8(BuiltinCall &call) {
  const StringRef name = call.base();
  const auto narrowed = [&](const SmallFloat &format, bool saturates) {
    return narrow(call.builder, call.operand(0), format, saturates, call.type());
  };
  Value *value = nullptr;
  if (name == "ConvertE4M3ToF")
    value = widen(call, widenFloat8E4M3);
  else if (name == "ConvertE5M2ToF")
    value = widen(call, widenFloat8E5M2);
  else if (name == "ConvertFToE4M3" || name == "ConvertFToE4M3Sat")
    value = narrowed(e4m3, name.ends_with("Sat"));
  else if (name == "ConvertFToE5M2" || name == "ConvertFToE5M2Sat")
    value = narrowed(e5m2, name.ends_with("Sat"));
  else if (name == "ConvertE2M1ToF")
    value = widen(call, widenFloat4E2M1);
  else if (name == "ConvertFToE2M1" || name == "ConvertFToE2M1Sat")
    value = narrowed(e2m1, /*saturates=*/true);
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
