// TDPBF16PS, TDPFP16PS, TMMULTF32PS.
#include "tests/unit/support/amx_emulator/product_check.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace heddle::amx {
namespace {

class FloatProductTest : public SequenceTest {};

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }

/// One step of a chain: denormals in and out are zero, one rounding.
float step(float left, float right, float sum) {
  return flushed(std::fma(flushed(left), flushed(right), flushed(sum)));
}

float added(float left, float right) { return flushed(flushed(left) + flushed(right)); }

float fromBfloat(std::uint32_t bits) { return std::bit_cast<float>(bits << 16); }

// By the value of the parts: binary16 has 5 bits of exponent with a bias of 15, 10 of mantissa.
float fromHalf(std::uint32_t bits) {
  const unsigned exponent = bits >> 10 & 31, mantissa = bits & 0x3FF;
  const float sign = bits & 0x8000 ? -1.0f : 1.0f;
  if (exponent == 31)
    return mantissa ? std::numeric_limits<float>::quiet_NaN()
                    : sign * std::numeric_limits<float>::infinity();
  if (exponent == 0)
    return sign * std::ldexp(float(mantissa), -24);
  return sign * std::ldexp(float(mantissa + 1024), int(exponent) - 25);
}

float fromTf32(std::uint32_t bits) {
  const float whole = std::bit_cast<float>(bits);
  return std::isnan(whole) ? whole : std::bit_cast<float>(bits & 0xFFFFE000);
}

template <float (*widen)(std::uint32_t)>
std::uint32_t pairElement(std::uint32_t sum, const std::uint32_t *left, const std::uint32_t *right,
                          unsigned depth) {
  float first = 0, second = 0;
  for (unsigned k = 0; k < depth; ++k) {
    first = step(widen(left[k] & 0xFFFF), widen(right[k] & 0xFFFF), first);
    second = step(widen(left[k] >> 16), widen(right[k] >> 16), second);
  }
  return std::bit_cast<std::uint32_t>(added(std::bit_cast<float>(sum), added(first, second)));
}

std::uint32_t tf32Element(std::uint32_t sum, const std::uint32_t *left, const std::uint32_t *right,
                          unsigned depth) {
  float total = 0;
  for (unsigned k = 0; k < depth; ++k)
    total = step(fromTf32(left[k]), fromTf32(right[k]), total);
  return std::bit_cast<std::uint32_t>(added(std::bit_cast<float>(sum), total));
}

bool sameFloat(std::uint32_t expected, std::uint32_t found) {
  const bool bothNaN =
      std::isnan(std::bit_cast<float>(expected)) && std::isnan(std::bit_cast<float>(found));
  return expected == found || bothNaN;
}

template <typename Multiply>
void expectAllShapes(const ProductOperands &operands, Multiply multiply, Element element,
                     Ending (*run)(std::size_t, const std::function<void(std::uint8_t *)> &)) {
  for (ProductShape shape : productShapes)
    expectProduct(run(sizeof(Words), productSequence(operands, shape, multiply)), operands, shape,
                  element, sameFloat);
}

/// Finite numbers of both signs whose exponents differ by up to `spread` from `middle`.
std::uint32_t randomFloat(std::mt19937 &random, int middle, int spread) {
  const int exponent = middle + int(random() % unsigned(2 * spread + 1)) - spread;
  return std::uint32_t(random() & 0x807FFFFF) | std::uint32_t(exponent) << 23;
}

enum class Kind { bfloat, half, tf32 };

std::uint32_t randomGroup(std::mt19937 &random, Kind kind, int middle, int spread) {
  if (kind == Kind::bfloat)
    return randomFloat(random, middle, spread) >> 16 |
           (randomFloat(random, middle, spread) & 0xFFFF0000);
  if (kind == Kind::tf32)
    return randomFloat(random, middle, spread);
  // Halves of every kind but infinities and NaNs; the denormals are numbers here.
  std::uint32_t word = random();
  if ((word & 0x7C00) == 0x7C00)
    word ^= 0x4000;
  if ((word & 0x7C000000) == 0x7C000000)
    word ^= 0x40000000;
  return word;
}

ProductOperands randomOperands(Kind kind, int middle, int spread, int sumMiddle) {
  std::mt19937 random(2);
  ProductOperands operands;
  for (std::uint32_t &word : operands.sum)
    word = randomFloat(random, sumMiddle, spread);
  for (Words *words : {&operands.left, &operands.right})
    for (std::uint32_t &word : *words)
      word = randomGroup(random, kind, middle, spread);
  return operands;
}

