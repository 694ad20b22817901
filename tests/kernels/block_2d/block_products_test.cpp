// Matrix products whose operands come as 2D blocks, of matrices whose sizes are multiples of
// nothing: every operand lies across an edge somewhere. All numbers are small integers, so that the
// sums are exact.
#include "tests/kernels/harness/bytes.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"

#include <algorithm>
#include <cstring>
#include <random>

namespace heddle::test {
namespace {

// (a, b, c, M, N, K): a work-group for each block of C, those of one row of blocks side by side.
constexpr char source[] = R"(
#define KERNEL __attribute__((intel_reqd_sub_group_size(16))) kernel void
#define BLOCK(name) intel_sub_group_2d_block_##name
#define IN(x) (private uint *)&(x)

// A sub-group has 8 x 16 elements of C.
KERNEL one_bf16(const global ushort *a, const global ushort *b, global float *c,
                int M, int N, int K) {
  const int across = (N + 15) / 16;
  const int m = get_group_id(0) / across * 8, n = get_group_id(0) % across * 16;
  float8 sum = 0;
  for (int k = 0; k < K; k += 16) {
    short8 x;
    int8 y;
    BLOCK(read_16b_8r16x1c)(a, K * 2, M, K * 2, (int2)(k, m), (private ushort *)&x);
    BLOCK(read_transform_16b_16r16x1c)(b, N * 2, K, N * 2, (int2)(n, k),
                                                         IN(y));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  BLOCK(write_32b_8r16x1c)(c, N * 4, M, N * 4, (int2)(n, m), IN(sum));
}

KERNEL one_i8(const global char *a, const global char *b, global int *c, int M, int N, int K) {
  const int across = (N + 15) / 16;
  const int m = get_group_id(0) / across * 8, n = get_group_id(0) % across * 16;
  int8 sum = 0;
  for (int k = 0; k < K; k += 32) {
    short8 x;
    int8 y;
    BLOCK(read_8b_8r32x1c)(a, K, M, K, (int2)(k, m), (private ushort *)&x);
    BLOCK(read_transform_8b_32r16x1c)(b, N, K, N, (int2)(n, k), IN(y));
    sum = intel_sub_group_i8_i8_matrix_mad_k32(x, y, sum);
  }
  BLOCK(write_32b_8r16x1c)(c, N * 4, M, N * 4, (int2)(n, m), IN(sum));
}

// A sub-group has 32 x 64 elements of C, from blocks of several sizes.
KERNEL many_bf16(const global ushort *a, const global ushort *b, global float *c,
                 int M, int N, int K) {
  const int across = (N + 63) / 64;
  const int m = get_group_id(0) / across * 32, n = get_group_id(0) % across * 64;
  float8 sum[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      sum[i][j] = 0;
  for (int k = 0; k < K; k += 16) {
    short8 x[4];
    int8 y[4];
    BLOCK(read_16b_32r16x1c)(a, K * 2, M, K * 2, (int2)(k, m), (private ushort *)x);
    for (int j = 0; j < 4; j += 2)
      BLOCK(read_transform_16b_16r16x2c)(b, N * 2, K, N * 2, (int2)(n + 16 * j, k),
                                                           IN(y[j]));
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sum[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y[j], sum[i][j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      BLOCK(write_32b_8r16x1c)(c, N * 4, M, N * 4, (int2)(n + 16 * j, m + 8 * i),
                                                 IN(sum[i][j]));
}

KERNEL many_i8(const global char *a, const global char *b, global int *c, int M, int N, int K) {
  const int across = (N + 31) / 32;
  const int m = get_group_id(0) / across * 32, n = get_group_id(0) % across * 32;
  int8 sum[4][2];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      sum[i][j] = 0;
  for (int k = 0; k < K; k += 64) {
    ushort8 x[2][4];
    int8 y[2][2];
    BLOCK(prefetch_8b_32r32x2c)(a, K, M, K, (int2)(k + 64, m));
    BLOCK(read_8b_32r32x2c)(a, K, M, K, (int2)(k, m), (private ushort *)x);
    for (int h = 0; h < 2; ++h)
      BLOCK(read_transform_8b_32r16x2c)(b, N, K, N, (int2)(n, k + 32 * h),
                                                          (private uint *)y[h]);
    for (int h = 0; h < 2; ++h)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          sum[i][j] = intel_sub_group_i8_i8_matrix_mad_k32(as_short8(x[h][i]), y[h][j], sum[i][j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      BLOCK(write_32b_8r16x1c)(c, N * 4, M, N * 4, (int2)(n + 16 * j, m + 8 * i),
                                                 IN(sum[i][j]));
}
)";

struct Style {
  const char *kernel;
  unsigned rows, columns;
  bool isBfloat;
};
void PrintTo(const Style &style, std::ostream *os) { *os << style.kernel; }

Bytes stored(const std::vector<int> &values, bool isBfloat) {
  if (!isBfloat)
    return bytesOf(std::vector<std::int8_t>(values.begin(), values.end()));
  std::vector<std::uint16_t> bits;
  for (int value : values) {
    const float number = float(value);
    std::uint32_t word;
    std::memcpy(&word, &number, sizeof word);
    bits.push_back(std::uint16_t(word >> 16));
  }
  return bytesOf(bits);
}

struct Sizes {
  unsigned m, n, k;
};
void PrintTo(const Sizes &sizes, std::ostream *os) {
  *os << sizes.m << " x " << sizes.n << ", depth " << sizes.k;
}

/// Numbers from -limit to limit - 1, and their product.
struct Product {
  Product(const Sizes &sizes, int limit, std::mt19937 &random) {
    const auto filled = [&](std::size_t count) {
      std::vector<int> values(count);
      for (int &value : values)
        value = int(random() % (2 * unsigned(limit))) - limit;
      return values;
    };
    a = filled(std::size_t(sizes.m) * sizes.k);
    b = filled(std::size_t(sizes.k) * sizes.n);
    c.resize(std::size_t(sizes.m) * sizes.n);
    for (unsigned row = 0; row < sizes.m; ++row)
      for (unsigned depth = 0; depth < sizes.k; ++depth)
        for (unsigned column = 0; column < sizes.n; ++column)
          c[row * sizes.n + column] += a[row * sizes.k + depth] * b[depth * sizes.n + column];
  }

  Bytes result(bool isBfloat) const {
    return isBfloat ? bytesOf(std::vector<float>(c.begin(), c.end())) : bytesOf(c);
  }

  std::vector<int> a, b, c;
};

class BlockProducts : public MatrixDeviceTest, public testing::WithParamInterface<Style> {
protected:
  void check(const Sizes &sizes, int limit) {
    const Style &style = GetParam();
    static const BuiltProgram built = device().buildSource(source);
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    const Product product(sizes, limit, random);
    const std::size_t groups = std::size_t((sizes.m + style.rows - 1) / style.rows) *
                               ((sizes.n + style.columns - 1) / style.columns);
    const Bytes found =
        device().run(built.program, style.kernel,
                     {stored(product.a, style.isBfloat), stored(product.b, style.isBfloat)},
                     product.c.size() * 4, groups * 16, 16, {sizes.m, sizes.n, sizes.k});
    EXPECT_EQ(found, product.result(style.isBfloat)) << testing::PrintToString(sizes);
  }

  std::mt19937 random{7};
};

TEST_P(BlockProducts, AreExactAtEveryEdge) {
  for (const Sizes &sizes : {Sizes{64, 128, 96},
                             {32, 64, 16},
                             {33, 66, 40},
                             {1, 20, 100},
                             {8, 16, 16},
                             {70, 130, 34},
                             {5, 64, 64},
                             {40, 2, 6}})
    check(sizes, GetParam().isBfloat ? 100 : 128);
}

// Matrices of one launch often lie where those of the one before did.
TEST_P(BlockProducts, KnowNothingOfEarlierLaunches) {
  for (unsigned i = 0; i < 5; ++i)
    check({80, 128, 64}, 100);
}

// Deeper than what is kept of B.
TEST_P(BlockProducts, AreExactWhenTheyAreDeep) { check({72, 64, 33000}, 10); }

INSTANTIATE_TEST_SUITE_P(Styles, BlockProducts,
                         testing::Values(Style{"one_bf16", 8, 16, true},
                                         Style{"one_i8", 8, 16, false},
                                         Style{"many_bf16", 32, 64, true},
                                         Style{"many_i8", 32, 32, false}),
                         [](const auto &info) { return std::string(info.param.kernel); });

// B is written by the sub-groups of a work-group, and again after they have multiplied by it:
// blocks that were read before must not be taken for it.
TEST_F(MatrixDeviceTest, BlockProductsReadWhatTheKernelHasWritten) {
  const BuiltProgram built = device().buildSource(R"(
    __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1)))
    kernel void rewrite(const global ushort *a, global float *c, int K) {
      // Behind C.
      global ushort *b =
          (global ushort *)(c + get_num_groups(0) * 512) + get_group_id(0) * K * 16;
      float8 sum = 0;
      for (int round = 1; round <= 3; ++round) {
        for (int i = get_local_id(0); i < K * 16; i += 64)
          b[i] = as_uint((float)((i + round * 5 + (int)get_group_id(0)) % 31)) >> 16;
        barrier(CLK_GLOBAL_MEM_FENCE);
        for (int k = 0; k < K; k += 16) {
          short8 x;
          int8 y;
          intel_sub_group_2d_block_read_16b_8r16x1c(a, K * 2, 32, K * 2,
              (int2)(k, get_sub_group_id() * 8), (private ushort *)&x);
          intel_sub_group_2d_block_read_transform_16b_16r16x1c(b, 32, K, 32, (int2)(0, k),
              (private uint *)&y);
          sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
      }
      for (int i = 0; i < 8; ++i)
        c[(get_group_id(0) * 32 + get_sub_group_id() * 8 + i) * 16 + get_sub_group_local_id()] =
            sum[i];
    })");
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  constexpr int depth = 64, groups = 12;
  std::vector<int> a(32 * depth);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = int(i * 7 % 13);
  std::vector<float> expected;
  for (int group = 0; group < groups; ++group)
    for (int row = 0; row < 32; ++row)
      for (int column = 0; column < 16; ++column) {
        int sum = 0;
        for (int round = 1; round <= 3; ++round)
          for (int k = 0; k < depth; ++k)
            sum += a[row * depth + k] * ((k * 16 + column + round * 5 + group) % 31);
        expected.push_back(float(sum));
      }
  Bytes found = device().run(built.program, "rewrite", {stored(a, true)},
                             expected.size() * 4 + groups * depth * 32, groups * 64, 64, {depth});
  found.resize(std::min(found.size(), expected.size() * 4));
  EXPECT_EQ(found, bytesOf(expected));
}

} // namespace
} // namespace heddle::test
