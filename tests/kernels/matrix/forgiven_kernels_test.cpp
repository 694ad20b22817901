// What programs leave out that GPUs do not mind: the value of an accumulator, the second barrier of
// a loop.
#include "tests/kernels/matrix/device_fixture.hpp"

#include <cstring>

namespace heddle::test {
namespace {

constexpr unsigned lanes = 16, depth = 32; // bytes of a row of A in a round

// A is of twos, B of ones but for its number of the round.
constexpr char kernelText[] = R"(
#define ROUND(n) (int8)((n) * 0x01010101)

// Of three sums nobody says where two begin.
__attribute__((intel_reqd_sub_group_size(16)))
kernel void unset(global int *out, int rounds) {
  int8 none, sums[2], total = 0;
  for (int k = 0; k < rounds; ++k) {
    const short8 a = (short8)(0x0202);
    total += intel_sub_group_i8_i8_matrix_mad_k32(a, ROUND(1), none);
    for (int i = 0; i < 2; ++i)
      sums[i] = intel_sub_group_i8_i8_matrix_mad_k32(a, ROUND(i + 1), sums[i]);
  }
  for (int r = 0; r < 8; ++r) {
    const int i = r * 16 + get_sub_group_local_id();
    out[i] = total[r];
    out[i + 128] = sums[0][r];
    out[i + 256] = sums[1][r];
  }
}

// The first sub-group stages what all multiply.
__attribute__((intel_reqd_sub_group_size(16)))
kernel void first_stages(global int *out, int rounds) {
  local int8 tile[16];
  const int lane = get_sub_group_local_id();
  int8 sum = 0;
  for (int k = 0; k < rounds; ++k) {
    if (get_sub_group_id() == 0)
      tile[lane] = ROUND(k + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = (sum << 1) + intel_sub_group_i8_i8_matrix_mad_k32((short8)(0x0202), tile[lane], (int8)0);
  }
  for (int r = 0; r < 8; ++r)
    out[(get_sub_group_id() * 8 + r) * 16 + lane] = sum[r];
}

// All stage a part.
__attribute__((intel_reqd_sub_group_size(16)))
kernel void all_stage(global int *out, int rounds) {
  local int tile[128];
  const int lane = get_sub_group_local_id(), item = get_local_id(0);
  int8 sum = 0;
  for (int k = 0; k < rounds; ++k) {
    for (int i = item; i < 128; i += 64)
      tile[i] = (k + 1) * 0x01010101;
    barrier(CLK_LOCAL_MEM_FENCE);
    int8 b;
    for (int i = 0; i < 8; ++i)
      b[i] = tile[i * 16 + lane];
    sum = (sum << 1) + intel_sub_group_i8_i8_matrix_mad_k32((short8)(0x0202), b, (int8)0);
  }
  for (int r = 0; r < 8; ++r)
    out[(get_sub_group_id() * 8 + r) * 16 + lane] = sum[r];
}
)";

class ForgivenKernelTest : public MatrixDeviceTest {
protected:
  void SetUp() override {
    MatrixDeviceTest::SetUp();
    built = device().buildSource(kernelText);
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  }
  void TearDown() override {
    if (built.program)
      clReleaseProgram(built.program);
  }
  std::vector<cl_int> run(const char *kernel, unsigned words, unsigned items, unsigned rounds) {
    const Bytes bytes = device().run(built.program, kernel, {}, words * 4, items, items, {rounds});
    std::vector<cl_int> result(bytes.size() / 4);
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }

  BuiltProgram built;
};

TEST_F(ForgivenKernelTest, AccumulatorsAreZeroWhereNobodySetsThem) {
  constexpr unsigned count = 8 * lanes;
  const std::vector<cl_int> result = run("unset", 3 * count, lanes, 5);
  for (unsigned i = 0; i < result.size(); ++i)
    ASSERT_EQ(result[i], cl_int(2 * depth * 5 * (i < 2 * count ? 1 : 2))) << i;
}

TEST_F(ForgivenKernelTest, RoundsWaitForThoseThatStillRead) {
  for (const char *kernel : {"first_stages", "all_stage"}) {
    cl_int wanted = 0;
    for (cl_int round = 1; round <= 7; ++round)
      wanted = 2 * wanted + round * 2 * cl_int(depth);
    for (const cl_int word : run(kernel, 4 * 8 * lanes, 4 * lanes, 7))
      ASSERT_EQ(word, wanted) << kernel;
  }
}

} // namespace
} // namespace heddle::test
