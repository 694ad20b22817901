// Halves and tf32 in loops, which tiles of bfloats multiply in parts that are packed once: as exact
// as whole elements, and with infinity and NaN where they are.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <utility>

namespace heddle::test {
namespace {

// 8 * SIDE rows and 16 * SIDE columns of `d` for a sub-group; rows of `b` are words of pairs, or,
// with ROW_MAJOR, halves. With TRIANGLE, `a` has zeros right of its diagonal.
constexpr char kernelText[] = R"(
#ifdef ROW_MAJOR
#define WORD ushort
#define HALF(row, column) b[(row) * n + column]
#define PAIR(row, column) as_int((ushort2)(HALF(2 * (row), column), HALF(2 * (row) + 1, column)))
#else
#define WORD uint
#define PAIR(row, column) b[(row) * n + column]
#endif
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void halves(const global ushort *a, const global WORD *b, global float *d, int n, int k) {
  const int row = get_group_id(1) * 8 * SIDE, column = get_group_id(0) * 16 * SIDE;
  const int depth = k;
  float8 sum[SIDE][SIDE] = {};
#ifdef TRIANGLE
  k = min(k, row + 8 * SIDE);
#endif
  for (int first = 0; first < k; first += 16) {
    short8 x[SIDE];
    int8 y[SIDE];
    for (int i = 0; i < SIDE; ++i)
      for (int r = 0; r < 8; ++r)
        x[i][r] = a[(row + i * 8 + r) * depth + first + (int)get_sub_group_local_id()];
    for (int j = 0; j < SIDE; ++j)
      for (int r = 0; r < 8; ++r)
        y[j][r] = PAIR(first / 2 + r, column + j * 16 + (int)get_sub_group_local_id());
    for (int i = 0; i < SIDE; ++i)
      for (int j = 0; j < SIDE; ++j)
        sum[i][j] = intel_sub_group_f16_f16_matrix_mad_k16(x[i], y[j], sum[i][j]);
  }
  for (int i = 0; i < SIDE; ++i)
    for (int j = 0; j < SIDE; ++j)
      for (int r = 0; r < 8; ++r)
        d[(row + i * 8 + r) * n + column + j * 16 + (int)get_sub_group_local_id()] = sum[i][j][r];
}
)";

class PackedHalvesTest : public MatrixDeviceTest {
protected:
  void TearDown() override {
    if (built.program)
      clReleaseProgram(std::exchange(built.program, nullptr));
  }

  /// Sums of a sub-group: 4 by 4 of them pay for converting the factors in each round.
  void build(unsigned sumsAside, bool withRows = false, bool triangle = false) {
    TearDown();
    side = sumsAside;
    isRowMajor = withRows;
    isTriangle = triangle;
    built = device().buildSource(kernelText, "-cl-std=CL3.0 -DSIDE=" + std::to_string(side) +
                                                 (isRowMajor ? " -DROW_MAJOR" : "") +
                                                 (isTriangle ? " -DTRIANGLE" : ""));
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  }

  static Bytes halvesOf(const std::vector<float> &values) {
    Bytes result(2 * values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint16_t bits = std::isnan(values[i]) ? 0x7E00 : halfOfFloat(values[i]);
      std::memcpy(&result[2 * i], &bits, sizeof bits);
    }
    return result;
  }

