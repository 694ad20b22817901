// Integers are multiplied in pairs of 16 bits, because x86 has an exact instruction for that: two
// products and their sum in a 32-bit lane (pmaddwd). Which two elements share a lane is free as
// long as A and B agree. Elements half a word apart need no shuffle, only shifts within 16 bits:
//
//   8 bits  | 3 2 | 1 0 |   parts (0,2) and (1,3)
//   4 bits  | 7654 | 3210 | parts (0,4) (1,5) (2,6) (3,7)
//   2 bits  likewise, 8 apart
//
// When one factor is wider than the other, the narrower one follows the pairs of the other.

#include "compiler/matrix/factors/factor_steps.hpp"

#include "compiler/ir/float_formats.hpp"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace heddle::compiler {

Factor::Factor(MatrixElement element, MatrixElement other) : element(element) {
  const unsigned count = elementsPerWord();
  if (!isInteger(element)) {
    for (unsigned i = 0; i < count; ++i)
      partList.push_back({i, i});
    return;
  }
  // Groups of as many elements as a word of the wider factor holds; pairs are half a group apart.
  const unsigned group = std::min(count, 32 / bitsOf(other));
  for (unsigned first = 0; first < count; first += group)
    for (unsigned i = 0; i < group / 2; ++i)
      partList.push_back({first + i, first + i + group / 2});
}

unsigned Factor::partWith(unsigned low) const {
  for (unsigned i = 0; i < partList.size(); ++i)
    if (partList[i].low == low)
      return i;
  llvm_unreachable("the factors of a product have the same pairs");
}

Value *Factor::pair(IRBuilderBase &builder, Value *words, FactorPart part) const {
  const unsigned bits = bitsOf(element);
  Type *wordType = words->getType();
  if (part.high - part.low == elementsPerWord() / 2) {
    // Both elements sit at the same place of their halves.
    auto *halfType = FixedVectorType::get(builder.getInt16Ty(),
                                          2 * cast<FixedVectorType>(wordType)->getNumElements());
    Value *halves = builder.CreateBitCast(words, halfType);
    const unsigned below = part.low * bits;
    const unsigned above = 16 - bits - below;
    if (isSigned(element)) {
      if (above)
        halves = builder.CreateShl(halves, above);
      halves = builder.CreateAShr(halves, 16 - bits);
    } else {
      if (below)
        halves = builder.CreateLShr(halves, below);
      if (above)
        halves = builder.CreateAnd(halves, ConstantInt::get(halfType, (1u << bits) - 1));
    }
    return builder.CreateBitCast(halves, wordType);
  }
  // Each element on its own: to the top of the word, and down again with or without its sign.
  const auto shiftDown = [&](unsigned index, unsigned to) {
    Value *top = builder.CreateShl(words, 32 - bits - index * bits);
    Value *low =
        isSigned(element) ? builder.CreateAShr(top, 32 - bits) : builder.CreateLShr(top, 32 - bits);
    return to ? builder.CreateShl(low, to)
              : builder.CreateAnd(low, ConstantInt::get(wordType, 0xFFFF));
  };
  return builder.CreateOr(shiftDown(part.low, 0), shiftDown(part.high, 16));
}

Value *Factor::part(IRBuilderBase &builder, Value *words, unsigned index) const {
  return isInteger(element) ? pair(builder, words, partList[index])
                            : single(builder, words, partList[index].low);
}

Value *Factor::elements(IRBuilderBase &builder, Value *words) const {
  const unsigned count =
      elementsPerWord() * cast<FixedVectorType>(words->getType())->getNumElements();
  Value *packed =
      builder.CreateBitCast(words, FixedVectorType::get(builder.getIntNTy(bitsOf(element)), count));
  return single(builder,
                builder.CreateZExt(packed, FixedVectorType::get(builder.getInt32Ty(), count)), 0);
}

/// Element `index` of each word, as float.
Value *Factor::single(IRBuilderBase &builder, Value *words, unsigned index) const {
  const unsigned lanes = cast<FixedVectorType>(words->getType())->getNumElements();
  auto *floatType = FixedVectorType::get(builder.getFloatTy(), lanes);
  // The element in the lowest bits, with others above it.
  const auto lowest = [&] {
    return index == 0 ? words : builder.CreateLShr(words, index * bitsOf(element));
  };
  switch (element) {
  case MatrixElement::f32:
    return builder.CreateBitCast(words, floatType);
  case MatrixElement::tf32:
    return truncateToTf32(builder, builder.CreateBitCast(words, floatType));
  case MatrixElement::bf16: {
    Value *bits = index == 0
                      ? builder.CreateShl(words, 16)
                      : builder.CreateAnd(words, ConstantInt::get(words->getType(), 0xFFFF0000));
    return builder.CreateBitCast(bits, floatType);
  }
  case MatrixElement::f16: {
    Value *bits = builder.CreateTrunc(lowest(), FixedVectorType::get(builder.getInt16Ty(), lanes));
    Value *half = builder.CreateBitCast(bits, FixedVectorType::get(builder.getHalfTy(), lanes));
    return builder.CreateFPExt(half, floatType);
  }
  case MatrixElement::e4m3:
    return widenFloat8E4M3(builder, lowest());
  case MatrixElement::e5m2:
    return widenFloat8E5M2(builder, lowest());
  case MatrixElement::e2m1:
    return widenFloat4E2M1(builder, lowest());
  default:
    llvm_unreachable("integer formats were handled above");
  }
}

SmallVector<MatrixStep> matrixSteps(const Factor &a, const Factor &b, unsigned k) {
  // The factor with fewer elements in a word decides the order.
  const Factor &leader = a.elementsPerWord() <= b.elementsPerWord() ? a : b;
  SmallVector<MatrixStep> steps;
  for (unsigned first = 0; first < k; first += leader.elementsPerWord())
    for (const FactorPart &part : leader.parts()) {
      const unsigned element = first + part.low;
      MatrixStep step;
      step.wordA = element / a.elementsPerWord();
      step.partA = a.partWith(element % a.elementsPerWord());
      step.wordB = element / b.elementsPerWord();
      step.partB = b.partWith(element % b.elementsPerWord());
      steps.push_back(step);
    }
  return steps;
}

} // namespace heddle::compiler
