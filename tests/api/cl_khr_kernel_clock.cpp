// cl_khr_kernel_clock: clocks that kernels read. Built by the real compiler.
#include "heddle/cl_khr_kernel_clock.h"
#include "tests/support/program_fixture.hpp"

#include <algorithm>

namespace heddle::test {

class cl_khr_kernel_clockTest : public ProgramTest {
protected:
  /// The longs that `kernel void k(global ulong *out) { body }` leaves, 8 for each work-item.
  std::vector<cl_ulong> run(const std::string &body, std::size_t workItems = 64,
                            std::size_t localSize = 16) {
    const std::string source = "kernel void k(global ulong *all, local int *there) {\n"
                               "  size_t id = get_global_id(0);\n"
                               "  global ulong *out = all + 8 * id;\n" +
                               body + "}\n";
    OwnedProgram program = makeProgram(source.c_str());
    build(program);
    OwnedKernel kernel = clCreateKernel(program, "k", nullptr);
    OwnedMem out = makeBufferOf(std::vector<cl_ulong>(8 * workItems));
    const cl_mem handle = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, 64, nullptr), CL_SUCCESS);
    EXPECT_EQ(enqueue(queue, kernel, workItems, &localSize), CL_SUCCESS);
    return contents<cl_ulong>(out);
  }
};

TEST_F(cl_khr_kernel_clockTest, DeviceReportsAllScopes) {
  EXPECT_EQ(query<cl_device_kernel_clock_capabilities_khr>(clGetDeviceInfo, device,
                                                           CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR),
            cl_device_kernel_clock_capabilities_khr(CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR |
                                                    CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR |
                                                    CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR));
}

TEST_F(cl_khr_kernel_clockTest, MacrosAreDefined) {
  EXPECT_EQ(run(R"(
#if defined(cl_khr_kernel_clock) && defined(__opencl_c_kernel_clock_scope_device) &&              \
    defined(__opencl_c_kernel_clock_scope_work_group) &&                                          \
    defined(__opencl_c_kernel_clock_scope_sub_group)
  out[0] = 1;
#endif
)")[0],
            1u);
}

TEST_F(cl_khr_kernel_clockTest, EveryReadComesLaterThanTheOneBefore) {
  // Straight, behind a barrier, behind a sub-group barrier, and in code that half of the
  // work-items run.
  const auto times = run(R"(
  out[0] = clock_read_device();
  out[1] = clock_read_work_group();
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2] = clock_read_sub_group();
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[3] = clock_read_device();
  out[4] = out[3];
  if (id & 1)
    out[4] = clock_read_device();
  out[5] = clock_read_device();
)");
  for (std::size_t i = 0; i < times.size(); i += 8) {
    for (std::size_t j = 1; j < 4; ++j)
      EXPECT_LT(times[i + j - 1], times[i + j]) << i / 8 << ", " << j;
    EXPECT_LE(times[i + 3], times[i + 4]);
    EXPECT_LT(times[i + 4], times[i + 5]);
  }
}

TEST_F(cl_khr_kernel_clockTest, AValueLivesOverABarrier) {
  // Each sub-group keeps its own.
  const auto times = run(R"(
  ulong before = clock_read_device();
  out[0] = before;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[1] = before;
  out[2] = clock_read_device();
)",
                         256, 128);
  for (std::size_t i = 0; i < times.size(); i += 8) {
    EXPECT_EQ(times[i], times[i + 1]) << i / 8;
    EXPECT_LT(times[i + 1], times[i + 2]) << i / 8;
  }
}

TEST_F(cl_khr_kernel_clockTest, TwoWordsAreTheSameClock) {
  const auto times = run(R"(
  out[0] = clock_read_device();
  uint2 device = clock_read_hilo_device(), group = clock_read_hilo_work_group();
  uint2 sub = clock_read_hilo_sub_group();
  out[1] = as_ulong(device);
  out[2] = as_ulong(group);
  out[3] = as_ulong(sub);
  out[4] = clock_read_device();
)");
  for (std::size_t i = 0; i < times.size(); i += 8)
    for (std::size_t j = 1; j < 5; ++j)
      EXPECT_LT(times[i + j - 1], times[i + j]) << i / 8 << ", " << j;
}

TEST_F(cl_khr_kernel_clockTest, LoopsThatWaitForTheClockEnd) {
  // The loop is not one that reads the clock once.
  const auto times = run(R"(
  ulong start = clock_read_device(), now = start;
  ulong rounds = 0;
  while (now - start < 10000 + 100 * id) {
    now = clock_read_device();
    ++rounds;
  }
  out[0] = rounds;
  out[1] = now - start;
)");
  for (std::size_t i = 0; i < times.size(); i += 8) {
    EXPECT_GT(times[i], 1u);
    EXPECT_GE(times[i + 1], 10000 + 100 * (i / 8));
  }
}

TEST_F(cl_khr_kernel_clockTest, LaterLaunchesReadLaterTimes) {
  cl_ulong before = 0;
  for (int launch = 0; launch < 5; ++launch) {
    const auto times = run("  out[0] = clock_read_device();\n", 64, 1);
    cl_ulong last = before;
    for (std::size_t i = 0; i < times.size(); i += 8) {
      EXPECT_GT(times[i], before);
      last = std::max(last, times[i]);
    }
    before = last;
  }
}

} // namespace heddle::test