  /// Numbers of 11 bits whose products a float adds up exactly, in columns of A and rows of B that
  /// would overflow the sum of bfloats if a part were missing.
  void run(unsigned m, unsigned n, unsigned k, float strangeA, float strangeB, unsigned seed) {
    Random random(seed);
    std::vector<float> a(std::size_t(m) * k), b(std::size_t(k) * n), pairs(b.size());
    for (float &value : a)
      value = static_cast<float>(random.below(2047)) - 1023;
    for (float &value : b)
      value = random.below(k > 1000 ? 128 : 8) ? 0 : static_cast<float>(random.below(2047)) - 1023;
    for (unsigned row = 0; isTriangle && row < m; ++row)
      std::fill(a.begin() + std::size_t(row) * k + std::min(row + 1, k),
                a.begin() + std::size_t(row + 1) * k, 0);
    if (strangeA != 0)
      a[std::size_t(m / 2) * k + k - 3] = strangeA;
    if (strangeB != 0)
      b[std::size_t(k / 3) * n + n - 5] = strangeB;
    for (unsigned row = 0; row < k; ++row)
      for (unsigned column = 0; column < n; ++column)
        pairs[(std::size_t(row / 2) * n + column) * 2 + row % 2] = b[std::size_t(row) * n + column];
    const Bytes bytes = device().run(
        built.program, "halves", {halvesOf(a), halvesOf(isRowMajor ? b : pairs)},
        std::size_t(m) * n * sizeof(float), {n / side, m / (8 * side)}, {16, 1}, {n, k});
    ASSERT_EQ(bytes.size(), std::size_t(m) * n * sizeof(float));
    for (unsigned row = 0; row < m; ++row)
      for (unsigned column = 0; column < n; ++column) {
        double sum = 0;
        for (unsigned i = 0; i < k; ++i)
          sum += double(a[std::size_t(row) * k + i]) * double(b[std::size_t(i) * n + column]);
        float got;
        std::memcpy(&got, &bytes[(std::size_t(row) * n + column) * sizeof got], sizeof got);
        const auto expected = static_cast<float>(sum);
        ASSERT_TRUE(std::isnan(expected) ? std::isnan(got) : got == expected)
            << m << " x " << n << " x " << k << " at " << row << ", " << column << ": " << got
            << ", expected " << expected;
      }
  }

  BuiltProgram built;
  unsigned side = 0;
  bool isRowMajor = false, isTriangle = false;
};

TEST_F(PackedHalvesTest, AreExact) {
  ASSERT_NO_FATAL_FAILURE(build(2));
  run(64, 96, 48, 0, 0, 1);
  run(16, 32, 16, 0, 0, 2);
  run(48, 64, 80, 0, 0, 3);
}

// Each row of sub-groups has one round more than the one before.
TEST_F(PackedHalvesTest, OfDifferentNumbersOfRounds) {
  for (const bool withRows : {false, true}) {
    ASSERT_NO_FATAL_FAILURE(build(2, withRows, /*triangle=*/true));
    run(144, 32, 144, 0, 0, 15);
    run(144, 64, 80, 0, 0, 16);
  }
}

TEST_F(PackedHalvesTest, InfinityAndNanStayWhereTheyAre) {
  ASSERT_NO_FATAL_FAILURE(build(2));
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  run(32, 64, 48, infinity, 0, 4);
  run(32, 64, 48, 0, -infinity, 5);
  run(32, 64, 48, infinity, infinity, 6);
  run(32, 64, 48, nan, 0, 7);
  run(32, 64, 64, 0, nan, 8);
}

// A worker has so many sub-groups that packing what lies in place pays, or a few too few; more
// rounds than panels may have.
TEST_F(PackedHalvesTest, OfManySubGroups) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const unsigned workers = std::max(1u, std::thread::hardware_concurrency());
  for (const bool withRows : {false, true}) {
    ASSERT_NO_FATAL_FAILURE(build(4, withRows));
    run(32 * 8, 64 * (4 * workers + 1), 528, 0, 0, 9);
    run(32 * 8, 64 * (4 * workers + 1), 512, -infinity, 0, 10);
    run(32 * 8, 64 * (4 * workers + 1), 512, 0, infinity, 11);
    run(32 * 2, 64 * 3, 528, infinity, 0, 12);
    run(32 * 8, 64 * (4 * workers + 1), 32, 0, 0, 13);
    run(32, 64, 5120, 0, 0, 14);
  }
}

} // namespace
} // namespace heddle::test
