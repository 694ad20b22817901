// What sub-devices do: contexts, queues and programs of them, and how many threads run their
// commands. The driver has four compute units here.
#include "tests/support/sub_device_fixture.hpp"

#include <sched.h>

namespace heddle::test {

class sub_devicesTest : public SubDeviceTest {
protected:
  OwnedQueue queueOf(cl_context context, cl_device_id owner,
                     cl_command_queue_properties properties = 0) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error = CL_INVALID_VALUE;
    OwnedQueue made = clCreateCommandQueueWithProperties(context, owner, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedProgram programOf(cl_context context, const std::vector<cl_device_id> &builtFor) {
    const char *source = "kernel void anything() {}";
    cl_int error = CL_INVALID_VALUE;
    OwnedProgram made = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(made, static_cast<cl_uint>(builtFor.size()), builtFor.data(), "",
                             nullptr, nullptr),
              CL_SUCCESS);
    return made;
  }
  OwnedKernel kernelOf(cl_program program, const char *name) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel made = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  /// Runs eight work-groups in each queue that wait for one another until so many are there at a
  /// time, or nobody comes for a while. Returns the most that there ever were.
  cl_uint mostAtATime(cl_context context, cl_program program,
                      const std::vector<cl_command_queue> &queues, cl_ulong wanted,
                      cl_ulong milliseconds) {
    const cl_uint zeros[2] = {};
    cl_int error;
    OwnedMem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(zeros),
                                  const_cast<cl_uint *>(zeros), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    OwnedKernel kernel = kernelOf(program, "meet");
    const cl_mem buffer = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(wanted), &wanted), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(milliseconds), &milliseconds), CL_SUCCESS);
    const std::size_t groups = 8, one = 1;
    for (cl_command_queue queue : queues)
      EXPECT_EQ(enqueue(queue, kernel, groups, &one), CL_SUCCESS);
    for (cl_command_queue queue : queues)
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    cl_uint result[2] = {};
    EXPECT_EQ(clEnqueueReadBuffer(queues.front(), out, CL_TRUE, 0, sizeof(result), result, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(result[0], 0u);
    return result[1];
  }
  /// That many threads run the queues' commands, and no more.
  void expectThreads(cl_context context, cl_program program,
                     const std::vector<cl_command_queue> &queues, cl_uint threads) {
    // A worker that is woken for one command may take another one's, whose other work-groups then
    // wait for one that is busy: so several times. The time is lost in each work-group.
    cl_uint most = 0;
    for (unsigned attempt = 0; attempt < 5 && most < threads; ++attempt)
      most = mostAtATime(context, program, queues, threads, 1000);
    EXPECT_EQ(most, threads);
    // On a busy machine some may come when others have gone.
    EXPECT_LE(mostAtATime(context, program, queues, threads + 1, 20), threads);
  }
};

