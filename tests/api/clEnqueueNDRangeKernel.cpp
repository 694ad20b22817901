// clEnqueueNDRangeKernel, clEnqueueTask, clGetKernelSuggestedLocalWorkSizeKHR.
#include "tests/support/program_fixture.hpp"

#include <array>
#include <thread>

namespace heddle::test {

using Sizes = std::array<std::size_t, 3>;

class clEnqueueNDRangeKernelTest : public KernelTest {
protected:
  cl_int launch(cl_kernel kernel, cl_uint dimensions, const std::size_t *offset,
                const std::size_t *global, const std::size_t *local) {
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, nullptr,
                                  nullptr);
  }
  /// number(), with its arguments set.
  OwnedKernel makeNumber(std::size_t items, cl_ulong base = 0) {
    numbers = makeBufferOf(std::vector<cl_ulong>(items, 12345));
    OwnedKernel kernel = makeKernel("number");
    setArgument(kernel, 0, numbers.get());
    setArgument(kernel, 1, base);
    return kernel;
  }
  std::vector<cl_ulong> result() { return contents<cl_ulong>(numbers); }

  OwnedMem numbers;
};
using clEnqueueTaskTest = clEnqueueNDRangeKernelTest;

TEST_F(clEnqueueNDRangeKernelTest, RunsEveryWorkItemOfEveryShape) {
  struct Case {
    cl_uint dimensions;
    Sizes offset, global, local;
  } const cases[] = {
      {1, {0, 0, 0}, {1000, 1, 1}, {10, 1, 1}},   {1, {7, 0, 0}, {1, 1, 1}, {1, 1, 1}},
      {2, {3, 4, 0}, {24, 10, 1}, {8, 5, 1}},     {3, {1, 2, 3}, {8, 6, 4}, {4, 3, 2}},
      {1, {0, 0, 0}, {100003, 1, 1}, {64, 1, 1}}, {2, {5, 0, 0}, {17, 9, 1}, {4, 4, 1}},
  };
  for (const Case &one : cases)
    for (bool given : {true, false}) {
      const std::size_t items = one.global[0] * one.global[1] * one.global[2];
      OwnedKernel kernel = makeNumber(items, 1000);
      ASSERT_EQ(launch(kernel, one.dimensions, one.offset.data(), one.global.data(),
                       given ? one.local.data() : nullptr),
                CL_SUCCESS);
      const std::vector<cl_ulong> got = result();
      for (std::size_t i = 0; i < items; ++i)
        ASSERT_EQ(got[i], 1000 + one.offset[0] + i % one.global[0]) << i;
    }
}

TEST_F(clEnqueueNDRangeKernelTest, AnEmptyRangeDoesNothingAndCompletes) {
  OwnedKernel kernel = makeNumber(4);
  const std::size_t zero[3] = {4, 0, 4}, local[3] = {1, 1, 1};
  OwnedEvent gate = makeUserEvent(), done;
  const cl_event wait = gate;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, zero, local, 1, &wait, done.out()),
            CL_SUCCESS);
  EXPECT_GT(statusOf(done), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &static_cast<const cl_event &>(done.get())), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 3, nullptr, zero, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(kernel, 2, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(result(), std::vector<cl_ulong>(4, 12345));
}

TEST_F(clEnqueueNDRangeKernelTest, EventsTellTypeAndTimes) {
  OwnedKernel kernel = makeNumber(100000);
  OwnedQueue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  OwnedEvent event;
  const std::size_t size = 100000;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(profiled, kernel, 1, nullptr, &size, nullptr, 0, nullptr, event.out()),
      CL_SUCCESS);
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  cl_ulong last = 0;
  for (cl_profiling_info name : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                 CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END}) {
    const auto stamp = query<cl_ulong>(clGetEventProfilingInfo, event.get(), name);
    EXPECT_GE(stamp, last);
    last = stamp;
  }
}

