#include "compiler/codegen/upper_half.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned bitsOfWord = 32, bitsOfHalf = 64;

class Words {
public:
  Words(IRBuilder<> &builder, Value *value, const DataLayout &layout)
      : low(builder.CreateAnd(value, maskOf(bitsOfWord))) {
    if (computeKnownBits(value, layout).countMaxActiveBits() > bitsOfWord)
      high = builder.CreateLShr(value, bitsOfWord);
  }

  static std::uint64_t maskOf(unsigned bits) { return maskTrailingOnes<std::uint64_t>(bits); }

  Value *low;
  Value *high = nullptr; ///< null: zero
};

/// The upper half of the product of two unsigned numbers. No sum in it overflows.
Value *upperHalf(IRBuilder<> &builder, const Words &a, const Words &b) {
  const auto product = [&](Value *left, Value *right) -> Value * {
    return left && right ? builder.CreateMul(left, right) : nullptr;
  };
  const auto sum = [&](Value *left, Value *right) {
    return left && right ? builder.CreateAdd(left, right) : left ? left : right;
  };
  const auto above = [&](Value *value) { return builder.CreateLShr(value, bitsOfWord); };
  Value *middle = sum(above(product(a.low, b.low)), product(a.high, b.low));
  Value *other = sum(builder.CreateAnd(middle, Words::maskOf(bitsOfWord)), product(a.low, b.high));
  return sum(sum(product(a.high, b.high), above(middle)), above(other));
}

} // namespace

Value *upperHalfOfProduct(IRBuilder<> &builder, const WideFactor &a, const WideFactor &b,
                          const DataLayout &layout) {
  Value *result =
      upperHalf(builder, Words(builder, a.value, layout), Words(builder, b.value, layout));
  // A negative number is 2^64 too large as an unsigned one.
  const auto correct = [&](const WideFactor &number, const WideFactor &other) {
    if (!number.hasSign || isKnownNonNegative(number.value, layout))
      return;
    Value *sign = builder.CreateAShr(number.value, bitsOfHalf - 1);
    result = builder.CreateSub(result, builder.CreateAnd(sign, other.value));
  };
  correct(a, b);
  correct(b, a);
  return result;
}

} // namespace heddle::compiler