TEST_F(sub_devicesTest, AContextMayHaveThemWithAndWithoutTheirParent) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({1, 3}));
  OwnedContext both = contextOf({parts[0], parts[1], device});
  EXPECT_EQ(query<cl_uint>(clGetContextInfo, both.get(), CL_CONTEXT_NUM_DEVICES), 3u);
  OwnedContext one = contextOf({parts[1]});
  OwnedQueue queue = queueOf(one, parts[1]);
  EXPECT_EQ(query<cl_device_id>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_DEVICE),
            parts[1].get());
  // CL_INVALID_DEVICE: not in the context, whatever it is a part of.
  for (cl_device_id other : {parts[0].get(), device}) {
    cl_int error;
    EXPECT_EQ(clCreateCommandQueueWithProperties(one, other, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
  OwnedContext root = contextOf({device});
  cl_int error;
  EXPECT_EQ(clCreateCommandQueueWithProperties(root, parts[0], nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

TEST_F(sub_devicesTest, RunCommandsAfterTheApplicationReleasedThem) {
  std::vector<OwnedDevice> parts = divide(device, byCounts({2}));
  OwnedContext context = contextOf({parts[0]});
  OwnedProgram program = programOf(context, {parts[0]});
  OwnedQueue queue = queueOf(context, parts[0]);
  parts.clear();
  expectThreads(context, program, {queue}, 2);
}

TEST_F(sub_devicesTest, RunWhatWasBuiltForTheirParent) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({1, 3}));
  OwnedContext context = contextOf({parts[0], parts[1], device});
  OwnedProgram program = programOf(context, {device});
  for (const OwnedDevice &part : parts) {
    cl_build_status status = CL_BUILD_NONE;
    EXPECT_EQ(clGetProgramBuildInfo(program, part, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
                                    nullptr),
              CL_SUCCESS);
    EXPECT_EQ(status, CL_BUILD_SUCCESS);
    OwnedQueue queue = queueOf(context, part);
    OwnedKernel kernel = kernelOf(program, "empty");
    EXPECT_EQ(enqueue(queue, kernel, 16), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  const auto sizes =
      queryList<std::size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES);
  EXPECT_EQ(sizes, std::vector<std::size_t>(3, sizes.at(2)));
}

TEST_F(sub_devicesTest, DoNotLendTheirBuildsToTheirParent) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({1}));
  OwnedContext context = contextOf({parts[0], device});
  OwnedProgram program = programOf(context, {parts[0]});
  OwnedKernel kernel = kernelOf(program, "empty");
  OwnedQueue queue = queueOf(context, device);
  EXPECT_EQ(enqueue(queue, kernel, 16), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_INVALID_PROGRAM_EXECUTABLE);
  const auto suggest = extensionFunction<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      "clGetKernelSuggestedLocalWorkSizeKHR");
  ASSERT_TRUE(suggest);
  const std::size_t global = 16;
  std::size_t local = 0;
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, &global, &local), CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(sub_devicesTest, AFailedBuildIsNotMadeGoodByThatOfTheParent) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({1}));
  OwnedContext context = contextOf({parts[0], device});
  OwnedProgram program = programOf(context, {device});
  ::setenv("HEDDLE_FAKE_COMPILER", "fail", 1);
  const cl_device_id part = parts[0];
  EXPECT_EQ(clBuildProgram(program, 1, &part, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  ::unsetenv("HEDDLE_FAKE_COMPILER");
  OwnedKernel kernel = kernelOf(program, "empty");
  EXPECT_EQ(enqueue(queueOf(context, part), kernel, 16), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(enqueue(queueOf(context, device), kernel, 16), CL_SUCCESS);
}

TEST_F(sub_devicesTest, AKernelHasTheSameArgumentsOnAllOfThem) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({1, 3}));
  OwnedContext context = contextOf({parts[0], parts[1]});
  OwnedProgram program = programOf(context, {parts[0]});
  ::setenv("HEDDLE_FAKE_COMPILER", "exchange", 1);
  const cl_device_id part = parts[1];
  EXPECT_EQ(clBuildProgram(program, 1, &part, "", nullptr, nullptr), CL_SUCCESS);
  ::unsetenv("HEDDLE_FAKE_COMPILER");
  for (const char *name : {"empty", "store"}) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateKernel(program, name, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_KERNEL_DEFINITION) << name;
  }
  kernelOf(program, "number");
}

TEST_F(sub_devicesTest, AsManyThreadsAsUnitsRunTheirKernels) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({1, 3}));
  OwnedContext context = contextOf({parts[0], parts[1], device});
  OwnedProgram program = programOf(context, {device});
  OwnedQueue one = queueOf(context, parts[0]), three = queueOf(context, parts[1]),
             all = queueOf(context, device);
  expectThreads(context, program, {one}, 1);
  expectThreads(context, program, {three}, 3);
  expectThreads(context, program, {all}, 4);
}

