// Factors at 32-bit indices that wrap around, next to some that do not: where rows lie at equal
// distances is only known of those. Each index is the same text in OpenCL C and here.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>

namespace heddle::test {
namespace {

using std::min;
using uint = std::uint32_t;

/// In both buffers: so many elements before the one at index 0, and behind it.
constexpr int before = 2048, behind = 2048;
constexpr unsigned groups = 3, rounds = 5, columns = 16, rows = 16, depth = 16;

struct Place {
  const char *name;
  const char *type; ///< of n
  const char *index;
  std::int64_t (*at)(uint group, uint s, uint r, uint lane, uint n, uint x, uint y);
  uint n, x, y;
};

#define PLACE(label, typeOfN, first, second, third, expression)                                    \
  Place {                                                                                          \
    label, #typeOfN, #expression,                                                                  \
        [](uint group, uint s, uint r, uint lane, uint bits, uint x, uint y) -> std::int64_t {     \
          const auto n = static_cast<typeOfN>(bits);                                               \
          (void)group, (void)s, (void)r, (void)lane, (void)n, (void)x, (void)y;                    \
          return expression;                                                                       \
        },                                                                                         \
        first, second, third                                                                       \
  }

// clang-format off
const Place places[] = {
    PLACE("Rows", uint, 16, 0, 0, r * n + lane),
    PLACE("RowsOfInt", int, 16, 0, 0, r * n + lane),
    PLACE("ManyTimesRound", uint, 0x10000001, 0, 0, r * 16 * n + lane),
    PLACE("ManyTimesRoundOfInt", int, 0x90000001, 0, 0, r * 16 * n + lane),
    PLACE("HighestBit", uint, 0x80000008, 0, 0, r * 2 * n + lane),
    PLACE("EachRound", uint, 0x10000001, 0, 0, (s * 8 + r) * 16 * n + lane),
    PLACE("RoundsAlone", uint, 0x10000001, 0, 0, s * 16 * n + r * 16 + lane),
    PLACE("NegativeRows", int, static_cast<uint>(-16), 0, 0, (int)(r * n + lane)),
    PLACE("NegativeRowsOfUint", uint, 0xFFFFFFF0, 0, 0, (int)(r * n + lane)),
    PLACE("FromTheLastRow", int, static_cast<uint>(-16), 0, 0, (int)((15 - s - r) * n + lane)),
    PLACE("BetweenLanes", uint, 16, 0xFFFFFFF8, 0xFFFFFFF8, x + r * n + lane - y),
    PLACE("BetweenSignedLanes", uint, 16, 0x7FFFFFF8, 0x7FFFFFF0, (int)(x + lane + r * n - y)),
    PLACE("BetweenRows", uint, 16, 0xFFFFFFC0, 0xFFFFFF80, x + r * n + lane - y),
    PLACE("Groups", uint, 0x80000008, 0, 0, group * 2 * n + r * 16 + lane),
    PLACE("GroupsAndRows", uint, 0x10000001, 0, 0, (group * 8 + r + s) * n * 16 + lane),
    PLACE("Masked", uint, 0x80000010, 0, 0, ((r * n) & 255) + lane),
    PLACE("Remainder", uint, 0x10000001, 0, 0, r * n * 16 % 240 + lane),
    PLACE("Quotient", uint, 0x10000001, 0, 0, r * n * 16 / 16 * 20 + lane),
    PLACE("QuotientOfPlace", uint, 0x10000001, 32, 0, (r * n * 16 + lane) / x * 8 + lane % x),
    PLACE("Shifted", uint, 0x10000001, 0, 0, (r * n * 32 >> 5) * 24 + lane),
    PLACE("Least", uint, 0x10000001, 0, 0, min(r * n * 16, 100u) + lane),
    PLACE("Chosen", uint, 0x10000001, 100, 0, (r * n * 16 < x ? r * n * 16 : x) + lane),
    PLACE("Extended", uint, 0x80000008, 0, 0, (int)(r * 2 * n + lane) + (std::int64_t)(s * n * 2)),
};
// clang-format on

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// Two sums of 8 rows; A by elements, B by words.
std::string kernelText(const Place &place) {
  return replaced(replaced(R"(
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void product(global const ushort *a, global const uint *b, global float *d, TYPE n, uint x,
                    uint y, uint rounds) {
  const uint group = get_group_id(0), lane = get_sub_group_local_id();
  a += 2048;
  b += 2048;
  float8 sums[2] = {0, 0};
  for (uint s = 0; s < rounds; ++s) {
    short8 f[2];
    int8 g;
    for (uint r = 0; r < 16; ++r)
      f[r / 8][r % 8] = a[INDEX];
    for (uint r = 0; r < 8; ++r)
      g[r] = b[INDEX];
    for (uint i = 0; i < 2; ++i)
      sums[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(f[i], g, sums[i]);
  }
  for (uint r = 0; r < 16; ++r)
    d[(group * 16 + r) * 16 + lane] = sums[r / 8][r % 8];
}
)",
                           "INDEX", replaced(place.index, "std::int64_t", "long")),
                  "TYPE", place.type);
}

std::uint16_t bfloat(int number) { return bfloatOfFloat(static_cast<float>(number)); }

class WrappingIndicesTest : public MatrixDeviceTest, public testing::WithParamInterface<Place> {};

TEST_P(WrappingIndicesTest, FactorsAreThoseOfTheirIndices) {
  const Place &place = GetParam();
  Random random(1);
  std::vector<int> a(before + behind), b(2 * (before + behind));
  for (std::vector<int> *numbers : {&a, &b})
    for (int &number : *numbers)
      number = static_cast<int>(random.next() % 9) - 4;
  std::vector<std::uint16_t> aBits, bBits;
  std::transform(a.begin(), a.end(), std::back_inserter(aBits), bfloat);
  std::transform(b.begin(), b.end(), std::back_inserter(bBits), bfloat);

  auto at = [&](uint group, uint s, uint r, uint lane) {
    const std::int64_t index = place.at(group, s, r, lane, place.n, place.x, place.y) + before;
    EXPECT_GE(index, 0);
    EXPECT_LT(index, before + behind);
    return static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, before + behind - 1));
  };
  std::vector<float> expected;
  for (uint group = 0; group < groups; ++group)
    for (uint row = 0; row < rows; ++row)
      for (uint column = 0; column < columns; ++column) {
        int sum = 0;
        for (uint s = 0; s < rounds; ++s)
          for (uint k = 0; k < depth; ++k)
            sum += a[at(group, s, row, k)] * b[2 * at(group, s, k / 2, column) + k % 2];
        expected.push_back(static_cast<float>(sum));
      }

  const BuiltProgram built = device().buildSource(kernelText(place));
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const Bytes found = device().run(built.program, "product", {bytesOf(aBits), bytesOf(bBits)},
                                   expected.size() * sizeof(float), 16 * groups, 16,
                                   {place.n, place.x, place.y, rounds});
  EXPECT_EQ(found, bytesOf(expected));
  clReleaseProgram(built.program);
}

INSTANTIATE_TEST_SUITE_P(Table, WrappingIndicesTest, testing::ValuesIn(places),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace heddle::test