TEST_F(clEnqueueNDRangeKernelTest, FollowsTheOrderOfAnInOrderQueue) {
  OwnedKernel kernel = makeNumber(1);
  for (cl_ulong i = 0; i < 2000; ++i) {
    setArgument(kernel, 1, i);
    ASSERT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  }
  EXPECT_EQ(result(), std::vector<cl_ulong>{1999});
}

TEST_F(clEnqueueNDRangeKernelTest, ManyThreadsMayEnqueue) {
  std::vector<std::thread> clients;
  std::atomic<int> wrong{0};
  for (int i = 0; i < 4; ++i)
    clients.emplace_back([&, i] {
      OwnedQueue mine = makeQueue(i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
      OwnedMem buffer = makeBuffer(8 * 64);
      OwnedKernel kernel = makeKernel("number");
      setArgument(kernel, 0, buffer.get());
      for (cl_ulong round = 0; round < 200; ++round) {
        setArgument(kernel, 1, round);
        if (enqueue(mine, kernel, 64) != CL_SUCCESS || clFinish(mine) != CL_SUCCESS)
          ++wrong;
        cl_ulong got[64];
        if (clEnqueueReadBuffer(mine, buffer, CL_TRUE, 0, sizeof(got), got, 0, nullptr, nullptr) !=
                CL_SUCCESS ||
            got[63] != round + 63)
          ++wrong;
      }
    });
  for (std::thread &client : clients)
    client.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsInvalidHandlesAndContexts) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t size = 16;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(nullptr, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
      CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(launch(nullptr, 1, nullptr, &size, nullptr), CL_INVALID_KERNEL);
  OwnedContext other = otherContext();
  cl_int error = CL_INVALID_VALUE;
  OwnedQueue foreign = clCreateCommandQueueWithProperties(other, device, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueNDRangeKernel(foreign, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
      CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsInvalidKernelArgsUntilAllAreSet) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem buffer = makeBuffer(64);
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_INVALID_KERNEL_ARGS);
  setArgument(kernel, 0, buffer.get());
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_INVALID_KERNEL_ARGS);
  setArgument(kernel, 1, cl_ulong(0));
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsInvalidWorkDimension) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t sizes[4] = {1, 1, 1, 1};
  EXPECT_EQ(launch(kernel, 0, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(launch(kernel, 4, nullptr, sizes, nullptr), CL_INVALID_WORK_DIMENSION);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsInvalidGlobalOffset) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t offset = SIZE_MAX - 2, size = 4;
  EXPECT_EQ(launch(kernel, 1, &offset, &size, nullptr), CL_INVALID_GLOBAL_OFFSET);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsInvalidGlobalWorkSizeForMoreThanCanBeCounted) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t huge[2] = {std::size_t(1) << 40, std::size_t(1) << 40}, local[2] = {1, 1};
  EXPECT_EQ(launch(kernel, 2, nullptr, huge, local), CL_INVALID_GLOBAL_WORK_SIZE);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsInvalidWorkGroupSize) {
  OwnedKernel kernel = makeKernel("empty");
  const Sizes global{64, 64, 64};
  auto with = [&](cl_kernel which, Sizes local) {
    return launch(which, 3, nullptr, global.data(), local.data());
  };
  EXPECT_EQ(with(kernel, {0, 1, 1}), CL_INVALID_WORK_GROUP_SIZE);
  // Does not divide the global size.
  EXPECT_EQ(with(kernel, {3, 1, 1}), CL_INVALID_WORK_GROUP_SIZE);
  // More work-items than a work-group may have.
  EXPECT_EQ(with(kernel, {64, 64, 64}), CL_INVALID_WORK_GROUP_SIZE);
  // Not what the kernel requires.
  OwnedKernel sized = makeKernel("required_size");
  EXPECT_EQ(with(sized, {8, 4, 1}), CL_SUCCESS);
  EXPECT_EQ(with(sized, {4, 8, 1}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(with(makeKernel("required_sub_groups"), {16, 1, 1}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(with(makeKernel("required_sub_groups"), {32, 1, 1}), CL_SUCCESS);
  // The required size is taken when none is given, and must fit then, too.
  EXPECT_EQ(launch(sized, 3, nullptr, global.data(), nullptr), CL_SUCCESS);
  const Sizes odd{9, 4, 1};
  EXPECT_EQ(launch(sized, 3, nullptr, odd.data(), nullptr), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsInvalidWorkItemSize) {
  OwnedKernel kernel = makeKernel("empty");
  const auto most = queryList<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  const std::size_t size = most[0] * 2;
  EXPECT_EQ(launch(kernel, 1, nullptr, &size, &size), CL_INVALID_WORK_ITEM_SIZE);
}

TEST_F(clEnqueueNDRangeKernelTest, ReturnsOutOfResourcesForTooMuchMemory) {
  OwnedKernel local = makeKernel("through_local");
  OwnedMem buffer = makeBuffer(64);
  setArgument(local, 0, buffer.get());
  const auto most = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_LOCAL_MEM_SIZE);
  EXPECT_EQ(clSetKernelArg(local, 1, 64, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(local, 2, most, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, local, 1), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(clSetKernelArg(local, 1, SIZE_MAX - 100, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(local, 2, SIZE_MAX - 100, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, local, 1), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(enqueue(queue, makeKernel("huge_private"), 1), CL_OUT_OF_RESOURCES);
}

TEST_F(clEnqueueNDRangeKernelTest, KernelsThatSuspendGetTheirFrames) {
  OwnedKernel kernel = makeKernel("suspending");
  const std::size_t size = 4096, local = 4096;
  EXPECT_EQ(enqueue(queue, kernel, size, &local), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(clEnqueueTaskTest, RunsOneWorkItem) {
  OwnedKernel kernel = makeNumber(2, 50);
  OwnedEvent event;
  EXPECT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_TASK));
  EXPECT_EQ(result(), (std::vector<cl_ulong>{50, 12345}));
  EXPECT_EQ(clEnqueueTask(nullptr, kernel, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueTask(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(clEnqueueTask(queue, makeKernel("required_size"), 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
}

class clGetKernelSuggestedLocalWorkSizeKHRTest : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    suggest = extensionFunction<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
        "clGetKernelSuggestedLocalWorkSizeKHR");
    ASSERT_TRUE(suggest);
  }
  clGetKernelSuggestedLocalWorkSizeKHR_fn suggest = nullptr;
};

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, GivesSizesThatCanBeEnqueued) {
  OwnedKernel kernel = makeKernel("empty"), sized = makeKernel("required_size");
  for (Sizes global : {Sizes{1, 1, 1}, Sizes{1000, 30, 7}, Sizes{4096, 4096, 1}}) {
    Sizes local{0, 0, 0};
    ASSERT_EQ(suggest(queue, kernel, 3, nullptr, global.data(), local.data()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global.data(), local.data(), 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
  }
  const Sizes global{64, 64, 1};
  Sizes local{0, 0, 77};
  ASSERT_EQ(suggest(queue, sized, 2, nullptr, global.data(), local.data()), CL_SUCCESS);
  EXPECT_EQ(local, (Sizes{8, 4, 77}));
}

TEST_F(clGetKernelSuggestedLocalWorkSizeKHRTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t size = 16, zero = 0, offset = SIZE_MAX;
  std::size_t local = 0;
  EXPECT_EQ(suggest(nullptr, kernel, 1, nullptr, &size, &local), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(suggest(queue, nullptr, 1, nullptr, &size, &local), CL_INVALID_KERNEL);
  EXPECT_EQ(suggest(queue, makeKernel("number"), 1, nullptr, &size, &local),
            CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(suggest(queue, kernel, 0, nullptr, &size, &local), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, nullptr, &local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, &zero, &local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue, kernel, 1, &offset, &size, &local), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, &size, nullptr), CL_INVALID_VALUE);
  OwnedContext other = otherContext();
  cl_int error = CL_INVALID_VALUE;
  OwnedQueue foreign = clCreateCommandQueueWithProperties(other, device, nullptr, &error);
  EXPECT_EQ(suggest(foreign, kernel, 1, nullptr, &size, &local), CL_INVALID_CONTEXT);
}

} // namespace heddle::test
