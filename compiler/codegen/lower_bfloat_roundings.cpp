#include "compiler/codegen/lower_bfloat_roundings.hpp"

#include "compiler/codegen/vector_parts.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

constexpr unsigned droppedBits = 16, halfUlp = 0x7fff, quietBit = 0x00400000,
                   exponentBits = 0x7f800000;
/// An exponent of floats, and of bfloats, that is not zero and whose other bits are.
constexpr unsigned anExponent = 0x40000000, anExponentOfBfloats = anExponent >> droppedBits;

/// Whether the integers are the floats' bits. Vectors that were put together may be so of both.
bool areBitsOf(Value *bits, Value *floats, unsigned depth = 0) {
  constexpr unsigned deepest = 6; // 64 registers
  Value *source;
  if (match(bits, m_BitCast(m_Value(source))) &&
      (source == floats || match(floats, m_BitCast(m_Specific(source)))))
    return true;
  if (match(floats, m_BitCast(m_Specific(bits))) ||
      (isa<PoisonValue>(bits) && isa<PoisonValue>(floats)))
    return true;
  auto *a = dyn_cast<ShuffleVectorInst>(bits), *b = dyn_cast<ShuffleVectorInst>(floats);
  return a && b && depth < deepest && a->getShuffleMask() == b->getShuffleMask() &&
         areBitsOf(a->getOperand(0), b->getOperand(0), depth + 1) &&
         areBitsOf(a->getOperand(1), b->getOperand(1), depth + 1);
}

/// Whether a sum is that of the bits, of what is one less than half of the last bit that stays, and
/// of that bit.
bool addsHalfUlp(Value *sum, Value *bits) {
  SmallVector<Value *> left{sum}, added;
  while (!left.empty()) {
    Value *value = left.pop_back_val(), *a, *b;
    if (value != bits && added.size() + left.size() < 3 &&
        match(value, m_Add(m_Value(a), m_Value(b))))
      left.append({a, b});
    else
      added.push_back(value);
  }
  const auto hasOne = [&](auto &&pattern) {
    return count_if(added, [&](Value *value) { return match(value, pattern); }) == 1;
  };
  return added.size() == 3 && hasOne(m_Specific(bits)) && hasOne(m_SpecificInt(halfUlp)) &&
         hasOne(m_And(m_LShr(m_Specific(bits), m_SpecificInt(droppedBits)), m_One()));
}

/// The bits that are rounded, if that is what the instruction does.
Value *roundedBits(Instruction &instruction) {
  Value *rounded, *floats, *bits, *sum;
  CmpPredicate predicate;
  if (!match(&instruction, m_Trunc(m_LShr(m_Value(rounded), m_SpecificInt(droppedBits)))) ||
      !match(rounded, m_Select(m_FCmp(predicate, m_Value(floats), m_Value()),
                               m_Or(m_Value(bits), m_SpecificInt(quietBit)), m_Value(sum))))
    return nullptr;
  const auto *comparison = cast<FCmpInst>(cast<SelectInst>(rounded)->getCondition());
  const bool isNan =
      predicate == FCmpInst::FCMP_UNO &&
      (comparison->getOperand(1) == floats || match(comparison->getOperand(1), m_AnyZeroFP()));
  return isNan && areBitsOf(bits, floats) && addsHalfUlp(sum, bits) ? bits : nullptr;
}

Value *round(IRBuilder<> &builder, Value *bits) {
  const unsigned length = cast<FixedVectorType>(bits->getType())->getNumElements();
  const auto constant = [&](Value *like, unsigned value) {
    return ConstantInt::get(like->getType(), value);
  };
  Value *exponent = builder.CreateAnd(bits, constant(bits, exponentBits));
  Value *hasNone = builder.CreateICmpEQ(exponent, constant(bits, 0));
  Value *normal =
      builder.CreateSelect(hasNone, builder.CreateOr(bits, constant(bits, anExponent)), bits);
  Value *floats = builder.CreateBitCast(normal, FixedVectorType::get(builder.getFloatTy(), length));
  Value *bfloats =
      builder.CreateIntrinsic(length == 16 ? Intrinsic::x86_avx512bf16_cvtneps2bf16_512
                                           : Intrinsic::x86_avx512bf16_cvtneps2bf16_256,
                              {}, {floats});
  Value *words = builder.CreateBitCast(bfloats, FixedVectorType::get(builder.getInt16Ty(), length));
  return builder.CreateSelect(
      hasNone, builder.CreateSub(words, constant(words, anExponentOfBfloats)), words);
}

} // namespace

PreservedAnalyses LowerBfloatRoundingsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<std::pair<Instruction *, Value *>> roundings;
  for (Instruction &instruction : instructions(function))
    if (const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
        type && type->getElementType()->isIntegerTy(16) && type->getNumElements() >= 8)
      if (Value *bits = roundedBits(instruction);
          bits && bits->getType()->getScalarType()->isIntegerTy(32))
        roundings.emplace_back(&instruction, bits);
  for (auto &[rounding, bits] : roundings) {
    IRBuilder<> builder(rounding);
    const unsigned length = cast<FixedVectorType>(bits->getType())->getNumElements();
    Value *words = inParts(builder, {bits}, length == 8 ? 8 : 16,
                           [&](ArrayRef<Value *> parts) { return round(builder, parts[0]); });
    words->takeName(rounding);
    rounding->replaceAllUsesWith(words);
    RecursivelyDeleteTriviallyDeadInstructions(rounding);
  }
  if (roundings.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
