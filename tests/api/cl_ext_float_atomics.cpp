// cl_ext_float_atomics: additions, minima and maxima of float and double. Built by the real
// compiler.
#include "heddle/cl_ext_float_atomics.h"
#include "tests/support/program_fixture.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::test {

class cl_ext_float_atomicsTest : public ProgramTest {
protected:
  /// 128 work-items of groups of 32 add, subtract and compare their numbers, in global memory, in
  /// local memory and through generic pointers to both, each into four results.
  template <typename T> void run(const std::string &type) {
    const std::string source = "typedef " + type + " T;\ntypedef atomic_" + type + R"( A;
void each(volatile A *a, T x) {
  atomic_fetch_add(a, x);
  atomic_fetch_sub_explicit(a + 1, x, memory_order_relaxed);
  atomic_fetch_min_explicit(a + 2, x, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_max(a + 3, x);
}
kernel void k(volatile global A *out, global const T *in) {
  local A there[8];
  T x = in[get_global_id(0)];
  size_t lane = get_local_id(0);
  if (lane < 8)
    atomic_store_explicit(there + lane, 0, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(out, x, memory_order_relaxed, memory_scope_device);
  atomic_fetch_sub(out + 1, x);
  atomic_fetch_min(out + 2, x);
  atomic_fetch_max_explicit(out + 3, x, memory_order_relaxed);
  each(out + 4, x);
  atomic_fetch_add(there, x);
  atomic_fetch_sub(there + 1, x);
  atomic_fetch_min_explicit(there + 2, x, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_max(there + 3, x);
  each(there + 4, x);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane < 8) {
    T result = atomic_load_explicit(there + lane, memory_order_relaxed, memory_scope_work_group);
    if (lane % 4 < 2)
      atomic_fetch_add(out + 8 + lane, result);
    else if (lane % 4 == 2)
      atomic_fetch_min(out + 8 + lane, result);
    else
      atomic_fetch_max(out + 8 + lane, result);
  }
}
)";
    OwnedProgram program = makeProgram(source.c_str());
    ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0 -Werror", nullptr, nullptr),
              CL_SUCCESS)
        << buildText(program, CL_PROGRAM_BUILD_LOG);
    OwnedKernel kernel = clCreateKernel(program, "k", nullptr);
    std::vector<T> numbers(128);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = T(int(i * 37 % 128) - 50) / 4;
    OwnedMem out = makeBufferOf(std::vector<T>(16)), in = makeBufferOf(numbers);
    const cl_mem handles[] = {out, in};
    for (cl_uint i = 0; i < 2; ++i)
      ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), &handles[i]), CL_SUCCESS);
    const std::size_t localSize = 32;
    ASSERT_EQ(enqueue(queue, kernel, numbers.size(), &localSize), CL_SUCCESS);
    const T sum = std::accumulate(numbers.begin(), numbers.end(), T(0));
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    std::vector<T> wanted;
    for (unsigned i = 0; i < 4; ++i)
      wanted.insert(wanted.end(), {sum, -sum, *least, *most});
    EXPECT_EQ(contents<T>(out), wanted);
  }
};

TEST_F(cl_ext_float_atomicsTest, DeviceReportsWhatFloatsAndDoublesDo) {
  const cl_device_fp_atomic_capabilities_ext all =
      CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |
      CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |
      CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT;
  const auto capabilities = [&](cl_device_info name) {
    return query<cl_device_fp_atomic_capabilities_ext>(clGetDeviceInfo, device, name);
  };
  EXPECT_EQ(capabilities(CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT), all);
  EXPECT_EQ(capabilities(CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT), all);
  EXPECT_EQ(capabilities(CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT), 0u);
}

TEST_F(cl_ext_float_atomicsTest, FloatsAreAddedAndCompared) { run<cl_float>("float"); }
TEST_F(cl_ext_float_atomicsTest, DoublesAreAddedAndCompared) { run<cl_double>("double"); }

} // namespace heddle::test
