// Row-major B, whose rows the lanes read and pack. What a kernel does not write is packed once for
// all sub-groups that read it; what it has written is read again, and so is what another launch
// finds at the same place.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <thread>

namespace heddle::test {
namespace {

// A work-group of the first kernel does 8 rows and 16 columns of `d`. One of the second has 16
// columns of its own in `b`, multiplies them, adds one to each, and multiplies them again. The B of
// the third has pairs of rows as words. A sub-group of the fourth multiplies as many rows of `b` as
// there are columns of `d` up to its own, and takes each sixteenth column of `a` for zero. The
// fifth has both factors in the order of their tiles: those of one step, one after the other.
constexpr char kernelText[] = R"(
int8 packed(const global ushort *b, int n, int first, int column) {
  int8 rows;
  for (int r = 0; r < 8; ++r)
    rows[r] = as_int(
        (ushort2)(b[(first + 2 * r) * n + column], b[(first + 2 * r + 1) * n + column]));
  return rows;
}
short8 rows_of(const global ushort *a, int k, int row, int first) {
  short8 rows;
  for (int r = 0; r < 8; ++r)
    rows[r] = a[(row + r) * k + first + (int)get_sub_group_local_id()];
  return rows;
}
float8 product(const global ushort *a, const global ushort *b, int n, int k, int row, int column,
               float8 sum) {
  for (int first = 0; first < k; first += 16)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(rows_of(a, k, row, first),
                                                   packed(b, n, first, column), sum);
  return sum;
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void once(global ushort *a, global ushort *b, global float *d, int n, int k) {
  const int row = get_group_id(1) * 8, column = get_global_id(0);
  const float8 sum = product(a, b, n, k, row, column, 0);
  for (int r = 0; r < 8; ++r)
    d[(row + r) * n + column] = sum[r];
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void again(global ushort *a, global ushort *b, global float *d, int n, int k) {
  const int row = get_group_id(1) * 8, column = get_global_id(0);
  global ushort *own = b + get_group_id(1) * n * k;
  float8 sum = 0;
  for (int pass = 0; pass < 3; ++pass) {
    sum = product(a, own, n, k, row, column, sum);
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < k; ++i)
      own[i * n + column] = as_uint(as_float((uint)own[i * n + column] << 16) + 1.0f) >> 16;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  }
  for (int r = 0; r < 8; ++r)
    d[(row + r) * n + column] = sum[r];
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void words(global ushort *a, global int *b, global float *d, int n, int k) {
  const int row = get_group_id(1) * 8, column = get_global_id(0);
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    int8 rows;
    for (int r = 0; r < 8; ++r)
      rows[r] = b[(first / 2 + r) * n + column];
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(rows_of(a, k, row, first), rows, sum);
  }
  for (int r = 0; r < 8; ++r)
    d[(row + r) * n + column] = sum[r];
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(80, 1, 1)))
kernel void triangle(global ushort *a, global ushort *b, global float *d, int n, int k) {
  const int row = get_group_id(1) * 8, column = get_global_id(0);
  float8 sum = 0;
  for (int first = 0; first < ((int)get_sub_group_id() + 1) * 16; first += 16) {
    short8 rows = rows_of(a, k, row, first);
    rows = get_sub_group_local_id() == 15 ? (short8)(0) : rows;
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(rows, packed(b, n, first, column), sum);
  }
  for (int r = 0; r < 8; ++r)
    d[(row + r) * n + column] = sum[r];
}

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void tiles(global ushort *a, global uint *b, global float *d, int n, int k) {
  const int row = get_group_id(1) * 8, column = get_group_id(0) * 16;
  const int m = get_num_groups(1) * 8;
  float8 sum = 0;
  for (int step = 0; step < k / 16; ++step)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(
        as_short8(intel_sub_group_block_read_us8(a + (step * m + row) * 16)),
        as_int8(intel_sub_group_block_read8(b + (step * n + column) * 8)), sum);
  for (int r = 0; r < 8; ++r)
    d[(row + r) * n + get_global_id(0)] = sum[r];
}
)";

/// Small integers as bfloats.
struct Numbers {
  std::vector<int> values;

  Numbers(std::size_t count, Random &random) {
    for (std::size_t i = 0; i < count; ++i)
      values.push_back(static_cast<int>(random.below(9)) - 4);
  }

  Bytes bytes() const {
    Bytes result(2 * values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint16_t bits = bfloatOfFloat(static_cast<float>(values[i]));
      std::memcpy(&result[2 * i], &bits, sizeof bits);
    }
    return result;
  }
};

class PackedRowsTest : public MatrixDeviceTest {
protected:
  void SetUp() override {
    MatrixDeviceTest::SetUp();
    built = device().buildSource(kernelText, "-cl-std=CL3.0");
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  }

