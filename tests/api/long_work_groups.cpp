// A few work-groups of one work-item that take long are compiled again without lanes, as thousands
// of short ones are. Built by the real compiler.
#include "tests/support/program_fixture.hpp"

#include <algorithm>

namespace heddle::test {

namespace {

constexpr char source[] = R"(
kernel void sum(global const uint *in, global uint *out, local uint *own, uint count) {
  uint local_id = get_local_id(0), result = 0;
  for (uint i = get_group_id(0) * count + local_id; i < (get_group_id(0) + 1) * count;
       i += get_local_size(0))
    result += in[i];
  own[local_id] = result;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (local_id == 0)
    out[get_group_id(0)] = own[0];
}
)";

using LongWorkGroupsTest = ProgramTest;

} // namespace

TEST_F(LongWorkGroupsTest, AreCompiledForTheirSize) {
  constexpr cl_uint count = 1 << 20;
  constexpr std::size_t groups = 2, one = 1;
  constexpr int rounds = 60;
  const OwnedProgram program = makeProgram(source);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS);
  cl_int error = CL_INVALID_VALUE;
  const OwnedKernel kernel = clCreateKernel(program, "sum", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<cl_uint> numbers(groups * count);
  std::vector<cl_uint> sums(groups);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = cl_uint(i * 2654435761u);
    sums[i / count] += numbers[i];
  }
  const OwnedMem in = makeBufferOf(numbers);
  const OwnedMem out = makeBufferOf(std::vector<cl_uint>(groups));
  const cl_mem memories[] = {in, out};
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &memories[0]), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), &memories[1]), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_uint), nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof(count), &count), CL_SUCCESS);

  const OwnedQueue timed = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  std::vector<cl_ulong> times;
  for (int round = 0; round < rounds; ++round) {
    cl_event handle = nullptr;
    ASSERT_EQ(clEnqueueNDRangeKernel(timed, kernel, 1, nullptr, &groups, &one, 0, nullptr, &handle),
              CL_SUCCESS);
    const OwnedEvent event = handle;
    ASSERT_EQ(clFinish(timed), CL_SUCCESS);
    cl_ulong start = 0;
    cl_ulong end = 0;
    ASSERT_EQ(
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start), &start, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, nullptr),
              CL_SUCCESS);
    times.push_back(end - start);
    ASSERT_EQ(contents<cl_uint>(out), sums) << round;
  }
  // A tenth, on a machine where nothing else runs.
  EXPECT_LT(*std::min_element(times.end() - 20, times.end()) * 5, times.front());
}

} // namespace heddle::test