TEST_F(sub_devicesTest, AllQueuesOfOneShareItsUnits) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({2}));
  OwnedContext context = contextOf({parts[0]});
  OwnedProgram program = programOf(context, {parts[0]});
  OwnedQueue first = queueOf(context, parts[0]),
             second = queueOf(context, parts[0], CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  expectThreads(context, program, {first, second, second}, 2);
}

TEST_F(sub_devicesTest, RunSideBySide) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({1, 3}));
  OwnedContext context = contextOf({parts[0], parts[1]});
  OwnedProgram program = programOf(context, {parts[0], parts[1]});
  OwnedQueue one = queueOf(context, parts[0]), three = queueOf(context, parts[1]);
  expectThreads(context, program, {one, three}, 4);
}

TEST_F(sub_devicesTest, PartsOfOneShareItsUnits) {
  const std::vector<OwnedDevice> parts = divide(device, byCounts({3}));
  const std::vector<OwnedDevice> inner = divide(parts[0], byCounts({1, 2}));
  OwnedContext context = contextOf({parts[0], inner[0], inner[1]});
  OwnedProgram program = programOf(context, {parts[0]});
  OwnedQueue outer = queueOf(context, parts[0]), one = queueOf(context, inner[0]),
             two = queueOf(context, inner[1]);
  expectThreads(context, program, {two}, 2);
  expectThreads(context, program, {one, two}, 3);
  expectThreads(context, program, {outer, one, two}, 3);
}

TEST_F(sub_devicesTest, ThoseOfAnAffinityDomainStayOnItsProcessors) {
  const cl_device_affinity_domain domains = domainsOf(device);
  if (domains == 0)
    GTEST_SKIP() << "all processors of this machine share every cache and one NUMA node";
  const auto processorsOf = [](cl_context context, cl_command_queue queue) {
    cpu_set_t set;
    CPU_ZERO(&set);
    cpu_set_t *place = &set;
    EXPECT_EQ(clEnqueueNativeKernel(
                  queue,
                  [](void *argument) {
                    ::sched_getaffinity(0, sizeof(cpu_set_t), *static_cast<cpu_set_t **>(argument));
                  },
                  &place, sizeof(place), 0, nullptr, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    static_cast<void>(context);
    return set;
  };
  const std::vector<OwnedDevice> parts =
      divide(device, byDomain(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE));
  OwnedContext context = contextOf({parts[0], parts[1], device});
  cpu_set_t mine;
  ASSERT_EQ(::sched_getaffinity(0, sizeof(mine), &mine), 0);
  const cpu_set_t first = processorsOf(context, queueOf(context, parts[0])),
                  second = processorsOf(context, queueOf(context, parts[1])),
                  all = processorsOf(context, queueOf(context, device));
  cpu_set_t shared;
  CPU_AND(&shared, &first, &second);
  EXPECT_EQ(CPU_COUNT(&shared), 0);
  EXPECT_GE(CPU_COUNT(&first), 1);
  EXPECT_GE(CPU_COUNT(&second), 1);
  EXPECT_LT(CPU_COUNT(&first), CPU_COUNT(&mine));
  // The same workers are free again.
  EXPECT_TRUE(CPU_EQUAL(&all, &mine));
  // And this thread was never bound.
  cpu_set_t after;
  ASSERT_EQ(::sched_getaffinity(0, sizeof(after), &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&after, &mine));
}

TEST_F(sub_devicesTest, PartsOfAnAffinityDomainRunKernels) {
  if (domainsOf(device) == 0)
    GTEST_SKIP() << "all processors of this machine share every cache and one NUMA node";
  const std::vector<OwnedDevice> parts =
      divide(device, byDomain(CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE));
  for (const OwnedDevice &part : parts) {
    const auto units = query<cl_uint>(clGetDeviceInfo, part.get(), CL_DEVICE_MAX_COMPUTE_UNITS);
    OwnedContext context = contextOf({part});
    OwnedProgram program = programOf(context, {part});
    expectThreads(context, program, {queueOf(context, part).get()}, units);
  }
}

} // namespace heddle::test
