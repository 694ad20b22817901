// Products of any size, whose kernels look at the edges of the matrices where they read factors.
// The compiler does rounds inside of the matrices apart from those at the edges: each size has its
// own number of both, and none of one of them.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <cstring>

namespace heddle::test {
namespace {

struct Style {
  const char *name;
  const char *loop;
};

// A is row-major; B has words of two rows; a work-group does 16 rows and columns.
constexpr char kernelText[] = R"(
typedef TYPE index;
short read_a(const global ushort *a, index m, index k, index row, index column) {
  return row < m && column < k ? a[row * k + column] : 0;
}
int read_b(const global uint *b, index n, index k, index row, index column) {
  return row < k / 2 && column < n ? b[row * n + column] : 0;
}
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void product(global const ushort *a, global const uint *b, global float *d, int height,
                    int width, int depth) {
  const index m = height, n = width, k = depth;
  const index row = get_group_id(1) * 16, column = get_group_id(0) * 16;
  const index lane = get_sub_group_local_id();
  float8 sums[2] = {0, 0};
  LOOP
  for (index r = 0; r < 16; ++r)
    if (row + r < m && column + lane < n)
      d[(row + r) * n + column + lane] = sums[r / 8][r % 8];
}
)";

// Each read is guarded; a round is, as a whole; zero is the first choice; another end of the loop.
const Style styles[] = {
    {"EachRead", R"(
  for (index s = 0; s < k; s += 16) {
    short8 f[2];
    int8 g;
    for (index r = 0; r < 16; ++r)
      f[r / 8][r % 8] = read_a(a, m, k, row + r, s + lane);
    for (index r = 0; r < 8; ++r)
      g[r] = read_b(b, n, k, s / 2 + r, column + lane);
    for (index i = 0; i < 2; ++i)
      sums[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(f[i], g, sums[i]);
  })"},
    {"Rounds", R"(
  const bool is_inside = row + 16 <= m && column + 16 <= n;
  for (index s = 0; s < k; s += 16) {
    short8 f[2];
    int8 g;
    if (is_inside && s + 16 <= k) {
      for (index r = 0; r < 16; ++r)
        f[r / 8][r % 8] = a[(row + r) * k + s + lane];
      for (index r = 0; r < 8; ++r)
        g[r] = b[(s / 2 + r) * n + column + lane];
    } else {
      for (index r = 0; r < 16; ++r)
        f[r / 8][r % 8] = read_a(a, m, k, row + r, s + lane);
      for (index r = 0; r < 8; ++r)
        g[r] = read_b(b, n, k, s / 2 + r, column + lane);
    }
    for (index i = 0; i < 2; ++i)
      sums[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(f[i], g, sums[i]);
  })"},
    {"Outside", R"(
  for (index s = 0; s < k; s += 16) {
    short8 f[2];
    int8 g;
    for (index r = 0; r < 16; ++r)
      f[r / 8][r % 8] = m <= row + r || s + lane >= k ? 0 : a[(row + r) * k + s + lane];
    for (index r = 0; r < 8; ++r)
      g[r] = k / 2 > s / 2 + r && n > column + lane ? b[(s / 2 + r) * n + column + lane] : 0;
    for (index i = 0; i < 2; ++i)
      sums[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(f[i], g, sums[i]);
  })"},
    {"OtherBound", R"(
  for (index s = 0; s + 8 <= k + 7; s += 16) {
    short8 f[2];
    int8 g;
    for (index r = 0; r < 16; ++r)
      f[r / 8][r % 8] = read_a(a, m, k, row + r, s + lane);
    for (index r = 0; r < 8; ++r)
      g[r] = read_b(b, n, k, s / 2 + r, column + lane);
    for (index i = 0; i < 2; ++i)
      sums[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(f[i], g, sums[i]);
  })"},
};

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::uint16_t bfloat(int number) { return bfloatOfFloat(static_cast<float>(number)); }

class GuardedRoundsTest : public MatrixDeviceTest,
                          public testing::WithParamInterface<std::tuple<Style, const char *>> {
protected:
  void run(cl_program program, unsigned m, unsigned n, unsigned k) {
    Random random(m + 100 * n + 10000 * k);
    std::vector<int> a(std::size_t(m) * k), b(std::size_t(n) * k);
    for (std::vector<int> *numbers : {&a, &b})
      for (int &number : *numbers)
        number = static_cast<int>(random.below(9)) - 4;
    // One word more: no buffer is empty.
    Bytes rows(2 * a.size() + 4), words(2 * b.size() + 4);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::uint16_t bits = bfloat(a[i]);
      std::memcpy(&rows[2 * i], &bits, sizeof bits);
    }
    std::vector<float> expected;
    for (unsigned row = 0; row < m; ++row)
      for (unsigned column = 0; column < n; ++column) {
        int sum = 0;
        for (unsigned i = 0; i < k; ++i)
          sum += a[std::size_t(row) * k + i] * b[std::size_t(i) * n + column];
        expected.push_back(static_cast<float>(sum));
      }
    for (unsigned i = 0; i < k; ++i)
      for (unsigned column = 0; column < n; ++column) {
        const std::uint16_t bits = bfloat(b[std::size_t(i) * n + column]);
        std::memcpy(&words[(std::size_t(i / 2) * n + column) * 4 + i % 2 * 2], &bits, sizeof bits);
      }
    Bytes wanted(expected.size() * sizeof(float));
    std::memcpy(wanted.data(), expected.data(), wanted.size());
    EXPECT_EQ(device().run(program, "product", {rows, words}, wanted.size(),
                           {(n + 15) / 16 * 16, (m + 15) / 16}, {16, 1}, {m, n, k}),
              wanted)
        << m << " x " << n << " x " << k;
  }
};

TEST_P(GuardedRoundsTest, AllSizes) {
  const auto &[style, type] = GetParam();
  const BuiltProgram built = device().buildSource(
      replaced(replaced(kernelText, "LOOP", style.loop), "TYPE", type), "-cl-std=CL3.0");
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  for (unsigned k : {0u, 2u, 14u, 16u, 18u, 30u, 32u, 34u, 48u, 80u, 94u})
    run(built.program, 37, 50, k);
  for (unsigned side : {1u, 15u, 16u, 17u, 31u, 32u, 48u})
    run(built.program, side, 48 - side / 2, 46);
  clReleaseProgram(built.program);
}

INSTANTIATE_TEST_SUITE_P(Table, GuardedRoundsTest,
                         testing::Combine(testing::ValuesIn(styles),
                                          testing::Values("int", "uint", "long")),
                         [](const auto &info) {
                           return std::string(std::get<0>(info.param).name) + "Of" +
                                  std::get<1>(info.param);
                         });

} // namespace
} // namespace heddle::test
