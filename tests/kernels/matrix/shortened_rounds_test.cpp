// Work-groups of one launch that do different numbers of rounds over the same rows of B, as
// attention that looks at no later keys does: what one has packed, the next goes on with.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::test {
namespace {

constexpr unsigned groups = 48, columns = 32, mostRounds = 41;

// A is row-major, so is B; a work-group does 8 rows, and stops where `ends` says.
constexpr char kernelText[] = R"(
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void product(global const ushort *a, global const ushort *b, global const int *ends,
                    global float *d, int n, int k) {
  const int lane = get_sub_group_local_id(), row = get_group_id(0) * 8;
  const int begin = BEGIN, end = ends[get_group_id(0)];
  float8 sums[2] = {0, 0};
  for (int s = begin; s < end; s += 16) {
    short8 f;
    for (int r = 0; r < 8; ++r)
      f[r] = a[(row + r) * k + s + lane];
    for (int j = 0; j < 2; ++j) {
      int8 g;
      for (int r = 0; r < 8; ++r)
        g[r] = as_int((ushort2)(b[(s + 2 * r) * n + 16 * j + lane],
                                b[(s + 2 * r + 1) * n + 16 * j + lane]));
      sums[j] = intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, sums[j]);
    }
  }
  for (int j = 0; j < 2; ++j)
    for (int r = 0; r < 8; ++r)
      d[(row + r) * n + 16 * j + lane] = sums[j][r];
}
)";

class ShortenedRoundsTest : public MatrixDeviceTest {
protected:
  /// begin: the first round, as the kernel has it and of each work-group.
  void run(const char *begin, unsigned (*beginOf)(unsigned group)) {
    const BuiltProgram built =
        device().buildSource(kernelText, std::string("-cl-std=CL3.0 -DBEGIN=") + begin);
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    constexpr unsigned k = mostRounds * 16, n = columns;
    Random random(k);
    std::vector<int> a(groups * 8 * k), b(k * n);
    for (std::vector<int> *numbers : {&a, &b})
      for (int &number : *numbers)
        number = static_cast<int>(random.below(9)) - 4;
    const auto bfloats = [](const std::vector<int> &numbers) {
      std::vector<std::uint16_t> bits;
      for (const int number : numbers)
        bits.push_back(bfloatOfFloat(static_cast<float>(number)));
      return bytesOf(bits);
    };
    std::vector<unsigned> rounds(groups);
    std::iota(rounds.begin(), rounds.end(), 0);
    for (unsigned &count : rounds)
      count = std::min(count, mostRounds);
    // More from group to group, fewer, and in any order.
    for (unsigned order = 0; order < 3; ++order) {
      if (order == 1)
        std::reverse(rounds.begin(), rounds.end());
      if (order == 2)
        for (unsigned i = groups; i > 1; --i)
          std::swap(rounds[i - 1], rounds[random.below(i)]);
      std::vector<int> ends;
      std::vector<float> expected;
      for (unsigned group = 0; group < groups; ++group) {
        ends.push_back(static_cast<int>(rounds[group] * 16));
        for (unsigned row = group * 8; row < group * 8 + 8; ++row)
          for (unsigned column = 0; column < n; ++column) {
            int sum = 0;
            for (unsigned i = beginOf(group) * 16; i < rounds[group] * 16; ++i)
              sum += a[row * k + i] * b[i * n + column];
            expected.push_back(static_cast<float>(sum));
          }
      }
      const Bytes wanted = bytesOf(expected);
      EXPECT_EQ(device().run(built.program, "product", {bfloats(a), bfloats(b), bytesOf(ends)},
                             wanted.size(), groups * 16, 16, {n, k}),
                wanted)
          << "order " << order;
    }
    clReleaseProgram(built.program);
  }
};

TEST_F(ShortenedRoundsTest, OneBegin) {
  run("0", [](unsigned) { return 0u; });
}

TEST_F(ShortenedRoundsTest, SeveralBegins) {
  run("((int)get_group_id(0)%3*16)", [](unsigned group) { return group % 3; });
}

} // namespace
} // namespace heddle::test
