// Which elements become a pair is free, as long as it is the same in A and B:
//
//   halves                  as they are: converted in their order, and packed again
//   bytes and nibbles       those at the same place of a word's two halves; in a row, first the
//   lowest
//                           pair of all words, then the next. They become halves by shifts
//   an element a word       i and i + k / 2: halves of a row of A, whole rows of B

#include "compiler/matrix/factors/bfloat_factors.hpp"

#include "compiler/matrix/factors/factor_steps.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"

#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Words that are converted together: those of the widest register.
constexpr unsigned wordsTogether = 16;
constexpr unsigned upperHalf = 0xFFFF0000;

unsigned lanesOf(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

Value *asLanes(IRBuilderBase &builder, Value *vector, Type *element) {
  const unsigned bits = vector->getType()->getPrimitiveSizeInBits();
  return builder.CreateBitCast(
      vector, FixedVectorType::get(element, bits / element->getScalarSizeInBits()));
}
Value *asWords(IRBuilderBase &builder, Value *vector) {
  return asLanes(builder, vector, builder.getInt32Ty());
}

/// The upper halves of two vectors of floats as pairs.
Value *pairUp(IRBuilderBase &builder, Value *even, Value *odd) {
  Value *low = builder.CreateLShr(asWords(builder, even), 16);
  Value *high = asWords(builder, odd);
  return builder.CreateOr(builder.CreateAnd(high, ConstantInt::get(high->getType(), upperHalf)),
                          low);
}

/// The upper halves of floats, in their order.
Value *packed(IRBuilderBase &builder, Value *floats) {
  SmallVector<int, 2 * wordsTogether> odd;
  for (unsigned i = 0; i < lanesOf(floats); ++i)
    odd.push_back(2 * i + 1);
  return asWords(builder,
                 builder.CreateShuffleVector(asLanes(builder, floats, builder.getInt16Ty()), odd));
}

/// What a float has below its upper half.
Value *belowUpperHalf(IRBuilderBase &builder, Value *value) {
  Value *bits = asWords(builder, value);
  Value *upper = builder.CreateAnd(bits, ConstantInt::get(bits->getType(), upperHalf));
  return builder.CreateFSub(value, builder.CreateBitCast(upper, value->getType()));
}

class Conversion {
public:
  Conversion(IRBuilderBase &builder, const MatrixOperation &op, MatrixFactor factor,
             FactorRows source, BFloatSink sink)
      : builder(builder), isA(factor == MatrixFactor::a), element(isA ? op.a : op.b),
        elements(element, isA ? op.b : op.a), wordRows(factorRows(op, factor)),
        rowWords(isA ? op.k / elements.elementsPerWord() : op.n), source(source), sink(sink) {}

  void run() {
    if (element == MatrixElement::f16)
      forRows(wordRows, rowWords, [&](unsigned first, unsigned count) { halves(first, count); });
    else if (elements.elementsPerWord() > 1)
      forRows(wordRows, rowWords,
              [&](unsigned first, unsigned count) { smallFloats(first, count); });
    else if (isA)
      forRows(wordRows, rowWords / 2,
              [&](unsigned first, unsigned count) { halvesOfRows(first, count); });
    else
      forRows(wordRows / 2, rowWords,
              [&](unsigned first, unsigned count) { pairsOfRows(first, count); });
  }

private:
  /// Rows [0, end) of `words` words, as many at a time as fit.
  void forRows(unsigned end, unsigned words, function_ref<void(unsigned, unsigned)> convert) {
    const unsigned step = std::max(1u, wordsTogether / words);
    for (unsigned first = 0; first < end; first += step)
      convert(first, std::min(step, end - first));
  }

  /// Rows of the matrix, one after another.
  Value *wordsOf(unsigned first, unsigned count) {
    SmallVector<Value *> rows;
    for (unsigned row = first; row < first + count; ++row)
      rows.push_back(source(row));
    return joinLanes(builder, rows);
  }

  void halves(unsigned first, unsigned count) {
    Value *values = asLanes(builder, wordsOf(first, count), builder.getHalfTy());
    values = builder.CreateFPExt(values, values->getType()->getWithNewType(builder.getFloatTy()));
    give(packed(builder, values), packed(builder, belowUpperHalf(builder, values)), first, count,
         0);
  }

  /// Halves with the same bits, and what these have to be multiplied with.
  std::pair<Value *, float> smallFloatsAsHalves(Value *words, unsigned part) {
    const unsigned bits = bitsOf(element), up = 16 - bits * (part + 1);
    Value *top = asLanes(builder, words, builder.getInt16Ty());
    if (up)
      top = builder.CreateShl(top, up);
    const auto masked = [&](Value *value, unsigned mask) {
      return builder.CreateAnd(value, ConstantInt::get(value->getType(), mask));
    };
    if (element == MatrixElement::e5m2)
      return {masked(top, 0xFF00), 1.0f};
    // The exponent has a bit less, or three less.
    Value *sign = masked(top, 0x8000);
    if (element == MatrixElement::e4m3)
      return {builder.CreateOr(sign, masked(builder.CreateLShr(top, 1), 0x3F80)), 0x1p8f};
    return {builder.CreateOr(sign, masked(builder.CreateLShr(top, 3), 0x0E00)), 0x1p14f};
  }

  /// Words of bytes or nibbles.
  void smallFloats(unsigned first, unsigned count) {
    Value *words = wordsOf(first, count);
    for (unsigned part = 0; part < 16 / bitsOf(element); ++part) {
      auto [bits, factor] = smallFloatsAsHalves(words, part);
      Value *values = asLanes(builder, bits, builder.getHalfTy());
      values = builder.CreateFPExt(values, values->getType()->getWithNewType(builder.getFloatTy()));
      if (factor != 1)
        values = builder.CreateFMul(values, ConstantFP::get(values->getType(), factor));
      Value *result = packed(builder, values);
      if (element == MatrixElement::e4m3) {
        Value *magnitudes = builder.CreateAnd(bits, ConstantInt::get(bits->getType(), 0x3F80));
        Value *isNaN = builder.CreateICmpEQ(magnitudes, ConstantInt::get(bits->getType(), 0x3F80));
        result =
            asWords(builder, builder.CreateSelect(isNaN, ConstantInt::get(bits->getType(), 0x7FC0),
                                                  builder.CreateBitCast(result, bits->getType())));
      }
      give(result, nullptr, isA ? first : part * wordRows + first, count,
           isA ? part * rowWords : 0);
    }
  }

  void halvesOfRows(unsigned first, unsigned count) {
    Value *values = elements.part(builder, wordsOf(first, count), 0);
    const unsigned half = rowWords / 2;
    SmallVector<int, wordsTogether> even, odd;
    for (unsigned row = 0; row < count; ++row)
      for (unsigned i = 0; i < half; ++i) {
        even.push_back(row * rowWords + i);
        odd.push_back(row * rowWords + half + i);
      }
    giveSums(builder.CreateShuffleVector(values, even), builder.CreateShuffleVector(values, odd),
             first, count);
  }

  void pairsOfRows(unsigned first, unsigned count) {
    giveSums(elements.part(builder, wordsOf(first, count), 0),
             elements.part(builder, wordsOf(wordRows / 2 + first, count), 0), first, count);
  }

  void giveSums(Value *even, Value *odd, unsigned first, unsigned count) {
    give(pairUp(builder, even, odd),
         pairUp(builder, belowUpperHalf(builder, even), belowUpperHalf(builder, odd)), first, count,
         0);
  }

  /// Words of `count` rows from `first` on, at one place in each. rest: null in exact formats.
  void give(Value *upper, Value *rest, unsigned first, unsigned count, unsigned place) {
    giveRows(BFloatPart::upper, upper, first, count, place);
    if (!rest)
      return;
    Value *bits = asLanes(builder, upper, builder.getInt16Ty());
    Value *exponents = ConstantInt::get(bits->getType(), 0x7F80);
    Value *isFinite = builder.CreateICmpNE(builder.CreateAnd(bits, exponents), exponents);
    const auto ifFinite = [&](Value *words) {
      Value *zero = Constant::getNullValue(bits->getType());
      return asWords(builder, builder.CreateSelect(
                                  isFinite, builder.CreateBitCast(words, bits->getType()), zero));
    };
    giveRows(BFloatPart::finite, ifFinite(upper), first, count, place);
    giveRows(BFloatPart::rest, ifFinite(rest), first, count, place);
  }

  void giveRows(BFloatPart part, Value *words, unsigned first, unsigned count, unsigned place) {
    const unsigned each = lanesOf(words) / count;
    for (unsigned row = 0; row < count; ++row)
      sink(part, first + row, place, extractLanes(builder, words, row * each, each));
  }

  IRBuilderBase &builder;
  bool isA;
  MatrixElement element;
  Factor elements;
  unsigned wordRows, rowWords; ///< of the operand
  FactorRows source;
  BFloatSink sink;
};

} // namespace

bool isExactAsBFloat(MatrixElement element) {
  return element == MatrixElement::e4m3 || element == MatrixElement::e5m2 ||
         element == MatrixElement::e2m1;
}

bool isSumOfBFloats(MatrixElement element) {
  return element == MatrixElement::f16 || element == MatrixElement::tf32;
}

ArrayRef<std::pair<BFloatPart, BFloatPart>> termsOf(MatrixElement element) {
  using enum BFloatPart;
  static constexpr std::pair<BFloatPart, BFloatPart> terms[] = {
      {upper, upper}, {rest, finite}, {rest, rest}, {finite, rest}};
  return ArrayRef(terms).take_front(isSumOfBFloats(element) ? std::size(terms) : 1);
}

unsigned factorRows(const MatrixOperation &op, MatrixFactor factor) {
  return factor == MatrixFactor::a ? op.m : op.k * bitsOf(op.b) / 32;
}

void convertToBFloats(IRBuilderBase &builder, const MatrixOperation &op, MatrixFactor factor,
                      FactorRows source, BFloatSink sink) {
  Conversion(builder, op, factor, source, sink).run();
}

} // namespace heddle::compiler
