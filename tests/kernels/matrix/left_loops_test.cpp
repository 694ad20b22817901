// Loops of more sums than there are tile registers, which a break leaves, too: what waits in memory
// is read on each way out.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {
namespace {

constexpr unsigned groups = 6, rows = 32, columns = 64, rounds = 9, k = rounds * 16;

// A is row-major, two rows of B are one of words; each work-group has its rows of A, and a number
// for each round, which ends the loop where it is not zero.
constexpr char kernelText[] = R"(
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void product(global const ushort *a, global const int *b, global const int *ends,
                    global float *d, int n, int k) {
  const int lane = get_sub_group_local_id(), row = get_group_id(0) * 32;
  ends += get_group_id(0) * (k / 16);
  float8 sums[4][4] = {};
  for (int s = 0; s < k; s += 16) {
    if (BEFORE)
      break;
    short8 f[4];
    int8 g[4];
    for (int i = 0; i < 4; ++i)
      for (int r = 0; r < 8; ++r)
        f[i][r] = a[(row + 8 * i + r) * k + s + lane];
    for (int j = 0; j < 4; ++j)
      for (int r = 0; r < 8; ++r)
        g[j][r] = b[(s / 2 + r) * n + 16 * j + lane];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sums[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(f[i], g[j], sums[i][j]);
    if (BEHIND)
      break;
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int r = 0; r < 8; ++r)
        d[(row + 8 * i + r) * n + 16 * j + lane] = sums[i][j][r];
}
)";

class LeftLoopsTest : public MatrixDeviceTest {
protected:
  /// One of them may be without a break.
  void run(bool before, bool behind) {
    const auto condition = [](bool isThere) { return isThere ? "ends[s/16]" : "0"; };
    const BuiltProgram built =
        device().buildSource(kernelText, std::string("-cl-std=CL3.0 -DBEFORE=") +
                                             condition(before) + " -DBEHIND=" + condition(behind));
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    Random random(k);
    std::vector<int> a(groups * rows * k), b(k * columns), ends(groups * rounds);
    for (std::vector<int> *numbers : {&a, &b})
      for (int &number : *numbers)
        number = static_cast<int>(random.below(9)) - 4;
    // The first one does all rounds.
    for (unsigned group = 1; group < groups; ++group)
      ends[group * rounds + 2 * (group - 1)] = 1;
    std::vector<std::uint16_t> bitsOfA, bitsOfB;
    for (const int number : a)
      bitsOfA.push_back(bfloatOfFloat(static_cast<float>(number)));
    for (unsigned row = 0; row < k; row += 2)
      for (unsigned column = 0; column < columns; ++column)
        for (unsigned i = 0; i < 2; ++i)
          bitsOfB.push_back(bfloatOfFloat(static_cast<float>(b[(row + i) * columns + column])));
    std::vector<float> expected;
    for (unsigned row = 0; row < groups * rows; ++row) {
      const int *const end = &ends[row / rows * rounds];
      unsigned done = 0;
      while (done < rounds && !(before && end[done]) && !(behind && done > 0 && end[done - 1]))
        ++done;
      for (unsigned column = 0; column < columns; ++column) {
        int sum = 0;
        for (unsigned i = 0; i < done * 16; ++i)
          sum += a[row * k + i] * b[i * columns + column];
        expected.push_back(static_cast<float>(sum));
      }
    }
    const Bytes wanted = bytesOf(expected);
    EXPECT_EQ(device().run(built.program, "product",
                           {bytesOf(bitsOfA), bytesOf(bitsOfB), bytesOf(ends)}, wanted.size(),
                           groups * 16, 16, {columns, k}),
              wanted);
    clReleaseProgram(built.program);
  }
};

TEST_F(LeftLoopsTest, InFrontOfTheProducts) { run(true, false); }
TEST_F(LeftLoopsTest, BehindTheProducts) { run(false, true); }
TEST_F(LeftLoopsTest, InBothPlaces) { run(true, true); }

} // namespace
} // namespace heddle::test
