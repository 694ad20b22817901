// Matrix products of every kind that DPAS kernels are written as, against the host. All numbers are
// small integers, so that the sums are exact.
//
// The list has every type, way to read, grid and depth, with the other properties in turn, and
// ctest divides it among the targets. HEDDLE_TEST_GEMM=all makes it every combination, which takes
// many hours of one processor.
#include "tests/kernels/gemm/gemm_data.hpp"
#include "tests/kernels/gemm/gemm_kernel.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"

#include <cstdlib>
#include <random>

namespace heddle::test {

namespace {

class Gemm : public MatrixDeviceTest, public testing::WithParamInterface<GemmKernel> {
protected:
  /// A product of `groupRows` x `groupColumns` work-groups and so many rounds.
  void check(cl_program program, unsigned groupRows, unsigned groupColumns, unsigned rounds) {
    const GemmKernel &kernel = GetParam();
    const unsigned m = groupRows * kernel.down * kernel.rows * 8,
                   n = groupColumns * kernel.across * kernel.columns * 16,
                   k = rounds * kernel.depth * kernel.depthOfOne();
    const std::vector<int> a = smallNumbers(std::size_t(m) * k, random),
                           b = smallNumbers(std::size_t(k) * n, random);
    std::vector<int> c(std::size_t(m) * n);
    for (unsigned row = 0; row < m; ++row)
      for (unsigned depth = 0; depth < k; ++depth)
        for (unsigned column = 0; column < n; ++column)
          c[row * n + column] += a[row * k + depth] * b[depth * n + column];
    const Bytes found =
        device().run(program, kernel.name(), {stored(a, kernel.type), storedB(b, n, kernel)},
                     c.size() * 4, {groupColumns * kernel.across * 16, groupRows * kernel.down},
                     {kernel.across * 16, kernel.down}, {m, n, k});
    const Bytes expected =
        kernel.type == GemmType::i8 ? bytesOf(c) : bytesOf(std::vector<float>(c.begin(), c.end()));
    EXPECT_TRUE(found == expected) << firstDifference(found, expected, n);
  }

private:
  std::string firstDifference(const Bytes &found, const Bytes &expected, unsigned columns) {
    for (std::size_t i = 0; i < std::min(found.size(), expected.size()); ++i)
      if (found[i] != expected[i])
        return "first at row " + std::to_string(i / 4 / columns) + ", column " +
               std::to_string(i / 4 % columns) + " of\n" + GetParam().text();
    return "sizes differ";
  }

  std::mt19937 random{7};
};

TEST_P(Gemm, IsExact) {
  const BuiltProgram built = device().buildSource(GetParam().text());
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log << GetParam().text();
  check(built.program, 2, 1, 3);
  check(built.program, 1, 2, 4);
  clReleaseProgram(built.program);
}

std::vector<GemmKernel> kernels() {
  const char *wanted = std::getenv("HEDDLE_TEST_GEMM");
  return wanted && std::string(wanted) == "all" ? allGemmKernels() : someGemmKernels();
}

INSTANTIATE_TEST_SUITE_P(Kernels, Gemm, testing::ValuesIn(kernels()),
                         [](const auto &info) { return info.param.name(); });

} // namespace
} // namespace heddle::test