  void TearDown() override {
    if (built.program)
      clReleaseProgram(built.program);
  }

  /// `bOfRow`: the elements of B that each 8 rows of C have to themselves, 0 for one B.
  /// `passes`: how often they are multiplied, with one more in each element of B.
  void run(const std::string &kernel, unsigned m, unsigned n, unsigned k, std::size_t bOfRow,
           int passes, unsigned seed) {
    const bool isInTiles = kernel == "tiles";
    const auto placeInA = [&](unsigned row, unsigned column) {
      return isInTiles ? (std::size_t(column / 16) * m + row) * 16 + column % 16
                       : std::size_t(row) * k + column;
    };
    const auto placeInB = [&](unsigned row, unsigned column) {
      if (isInTiles)
        return ((std::size_t(row / 16) * n + column / 16 * 16) * 8 + row % 16 / 2 * 16 +
                column % 16) *
                   2 +
               row % 2;
      return kernel == "words" ? (std::size_t(row / 2) * n + column) * 2 + row % 2
                               : std::size_t(row) * n + column;
    };
    Random random(seed);
    const Numbers a(std::size_t(m) * k, random);
    const Numbers b(bOfRow ? m / 8 * bOfRow : std::size_t(n) * k, random);
    std::vector<float> expected;
    for (unsigned row = 0; row < m; ++row)
      for (unsigned column = 0; column < n; ++column) {
        int sum = 0;
        for (int pass = 0; pass < passes; ++pass)
          for (unsigned i = 0; i < k; ++i)
            sum += a.values[placeInA(row, i)] *
                   (b.values[row / 8 * bOfRow + placeInB(i, column)] + pass);
        expected.push_back(static_cast<float>(sum));
      }
    Bytes wanted(expected.size() * sizeof(float));
    std::memcpy(wanted.data(), expected.data(), wanted.size());
    EXPECT_EQ(device().run(built.program, kernel.c_str(), {a.bytes(), b.bytes()}, wanted.size(),
                           {n, m / 8}, {16, 1}, {n, k}),
              wanted)
        << m << " x " << n << " x " << k;
  }

  BuiltProgram built;
};

TEST_F(PackedRowsTest, OfWhatNobodyWrites) {
  // Buffers of one size after another: a launch may get the place of the one before.
  for (unsigned seed = 0; seed < 4; ++seed)
    run("once", 64, 48, 96, 0, 1, seed);
  // One round, an odd number of them, more than a table has.
  run("once", 16, 16, 16, 0, 1, 4);
  run("once", 24, 32, 80, 0, 1, 5);
  run("once", 16, 16, 40000, 0, 1, 6);
}

// Rows of 1056 bytes begin inside of lines of the cache, and those of B as well; a worker has so
// many sub-groups that packing them pays, or a few too few.
TEST_F(PackedRowsTest, OfRowsThatCrossLines) {
  const unsigned workers = std::max(1u, std::thread::hardware_concurrency());
  for (const char *kernel : {"words", "once"}) {
    run(kernel, 8 * 16, 16 * (16 * workers + 1), 528, 0, 1, 9);
    run(kernel, 8 * 4, 16 * 3, 528, 0, 1, 10);
  }
}

// Each round fills half of a tile, and the next one begins elsewhere.
TEST_F(PackedRowsTest, InTheOrderOfTiles) {
  const unsigned workers = std::max(1u, std::thread::hardware_concurrency());
  run("tiles", 8 * 16, 16 * (16 * workers + 1), 528, 0, 1, 11);
  run("tiles", 8 * 16, 16 * (16 * workers + 1), 80, 0, 1, 12);
  run("tiles", 8 * 4, 16 * 3, 528, 0, 1, 13);
}

TEST_F(PackedRowsTest, OfWhatTheKernelHasWritten) {
  run("again", 32, 48, 64, std::size_t(48) * 64, 3, 7);
}

TEST_F(PackedRowsTest, OfDifferentNumbersOfRounds) {
  constexpr unsigned m = 16, n = 80, k = n;
  Random random(8);
  const Numbers a(m * k, random), b(n * k, random);
  std::vector<float> expected;
  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < n; ++column) {
      int sum = 0;
      for (unsigned i = 0; i < (column / 16 + 1) * 16; ++i)
        sum += i % 16 == 15 ? 0 : a.values[row * k + i] * b.values[i * n + column];
      expected.push_back(static_cast<float>(sum));
    }
  Bytes wanted(expected.size() * sizeof(float));
  std::memcpy(wanted.data(), expected.data(), wanted.size());
  EXPECT_EQ(device().run(built.program, "triangle", {a.bytes(), b.bytes()}, wanted.size(),
                         {n, m / 8}, {80, 1}, {n, k}),
            wanted);
}

} // namespace
} // namespace heddle::test
