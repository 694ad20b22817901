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
//
// Without such an instruction, and for other formats, words are unpacked as for
// lower-matrix-generic: floats for fused multiply-adds, integers of 16 bits for vpmaddwd.

#include "compiler/matrix/plan/word_products.hpp"

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
  if (unpacked)
    return builder.CreateBitCast(unpacked->part(builder, words, index), words->getType());
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

Value *WordPreparation::ordered(IRBuilderBase &builder, Value *words) const {
  auto *type = FixedVectorType::get(builder.getInt32Ty(), parts * lanesOf(words));
  return builder.CreateBitCast(unpacked->elements(builder, words), type);
}

bool WordProduct::chooseDotProduct(const MatrixOperation &op, VectorFeatures features) {
  if (op.a == MatrixElement::bf16 && op.b == MatrixElement::bf16) {
    if (!features.bfloats || op.n % 8)
      return false;
    kind = Kind::bfloats;
    // The second factor may be a word of memory, broadcast.
    swapsFactors = true;
    laneCount = op.n % 16 ? 8 : 16;
    instruction = laneCount == 16 ? Intrinsic::x86_avx512bf16_dpbf16ps_512
                                  : Intrinsic::x86_avx512bf16_dpbf16ps_256;
    return true;
  }
  const unsigned bits = bitsOf(op.a);
  if (!isInteger(op.a) || !isInteger(op.b) || bits != bitsOf(op.b) || (bits != 8 && bits != 4))
    return false;
  if (features.wideBytes && op.n % 16 == 0)
    laneCount = 16;
  else if (features.narrowBytes && op.n % 8 == 0)
    laneCount = 8;
  else
    return false;
  kind = Kind::bytes;
  instruction =
      laneCount == 16 ? Intrinsic::x86_avx512_vpdpbusd_512 : Intrinsic::x86_avx512_vpdpbusd_256;
  const bool isSignedA = isSigned(op.a), isSignedB = isSigned(op.b);
  swapsFactors = isSignedA && !isSignedB;

  if (bits == 4) {
    factorA.parts = factorB.parts = 2;
    factorA.isNibbles = factorB.isNibbles = true;
    factorB.signExtends = isSignedB;
    if (swapsFactors)
      factorA.signExtends = true;
    else if (isSignedA)
      factorA.flipped = excessOfOne = 8;
    return true;
  }
  if (laneCount == 8 && features.narrowSignedBytes) {
    instruction = signedInstruction(isSignedA, isSignedB);
    swapsFactors = isSignedB && !isSignedA;
  } else if (isSignedA == isSignedB) {
    swapsFactors = !isSignedA;
    factorA.flipped = excessOfOne = 0x80;
  }
  return true;
}

bool WordProduct::chooseUnpacked(const MatrixOperation &op, VectorFeatures features) {
  const bool isFloat = !isInteger(op.a);
  if (isFloat == isInteger(op.b) || bitsOf(op.a) != bitsOf(op.b))
    return false;
  laneCount = features.wide && op.n % 16 == 0 ? 16 : 8;
  if (op.n % laneCount)
    return false;
  kind = isFloat ? Kind::floats : Kind::pairs;
  if (isFloat)
    instruction = Intrinsic::fma;
  else
    instruction =
        laneCount == 16 ? Intrinsic::x86_avx512_pmaddw_d_512 : Intrinsic::x86_avx2_pmadd_wd;
  factorA.unpacked.emplace(op.a, op.b);
  factorB.unpacked.emplace(op.b, op.a);
  factorA.parts = factorB.parts = factorA.unpacked->parts().size();
  return true;
}

std::optional<WordProduct> WordProduct::create(const MatrixOperation &op, VectorFeatures features) {
  WordProduct result;
  if (result.chooseDotProduct(op, features) || result.chooseUnpacked(op, features))
    return result;
  return std::nullopt;
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
    break;
  }
  switch (kind) {
  case Kind::bytes:
    return "vpdpbusd";
  case Kind::bfloats:
    return "vdpbf16ps";
  case Kind::floats:
    return "vfmadd";
  case Kind::pairs:
    return "vpmaddwd";
  }
  llvm_unreachable("all kinds are handled");
}

Value *WordProduct::multiplyAdd(IRBuilderBase &builder, Value *a, Value *b, Value *sum) const {
  const unsigned lanes = lanesOf(sum);
  Type *element = nullptr;
  switch (kind) {
  case Kind::bytes:
    element = builder.getInt8Ty();
    break;
  case Kind::bfloats:
    element = builder.getBFloatTy();
    break;
  case Kind::floats:
    element = builder.getFloatTy();
    break;
  case Kind::pairs:
    element = builder.getInt16Ty();
    break;
  }
  auto *type = FixedVectorType::get(element, lanes * 32 / element->getScalarSizeInBits());
  Value *first = builder.CreateBitCast(swapsFactors ? b : a, type);
  Value *second = builder.CreateBitCast(swapsFactors ? a : b, type);
  switch (kind) {
  case Kind::floats:
    return builder.CreateIntrinsic(instruction, {type}, {first, second, sum});
  case Kind::pairs:
    return builder.CreateAdd(sum, builder.CreateIntrinsic(instruction, {first, second}));
  default:
    return builder.CreateIntrinsic(instruction, {sum, first, second});
  }
}

Value *WordProduct::addExcess(IRBuilderBase &builder, Value *b, Value *sum) const {
  return multiplyAdd(builder, bytesLike(b, excessOfOne), b, sum);
}

} // namespace heddle::compiler
