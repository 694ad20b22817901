// The bounds of tests/kernels/matrix/any_order.hpp: wide enough for what tiles compute, and not so
// wide that mistakes fit in.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/support/amx_emulator/execute.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace heddle::test {
namespace {

constexpr unsigned rows = 8, columns = 16, depth = 16;

struct Operands {
  Operands(Fill fill, unsigned seed)
      : a(rows, depth, Format::bf16), b(depth, columns, Format::bf16),
        c(rows, columns, Format::f32) {
    Random random(seed);
    fillMatrices(a, b, c, fill, random);
  }
  Matrix a, b, c;
};

/// In the order of TDPBF16PS.
Matrix onTiles(const Matrix &a, const Matrix &b, const Matrix &c) {
  amx::Tile left = {}, right = {}, sum = {};
  for (unsigned k = 0; k < depth; ++k) {
    for (unsigned m = 0; m < rows; ++m)
      std::memcpy(left.row[m] + 2 * k, &a.bits[m * depth + k], 2);
    for (unsigned n = 0; n < columns; ++n)
      std::memcpy(right.row[k / 2] + 4 * n + 2 * (k % 2), &b.bits[k * columns + n], 2);
  }
  for (unsigned m = 0; m < rows; ++m)
    std::memcpy(sum.row[m], &c.bits[m * columns], 4 * columns);
  amx::multiplyTiles(amx::Operation::tdpbf16ps, rows, 4 * columns, depth / 2, sum, left, right);
  Matrix result = c;
  for (unsigned m = 0; m < rows; ++m)
    std::memcpy(&result.bits[m * columns], sum.row[m], 4 * columns);
  return result;
}

class AnyOrderTest : public testing::TestWithParam<Fill> {};

TEST_P(AnyOrderTest, TakesTheReferenceAndTheOrderOfTiles) {
  unsigned different = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Operands first(GetParam(), seed), second(GetParam(), 1000 + seed);
    AnyOrderSums sums(first.c);
    sums.add(first.a, first.b);
    const Matrix chain = multiplyAdd(first.a, first.b, first.c);
    const Matrix tiles = onTiles(first.a, first.b, first.c);
    ASSERT_EQ(sums.difference(chain), "") << "seed " << seed;
    ASSERT_EQ(sums.difference(tiles), "") << "seed " << seed;
    different += !difference(chain, tiles).empty();
    sums.add(second.a, second.b);
    ASSERT_EQ(sums.difference(multiplyAdd(second.a, second.b, chain)), "") << "seed " << seed;
    ASSERT_EQ(sums.difference(onTiles(second.a, second.b, tiles)), "") << "seed " << seed;
  }
  if (GetParam() != Fill::oneHot) {
    EXPECT_GT(different, 0u) << "the two orders never differ";
  }
}

constexpr const char *fillNames[] = {"random", "oneHot", "extremes", "special"};

INSTANTIATE_TEST_SUITE_P(Fills, AnyOrderTest,
                         testing::Values(Fill::random, Fill::oneHot, Fill::extremes, Fill::special),
                         [](const auto &info) { return fillNames[int(info.param)]; });

TEST(AnyOrderBoundsTest, RefuseALostTermAndATransposedFactor) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Operands x(Fill::random, seed);
    AnyOrderSums sums(x.c);
    sums.add(x.a, x.b);
    Matrix lost = x.a;
    lost.at(3, 5) = 0;
    EXPECT_NE(sums.difference(multiplyAdd(lost, x.b, x.c)), "");
    Matrix transposed = x.b;
    for (unsigned k = 0; k < depth; ++k)
      for (unsigned n = 0; n < columns; ++n)
        transposed.at(k, n) = x.b.at(n, k);
    EXPECT_NE(sums.difference(multiplyAdd(x.a, transposed, x.c)), "");
  }
}

TEST(AnyOrderBoundsTest, RefuseANumberInThePlaceOfANaNAndTheOtherInfinity) {
  Operands x(Fill::random, 1);
  x.a.at(0, 0) = 0x7FC0; // NaN
  x.a.at(1, 0) = 0x7F80; // infinity
  for (unsigned n = 0; n < columns; ++n)
    x.b.at(0, n) = 0x3F80;
  AnyOrderSums sums(x.c);
  sums.add(x.a, x.b);
  const Matrix right = multiplyAdd(x.a, x.b, x.c);
  EXPECT_EQ(sums.difference(right), "");
  for (const auto &[row, bits] :
       {std::pair(0u, 0x3F800000u), std::pair(1u, 0xFF800000u), std::pair(1u, 0x7FC00000u),
        std::pair(1u, 0x3F800000u), std::pair(2u, 0x7F800000u), std::pair(2u, 0x7FC00000u)}) {
    Matrix wrong = right;
    wrong.at(row, 4) = bits;
    EXPECT_NE(sums.difference(wrong), "") << row << " " << std::hex << bits;
  }
}

class ReferenceOrderTest : public testing::Test {
protected:
  static bool inOrder(Format factor, const char *target, const char *assumed = "") {
    ::setenv("HEDDLE_TARGET", target, 1);
    ::setenv("HEDDLE_ASSUME_CPU", assumed, 1);
    const bool result = sumsInReferenceOrder(factor);
    ::unsetenv("HEDDLE_TARGET");
    ::unsetenv("HEDDLE_ASSUME_CPU");
    return result;
  }
};

TEST_F(ReferenceOrderTest, BelongsToTargetsWithoutInstructionsForPairs) {
  EXPECT_TRUE(inOrder(Format::bf16, "x86-64-v3"));
  EXPECT_TRUE(inOrder(Format::bf16, "x86-64-v4"));
  EXPECT_TRUE(inOrder(Format::f16, "x86-64-v4,+avx512bf16"));
  EXPECT_TRUE(inOrder(Format::tf32, "x86-64-v3,+amx-tile,+amx-int8"));
  EXPECT_FALSE(inOrder(Format::f16, "x86-64-v3,+amx-tile,+amx-bf16"));
  EXPECT_FALSE(inOrder(Format::e4m3, "x86-64-v3,+amx-tile,+amx-bf16"));
  EXPECT_FALSE(inOrder(Format::tf32, "x86-64-v3,+amx-tile,+amx-tf32"));
  EXPECT_FALSE(inOrder(Format::bf16, "x86-64-v3,+amx-tile,+amx-bf16"));
  EXPECT_FALSE(inOrder(Format::bf16, "sapphirerapids"));
  EXPECT_FALSE(inOrder(Format::bf16, "", "+amx-tile,+amx-bf16"));
  EXPECT_TRUE(inOrder(Format::i8, "sapphirerapids"));
  EXPECT_FALSE(inOrder(Format::tf32, "sapphirerapids"));
}

} // namespace
} // namespace heddle::test