/// All pairs of zeros, infinities, NaNs, the largest, the smallest normal and denormal numbers:
/// each row of left has one of them, each column of right too, and the rest is a small number.
ProductOperands specialOperands(Kind kind) {
  static constexpr std::uint32_t bfloats[] = {0x0000, 0x8000, 0x7F80, 0xFF80, 0x7FC0, 0x7F81,
                                              0x7F7F, 0xFF7F, 0x0080, 0x8080, 0x0001, 0x807F,
                                              0x007F, 0x3F80, 0xBF80, 0x0040};
  static constexpr std::uint32_t halves[] = {0x0000, 0x8000, 0x7C00, 0xFC00, 0x7E00, 0x7C01,
                                             0x7BFF, 0xFBFF, 0x0400, 0x8400, 0x0001, 0x83FF,
                                             0x03FF, 0x3C00, 0xBC00, 0x0200};
  const auto group = [kind](unsigned index, unsigned other) -> std::uint32_t {
    switch (kind) {
    case Kind::bfloat:
      return bfloats[index] | bfloats[other] << 16;
    case Kind::half:
      return halves[index] | halves[other] << 16;
    case Kind::tf32:
      // The third kind of NaN has only bits that tf32 does not have.
      return index == 5 ? 0x7F800001 : bfloats[index] << 16 | 0x1FFF;
    }
    return 0;
  };
  ProductOperands operands;
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned column = 0; column < 16; ++column) {
      operands.left[row * 16 + column] = column == 0 ? group(row, 13) : group(13, 13);
      operands.right[row * 16 + column] = row == 0 ? group(column, 13) : group(0, 0);
      operands.sum[row * 16 + column] = bfloats[(row * 5 + column * 3) % 16] << 16;
    }
  return operands;
}

TEST_P(FloatProductTest, MultipliesBfloatsWithOneRoundingAStep) {
  HEDDLE_SKIP_WITHOUT(bf16);
  expectAllShapes(randomOperands(Kind::bfloat, 127, 6, 130), tdpbf16ps<0, 1, 2>,
                  pairElement<fromBfloat>, run);
}

TEST_P(FloatProductTest, FlushesDenormalsOfBfloats) {
  HEDDLE_SKIP_WITHOUT(bf16);
  // Products around the smallest normal number, 2^-126.
  expectAllShapes(randomOperands(Kind::bfloat, 63, 3, 4), tdpbf16ps<0, 1, 2>,
                  pairElement<fromBfloat>, run);
  // Factors around it.
  expectAllShapes(randomOperands(Kind::bfloat, 2, 2, 2), tdpbf16ps<0, 1, 2>,
                  pairElement<fromBfloat>, run);
}

TEST_P(FloatProductTest, OverflowsToInfinity) {
  HEDDLE_SKIP_WITHOUT(bf16);
  expectAllShapes(randomOperands(Kind::bfloat, 190, 3, 250), tdpbf16ps<0, 1, 2>,
                  pairElement<fromBfloat>, run);
}

TEST_P(FloatProductTest, KeepsSpecialBfloats) {
  HEDDLE_SKIP_WITHOUT(bf16);
  expectAllShapes(specialOperands(Kind::bfloat), tdpbf16ps<0, 1, 2>, pairElement<fromBfloat>, run);
}

TEST_P(FloatProductTest, MultipliesHalvesDenormalsIncluded) {
  HEDDLE_SKIP_WITHOUT(fp16);
  expectAllShapes(randomOperands(Kind::half, 0, 0, 127), tdpfp16ps<0, 1, 2>, pairElement<fromHalf>,
                  run);
}

TEST_P(FloatProductTest, KeepsSpecialHalves) {
  HEDDLE_SKIP_WITHOUT(fp16);
  expectAllShapes(specialOperands(Kind::half), tdpfp16ps<0, 1, 2>, pairElement<fromHalf>, run);
}

TEST_P(FloatProductTest, MultipliesTf32) {
  HEDDLE_SKIP_WITHOUT(tf32);
  expectAllShapes(randomOperands(Kind::tf32, 127, 6, 130), tmmultf32ps<0, 1, 2>, tf32Element, run);
  expectAllShapes(randomOperands(Kind::tf32, 63, 3, 4), tmmultf32ps<0, 1, 2>, tf32Element, run);
}

TEST_P(FloatProductTest, KeepsSpecialTf32) {
  HEDDLE_SKIP_WITHOUT(tf32);
  expectAllShapes(specialOperands(Kind::tf32), tmmultf32ps<0, 1, 2>, tf32Element, run);
}

TEST_P(FloatProductTest, NeitherReadsNorChangesMxcsr) {
  HEDDLE_SKIP_WITHOUT(bf16);
  const ProductOperands operands = randomOperands(Kind::bfloat, 127, 6, 130);
  std::uint32_t left = 0;
  const Ending ending = run(1028, [&](std::uint8_t *output) {
    // All exceptions masked, towards zero, denormals kept.
    const std::uint32_t towardsZero = 0x7F80;
    std::uint32_t after = 0;
    __asm__ volatile("ldmxcsr %0" : : "m"(towardsZero) : "memory");
    productSequence(operands, {16, 16, 16}, tdpbf16ps<0, 1, 2>)(output);
    __asm__ volatile("stmxcsr %0" : "=m"(after) : : "memory");
    std::memcpy(output + 1024, &after, 4);
  });
  ASSERT_EQ(ending.output.size(), 1028u);
  std::memcpy(&left, ending.output.data() + 1024, 4);
  EXPECT_EQ(left, 0x7F80u);
  Ending product = ending;
  product.output.resize(1024);
  expectProduct(product, operands, {16, 16, 16}, pairElement<fromBfloat>, sameFloat);
}

HEDDLE_FOR_BOTH_UNITS(FloatProductTest);

} // namespace
} // namespace heddle::amx
