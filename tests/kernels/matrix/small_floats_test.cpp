// Every pattern of the floats of 8 and 4 bits, on the host against what the formats say, and on the
// device against the host.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {
namespace {

TEST(SmallFloats, E2m1HasSixteenNumbers) {
  const float magnitudes[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (unsigned bits = 0; bits < 16; ++bits)
    EXPECT_EQ(bitsOfFloat(floatOfE2m1(std::uint8_t(bits))),
              bitsOfFloat(bits & 8 ? -magnitudes[bits & 7] : magnitudes[bits]))
        << bits;
}

TEST(SmallFloats, E5m2IsTheUpperHalfOfHalf) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    const float value = floatOfE5m2(std::uint8_t(bits)),
                half = floatOfHalf(std::uint16_t(bits << 8));
    EXPECT_TRUE(std::isnan(half) ? std::isnan(value) : bitsOfFloat(value) == bitsOfFloat(half))
        << bits;
  }
  EXPECT_EQ(floatOfE5m2(0x7B), 57344);
  EXPECT_EQ(floatOfE5m2(0x01), 0x1p-16f);
}

TEST(SmallFloats, E4m3RisesTo448AndHasNoInfinity) {
  EXPECT_EQ(floatOfE4m3(0x01), 0x1p-9f);
  EXPECT_EQ(floatOfE4m3(0x08), 0x1p-6f);
  EXPECT_EQ(floatOfE4m3(0x38), 1);
  EXPECT_EQ(floatOfE4m3(0x3C), 1.5f);
  EXPECT_EQ(floatOfE4m3(0x7E), 448);
  for (unsigned bits = 1; bits < 0x7F; ++bits) {
    EXPECT_GT(floatOfE4m3(std::uint8_t(bits)), floatOfE4m3(std::uint8_t(bits - 1))) << bits;
    EXPECT_EQ(floatOfE4m3(std::uint8_t(bits | 0x80)), -floatOfE4m3(std::uint8_t(bits))) << bits;
  }
  EXPECT_TRUE(std::isnan(floatOfE4m3(0x7F)) && std::isnan(floatOfE4m3(0xFF)));
}

/// The function of 8 rows for this format on both sides.
const MadFunction &functionOf(Format format) {
  for (const MadFunction &f : madFunctions())
    if (f.a == format && f.b == format && f.m == 8 && f.c == Format::f32)
      return f;
  throw std::logic_error("no function of this format");
}

class EveryPatternTest : public MatrixDeviceTest, public testing::WithParamInterface<Format> {
protected:
  const MadFunction &function() { return functionOf(GetParam()); }

  /// Products with one number for each pattern: its row of A or column of B is zero but for it, and
  /// the other factor is one.
  void expectEveryPattern(bool inA) {
    const MadFunction &f = function();
    const unsigned patterns = 1u << bitsOf(f.a), inOne = inA ? f.m : f.n;
    const std::uint32_t one = bitsOfValue(f.a, 1);
    Bytes bytesA, bytesB, bytesC;
    const auto add = [](Bytes &all, const Registers &registers) {
      const Bytes bytes = registers.laneMajor();
      all.insert(all.end(), bytes.begin(), bytes.end());
    };
    const unsigned subGroups = (patterns + inOne - 1) / inOne;
    for (unsigned first = 0; first < subGroups * inOne; first += inOne) {
      Matrix a(f.m, f.k, f.a), b(f.k, f.n, f.b);
      // Another place each time, so that all are seen.
      const unsigned k = first / inOne * 7 % f.k;
      for (unsigned m = 0; m < f.m; ++m)
        a.at(m, k) = inA ? (first + m) % patterns : one;
      for (unsigned n = 0; n < f.n; ++n)
        b.at(k, n) = inA ? one : (first + n) % patterns;
      add(bytesA, packA(f, a));
      add(bytesB, packB(f, b));
      add(bytesC, packC(f, Matrix(f.m, f.n, f.c)));
    }
    const BuiltProgram built =
        device().buildSource("kernel void k(global const " + f.aType + " *a, global const " +
                             f.bType + " *b, global const " + f.cType + " *c, global " + f.cType +
                             " *d) {\n  size_t i = get_global_id(0);\n  d[i] = " + f.function +
                             "(a[i], b[i], c[i]);\n}\n");
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    const Bytes found = device().run(built.program, "k", {bytesA, bytesB, bytesC}, bytesC.size(),
                                     std::size_t(subGroups) * f.n, f.n);
    ASSERT_EQ(found.size(), bytesC.size());
    for (unsigned group = 0; group < subGroups; ++group) {
      const Matrix d =
          unpackC(f, Registers::fromLaneMajor(f.n, f.m, 32,
                                              found.data() + group * (found.size() / subGroups)));
      for (unsigned m = 0; m < f.m; ++m)
        for (unsigned n = 0; n < f.n; ++n) {
          Matrix pattern(1, 1, f.a);
          pattern.at(0, 0) = (group * inOne + (inA ? m : n)) % patterns;
          const float expected = pattern.real(0, 0);
          // Added to a zero, -0 is 0.
          EXPECT_TRUE(std::isnan(expected)
                          ? std::isnan(d.real(m, n))
                          : bitsOfFloat(d.real(m, n)) == bitsOfFloat(expected + 0.0f))
              << "pattern 0x" << std::hex << pattern.at(0, 0) << " is " << d.real(m, n)
              << ", expected " << expected;
        }
    }
  }
};

TEST_P(EveryPatternTest, IsExactInA) { expectEveryPattern(true); }
TEST_P(EveryPatternTest, IsExactInB) { expectEveryPattern(false); }

INSTANTIATE_TEST_SUITE_P(Formats, EveryPatternTest,
                         testing::Values(Format::e4m3, Format::e5m2, Format::e2m1),
                         [](const auto &info) {
                           return info.param == Format::e4m3   ? "e4m3"
                                  : info.param == Format::e5m2 ? "e5m2"
                                                               : "e2m1";
                         });

} // namespace
} // namespace heddle::test
