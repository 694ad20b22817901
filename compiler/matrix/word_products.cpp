// vpdpbusd multiplies unsigned bytes by signed ones. The other pairs of signs:
//
//   u8 * i8   as it is
//   i8 * u8   the factors change places
//   i8 * i8   A with its sign bits inverted is A + 128, unsigned: the result is too large by
//             128 * sum(B), the same for all rows
//   u8 * u8   A with its upper bits inverted is A - 128, signed: too large by -128 * sum(B)
//
// Nibbles become bytes, the even ones and the odd ones of a word apart, in both factors alike. As
// bytes the unsigned ones are signed as well, so that only i4 * i4 is too large, by 8 * sum(B).
// All sums are modulo 2^32; the form that saturates is never used.

#include "compiler/matrix/word_products.hpp"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

unsigned lanesOf(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

Value *bytesLike(Value *words, std::uint8_t byte) {
  return ConstantInt::get(words->getType(), byte * 0x01010101u);
}

/// vpdpbssd, vpdpbsud or vpdpbuud. The second of these wants the signed factor first.
Intrinsic::ID signedInstruction(bool isSignedA, bool isSignedB) {
  if (isSignedA && isSignedB)
    return Intrinsic::x86_avx2_vpdpbssd_256;
  return isSignedA || isSignedB ? Intrinsic::x86_avx2_vpdpbsud_256
                                : Intrinsic::x86_avx2_vpdpbuud_256;
}

} // namespace

Value *WordPreparation::part(IRBuilderBase &builder, Value *words, unsigned index) const {
  if (isNibbles) {
    if (index)
      words = builder.CreateLShr(words, 4);
    words = builder.CreateAnd(words, bytesLike(words, 0x0F));
    if (!signExtends)
      return flipped ? builder.CreateXor(words, bytesLike(words, flipped)) : words;
    auto *bytes = FixedVectorType::get(builder.getInt8Ty(), 4 * lanesOf(words));
    Value *biased = builder.CreateBitCast(builder.CreateXor(words, bytesLike(words, 8)), bytes);
    return builder.CreateBitCast(builder.CreateSub(biased, ConstantInt::get(bytes, 8)),
                                 words->getType());
  }
  return flipped ? builder.CreateXor(words, bytesLike(words, flipped)) : words;
}

std::optional<WordProduct> WordProduct::create(const MatrixOperation &op, VectorFeatures features) {
  WordProduct result;
  if (op.a == MatrixElement::bf16 && op.b == MatrixElement::bf16) {
    if (!features.bfloats || op.n % 8)
      return std::nullopt;
    result.isBfloat = true;
    // The second factor may be a word of memory, broadcast.
    result.swapsFactors = true;
    result.laneCount = op.n % 16 ? 8 : 16;
    result.instruction = result.laneCount == 16 ? Intrinsic::x86_avx512bf16_dpbf16ps_512
                                                : Intrinsic::x86_avx512bf16_dpbf16ps_256;
    return result;
  }
  const unsigned bits = bitsOf(op.a);
  if (!isInteger(op.a) || !isInteger(op.b) || bits != bitsOf(op.b) || (bits != 8 && bits != 4))
    return std::nullopt;
  if (features.wideBytes && op.n % 16 == 0)
    result.laneCount = 16;
  else if (features.narrowBytes && op.n % 8 == 0)
    result.laneCount = 8;
  else
    return std::nullopt;
  result.instruction = result.laneCount == 16 ? Intrinsic::x86_avx512_vpdpbusd_512
                                              : Intrinsic::x86_avx512_vpdpbusd_256;
  const bool isSignedA = isSigned(op.a), isSignedB = isSigned(op.b);
  result.swapsFactors = isSignedA && !isSignedB;

  if (bits == 4) {
    result.factorA = {.parts = 2, .isNibbles = true};
    result.factorB = {.parts = 2, .isNibbles = true, .signExtends = isSignedB};
    if (result.swapsFactors)
      result.factorA.signExtends = true;
    else if (isSignedA)
      result.factorA.flipped = result.excessOfOne = 8;
    return result;
  }
  if (result.laneCount == 8 && features.narrowSignedBytes) {
    result.instruction = signedInstruction(isSignedA, isSignedB);
    result.swapsFactors = isSignedB && !isSignedA;
  } else if (isSignedA == isSignedB) {
    result.swapsFactors = !isSignedA;
    result.factorA.flipped = result.excessOfOne = 0x80;
  }
  return result;
}

StringRef WordProduct::instructionName() const {
  switch (instruction) {
  case Intrinsic::x86_avx2_vpdpbssd_256:
    return "vpdpbssd";
  case Intrinsic::x86_avx2_vpdpbsud_256:
    return "vpdpbsud";
  case Intrinsic::x86_avx2_vpdpbuud_256:
    return "vpdpbuud";
  default:
    return isBfloat ? "vdpbf16ps" : "vpdpbusd";
  }
}

Value *WordProduct::multiplyAdd(IRBuilderBase &builder, Value *a, Value *b, Value *sum) const {
  const unsigned lanes = lanesOf(sum);
  auto *type = isBfloat ? FixedVectorType::get(builder.getBFloatTy(), 2 * lanes)
                        : FixedVectorType::get(builder.getInt8Ty(), 4 * lanes);
  Value *first = builder.CreateBitCast(swapsFactors ? b : a, type);
  Value *second = builder.CreateBitCast(swapsFactors ? a : b, type);
  return builder.CreateIntrinsic(instruction, {sum, first, second});
}

Value *WordProduct::addExcess(IRBuilderBase &builder, Value *b, Value *sum) const {
  return multiplyAdd(builder, bytesLike(b, excessOfOne), b, sum);
}

} // namespace heddle::compiler
