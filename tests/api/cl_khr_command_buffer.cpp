// cl_khr_command_buffer: the object and what it runs. The rules of recording, which all commands
// share, are in cl_khr_command_buffer_recording.cpp.
#include "tests/support/command_buffer_fixture.hpp"
#include "tests/support/command_expectations.hpp"

#include <numeric>

namespace heddle::test {

class cl_khr_command_bufferTest : public CommandBufferFixture<KernelTest> {
protected:
  /// Fills one cl_uint of the buffer.
  cl_sync_point_khr fill(const OwnedCommandBuffer &commands, cl_mem buffer, std::size_t index,
                         cl_uint value, const std::vector<cl_sync_point_khr> &waitList = {}) {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(cl.commandFillBuffer(commands.get(), nullptr, nullptr, buffer, &value, sizeof(value),
                                   index * sizeof(value), sizeof(value),
                                   static_cast<cl_uint>(waitList.size()),
                                   waitList.empty() ? nullptr : waitList.data(), &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  /// Copies one cl_uint to another place of the buffer.
  cl_sync_point_khr copy(const OwnedCommandBuffer &commands, cl_mem buffer, std::size_t from,
                         std::size_t to, const std::vector<cl_sync_point_khr> &waitList = {}) {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(cl.commandCopyBuffer(commands.get(), nullptr, nullptr, buffer, buffer,
                                   from * sizeof(cl_uint), to * sizeof(cl_uint), sizeof(cl_uint),
                                   static_cast<cl_uint>(waitList.size()),
                                   waitList.empty() ? nullptr : waitList.data(), &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  void barrier(const OwnedCommandBuffer &commands) {
    EXPECT_EQ(cl.commandBarrierWithWaitList(commands.get(), nullptr, nullptr, 0, nullptr, nullptr,
                                            nullptr),
              CL_SUCCESS);
  }
  OwnedMem zeros(std::size_t count) { return makeBufferOf(std::vector<cl_uint>(count)); }
  /// 0, 1, 2, … after a chain of copies from place to place.
  static std::vector<cl_uint> sameNumber(std::size_t count, cl_uint number) {
    return std::vector<cl_uint>(count, number);
  }
};

TEST_F(cl_khr_command_bufferTest, DeviceReportsWhatItCan) {
  EXPECT_EQ(
      query<cl_device_command_buffer_capabilities_khr>(clGetDeviceInfo, device,
                                                       CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR),
      cl_device_command_buffer_capabilities_khr(CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                                                CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR));
  EXPECT_EQ(query<cl_command_queue_properties>(
                clGetDeviceInfo, device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR),
            0u);
  EXPECT_EQ(query<cl_command_queue_properties>(
                clGetDeviceInfo, device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR),
            cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                        CL_QUEUE_PROFILING_ENABLE));
}

TEST_F(cl_khr_command_bufferTest, CreationChecksQueuesAndProperties) {
  make(nullptr, CL_INVALID_VALUE);
  make(queue, CL_INVALID_VALUE, nullptr, 0);
  make(reinterpret_cast<cl_command_queue>(context.get()), CL_INVALID_COMMAND_QUEUE);
  cl_int error = 1;
  const cl_command_queue two[] = {queue, queue}, none[] = {nullptr};
  EXPECT_EQ(cl.createCommandBuffer(2, two, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(cl.createCommandBuffer(1, none, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(cl.createCommandBuffer(1, none, nullptr, nullptr), nullptr);

  using List = std::vector<cl_command_buffer_properties_khr>;
  constexpr cl_command_buffer_properties_khr flags = CL_COMMAND_BUFFER_FLAGS_KHR;
  for (const List &wrong :
       {List{1, 0, 0}, List{flags, ~0u, 0}, List{flags, 8, 0}, List{flags, 0, flags, 0, 0}})
    make(queue, CL_INVALID_VALUE, wrong.data());
  // Of command buffers for several devices.
  const List unsupported = {flags, 4, 0};
  make(queue, CL_INVALID_PROPERTY, unsupported.data());
}

TEST_F(cl_khr_command_bufferTest, QueriesAnswer) {
  const std::vector<cl_command_buffer_properties_khr> list = {
      CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  OwnedCommandBuffer commands = make(queue, CL_SUCCESS, list.data());
  EXPECT_EQ(info<cl_uint>(commands, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1u);
  EXPECT_EQ(info<cl_command_queue>(commands, CL_COMMAND_BUFFER_QUEUES_KHR), queue.get());
  EXPECT_EQ(info<cl_context>(commands, CL_COMMAND_BUFFER_CONTEXT_KHR), context.get());
  EXPECT_EQ(info<cl_command_buffer_state_khr>(commands, CL_COMMAND_BUFFER_STATE_KHR),
            cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  finalize(commands);
  EXPECT_EQ(info<cl_command_buffer_state_khr>(commands, CL_COMMAND_BUFFER_STATE_KHR),
            cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  EXPECT_EQ(queryList<cl_command_buffer_properties_khr>(cl.getCommandBufferInfo, commands.get(),
                                                        CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR),
            list);
  EXPECT_TRUE(queryList<cl_command_buffer_properties_khr>(cl.getCommandBufferInfo,
                                                          make(queue).get(),
                                                          CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR)
                  .empty());

  EXPECT_EQ(info<cl_uint>(commands, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1u);
  EXPECT_EQ(cl.retainCommandBuffer(commands.get()), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(commands, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 2u);
  EXPECT_EQ(cl.releaseCommandBuffer(commands.get()), CL_SUCCESS);
  EXPECT_EQ(info<cl_uint>(commands, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1u);

  cl_uint value = 0;
  EXPECT_EQ(cl.getCommandBufferInfo(commands.get(), 1, sizeof(value), &value, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(
      cl.getCommandBufferInfo(commands.get(), CL_COMMAND_BUFFER_CONTEXT_KHR, 4, &value, nullptr),
      CL_INVALID_VALUE);
}

TEST_F(cl_khr_command_bufferTest, EveryFunctionChecksTheHandle) {
  for (auto wrong : {static_cast<cl_command_buffer_khr>(nullptr),
                     reinterpret_cast<cl_command_buffer_khr>(queue.get())}) {
    EXPECT_EQ(cl.retainCommandBuffer(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cl.releaseCommandBuffer(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cl.finalizeCommandBuffer(wrong), CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cl.enqueueCommandBuffer(0, nullptr, wrong, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_BUFFER_KHR);
    EXPECT_EQ(cl.getCommandBufferInfo(wrong, CL_COMMAND_BUFFER_STATE_KHR, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_BUFFER_KHR);
  }
}

TEST_F(cl_khr_command_bufferTest, IsFinalizedOnceAndEnqueuedOnlyThen) {
  OwnedCommandBuffer commands = make(queue);
  EXPECT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  finalize(commands);
  EXPECT_EQ(cl.finalizeCommandBuffer(commands.get()), CL_INVALID_OPERATION);
  enqueueOnce(commands);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(cl_khr_command_bufferTest, EnqueueIsACommandLikeAnyOther) {
  OwnedCommandBuffer commands = make(queue);
  OwnedMem buffer = zeros(1);
  fill(commands, buffer, 0, 5);
  finalize(commands);
  expectACommand(
      queue, CL_COMMAND_COMMAND_BUFFER_KHR,
      [&](cl_command_queue target, cl_uint numEvents, const cl_event *events, cl_event *event) {
        return cl.enqueueCommandBuffer(1, &target, commands.get(), numEvents, events, event);
      });
  EXPECT_EQ(contents<cl_uint>(buffer), sameNumber(1, 5));
}

TEST_F(cl_khr_command_bufferTest, EnqueueChecksTheQueues) {
  OwnedCommandBuffer commands = make(queue);
  finalize(commands);
  const auto enqueueOn = [&](cl_uint count, std::vector<cl_command_queue> queues) {
    return cl.enqueueCommandBuffer(count, queues.empty() ? nullptr : queues.data(), commands.get(),
                                   0, nullptr, nullptr);
  };
  EXPECT_EQ(enqueueOn(1, {}), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueOn(0, {queue}), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueOn(2, {queue, queue}), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueOn(1, {nullptr}), CL_INVALID_COMMAND_QUEUE);
  OwnedContext other = otherContext();
  OwnedQueue foreign = clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
  EXPECT_EQ(enqueueOn(1, {foreign}), CL_INVALID_CONTEXT);
  // Commands that run on the calling thread are no property that is reported.
  OwnedQueue here = makeQueue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  EXPECT_EQ(enqueueOn(1, {here}), CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
  OwnedCommandBuffer ofHere = make(here);
  finalize(ofHere);
  EXPECT_EQ(cl.enqueueCommandBuffer(0, nullptr, ofHere.get(), 0, nullptr, nullptr),
            CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
}

TEST_F(cl_khr_command_bufferTest, CommandsOfAnInOrderQueueRunInOrder) {
  constexpr std::size_t count = 200;
  OwnedQueue outOfOrder = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  // Also on a queue that keeps no order.
  for (const cl_command_queue target : {queue.get(), outOfOrder.get()}) {
    OwnedMem buffer = zeros(count);
    OwnedCommandBuffer commands = make(queue);
    fill(commands, buffer, 0, 9);
    for (std::size_t i = 1; i < count; ++i)
      copy(commands, buffer, i - 1, i);
    finalize(commands);
    cl_command_queue queues[] = {target};
    EXPECT_EQ(cl.enqueueCommandBuffer(1, queues, commands.get(), 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(target), CL_SUCCESS);
    EXPECT_EQ(contents<cl_uint>(buffer), sameNumber(count, 9));
  }
}

TEST_F(cl_khr_command_bufferTest, SyncPointsOrderCommandsOfAnOutOfOrderQueue) {
  constexpr std::size_t count = 100;
  OwnedQueue outOfOrder = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnedMem buffer = zeros(2 * count);
  OwnedCommandBuffer commands = make(outOfOrder);
  // Two chains side by side, and what waits for both.
  cl_sync_point_khr even = fill(commands, buffer, 0, 3), odd = fill(commands, buffer, 1, 3);
  EXPECT_NE(even, odd);
  for (std::size_t i = 2; i + 1 < 2 * count; i += 2) {
    even = copy(commands, buffer, i - 2, i, {even});
    odd = copy(commands, buffer, i - 1, i + 1, {odd});
  }
  copy(commands, buffer, 2 * count - 1, 0, {even, odd});
  finalize(commands);
  for (cl_command_queue target : {outOfOrder.get(), queue.get()}) {
    EXPECT_EQ(cl.enqueueCommandBuffer(1, &target, commands.get(), 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(target), CL_SUCCESS);
    EXPECT_EQ(contents<cl_uint>(buffer), sameNumber(2 * count, 3));
    const cl_uint zero = 0;
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, 2 * count * 4, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
}

TEST_F(cl_khr_command_bufferTest, BarriersOrderCommandsOfAnOutOfOrderQueue) {
  // Large enough to be done by workers, piece by piece.
  constexpr std::size_t bytes = 4 << 20;
  OwnedQueue outOfOrder = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<OwnedMem> buffers;
  for (int i = 0; i < 6; ++i)
    buffers.push_back(makeBuffer(bytes));
  OwnedCommandBuffer commands = make(outOfOrder);
  const cl_uint pattern = 0x12345678;
  ASSERT_EQ(cl.commandFillBuffer(commands.get(), nullptr, nullptr, buffers[0], &pattern, 4, 0,
                                 bytes, 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  for (std::size_t i = 1; i < buffers.size(); ++i) {
    barrier(commands);
    ASSERT_EQ(cl.commandCopyBuffer(commands.get(), nullptr, nullptr, buffers[i - 1], buffers[i], 0,
                                   0, bytes, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
  }
  finalize(commands);
  enqueueOnce(commands);
  EXPECT_EQ(clFinish(outOfOrder), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffers.back()), sameNumber(bytes / 4, pattern));
}

TEST_F(cl_khr_command_bufferTest, ABarrierWithAWaitListHoldsBackWhatComesLater) {
  constexpr std::size_t bytes = 4 << 20;
  OwnedQueue outOfOrder = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnedMem first = makeBuffer(bytes), second = makeBuffer(bytes), third = makeBuffer(bytes);
  OwnedCommandBuffer commands = make(outOfOrder);
  const cl_uint pattern = 7;
  cl_sync_point_khr filled = 0;
  ASSERT_EQ(cl.commandFillBuffer(commands.get(), nullptr, nullptr, first, &pattern, 4, 0, bytes, 0,
                                 nullptr, &filled, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(
      cl.commandBarrierWithWaitList(commands.get(), nullptr, nullptr, 1, &filled, nullptr, nullptr),
      CL_SUCCESS);
  for (const cl_mem target : {second.get(), third.get()})
    ASSERT_EQ(cl.commandCopyBuffer(commands.get(), nullptr, nullptr, first, target, 0, 0, bytes, 0,
                                   nullptr, nullptr, nullptr),
              CL_SUCCESS);
  finalize(commands);
  enqueueOnce(commands);
  EXPECT_EQ(clFinish(outOfOrder), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(second), sameNumber(bytes / 4, pattern));
  EXPECT_EQ(contents<cl_uint>(third), sameNumber(bytes / 4, pattern));
}

TEST_F(cl_khr_command_bufferTest, KernelsKeepTheArgumentsThatTheyWereRecordedWith) {
  OwnedMem one = makeBufferOf(std::vector<cl_ulong>(64)),
           two = makeBufferOf(std::vector<cl_ulong>(64));
  OwnedKernel kernel = makeKernel("number");
  OwnedCommandBuffer commands = make(queue);
  const std::size_t size = 64;
  cl_ulong base = 100;
  for (const OwnedMem *out : {&one, &two}) {
    setArgument(kernel, 0, out->get());
    setArgument(kernel, 1, base);
    base += 100;
    ASSERT_EQ(cl.commandNDRangeKernel(commands.get(), nullptr, nullptr, kernel, 1, nullptr, &size,
                                      nullptr, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
  }
  setArgument(kernel, 1, cl_ulong(0));
  kernel.reset();
  program.reset();
  finalize(commands);
  for (int round = 0; round < 3; ++round) {
    const cl_ulong zero = 0;
    for (const OwnedMem *out : {&one, &two})
      ASSERT_EQ(clEnqueueFillBuffer(queue, *out, &zero, 8, 0, 64 * 8, 0, nullptr, nullptr),
                CL_SUCCESS);
    enqueueOnce(commands);
    std::vector<cl_ulong> expected(64);
    std::iota(expected.begin(), expected.end(), 100);
    EXPECT_EQ(contents<cl_ulong>(one), expected);
    std::iota(expected.begin(), expected.end(), 200);
    EXPECT_EQ(contents<cl_ulong>(two), expected);
  }
}

TEST_F(cl_khr_command_bufferTest, TakesItsTurnInTheQueue) {
  OwnedMem buffer = zeros(2);
  OwnedCommandBuffer commands = make(queue);
  copy(commands, buffer, 0, 1);
  finalize(commands);
  OwnedEvent gate = makeUserEvent();
  const cl_event list[] = {gate};
  const cl_uint value = 4, later = 6;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 4, 1, list, nullptr), CL_SUCCESS);
  enqueueOnce(commands);
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &later, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer), (std::vector<cl_uint>{6, 4}));
}

TEST_F(cl_khr_command_bufferTest, RunsAsOftenAsItIsEnqueuedAlsoAtOnce) {
  OwnedQueue outOfOrder = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  OwnedMem out = makeBufferOf(std::vector<cl_ulong>(1));
  OwnedKernel kernel = makeKernel("count_loads");
  setArgument(kernel, 0, out.get());
  OwnedCommandBuffer commands = make(outOfOrder);
  const std::size_t one = 1;
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(cl.commandNDRangeKernel(commands.get(), nullptr, nullptr, kernel, 1, nullptr, &one,
                                      nullptr, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
  finalize(commands);
  std::vector<OwnedEvent> events(100);
  for (OwnedEvent &event : events)
    ASSERT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 0, nullptr, event.out()),
              CL_SUCCESS);
  // A marker comes after all of them, though the queue knows none of their commands.
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(outOfOrder, 0, nullptr, marker.out()), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(marker), CL_COMPLETE);
  for (const OwnedEvent &event : events)
    EXPECT_EQ(statusOf(event), CL_COMPLETE);
}

TEST_F(cl_khr_command_bufferTest, LivesUntilItHasRun) {
  OwnedMem buffer = zeros(2);
  OwnedCommandBuffer commands = make(queue);
  fill(commands, buffer, 0, 8);
  copy(commands, buffer, 0, 1);
  finalize(commands);
  OwnedEvent gate = makeUserEvent();
  const cl_event list[] = {gate};
  ASSERT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 1, list, nullptr), CL_SUCCESS);
  commands.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer), sameNumber(2, 8));
}

TEST_F(cl_khr_command_bufferTest, KeepsQueueAndBuffersAlive) {
  OwnedMem buffer = zeros(2);
  OwnedQueue own = makeQueue();
  OwnedCommandBuffer commands = make(own);
  fill(commands, buffer, 0, 8);
  finalize(commands);
  own.reset();
  bool gone = false;
  ASSERT_EQ(clSetMemObjectDestructorCallback(
                buffer, [](cl_mem, void *flag) { *static_cast<bool *>(flag) = true; }, &gone),
            CL_SUCCESS);
  buffer.reset();
  EXPECT_FALSE(gone);
  OwnedEvent done;
  ASSERT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 0, nullptr, done.out()),
            CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(done), CL_COMPLETE);
  EXPECT_FALSE(gone);
  commands.reset();
  done.reset();
  EXPECT_TRUE(gone);
}

TEST_F(cl_khr_command_bufferTest, IsMeasuredAsAWhole) {
  OwnedQueue measuring = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  OwnedMem buffer = makeBuffer(16 << 20);
  OwnedCommandBuffer commands = make(queue);
  const cl_uint pattern = 1;
  for (int i = 0; i < 4; ++i)
    ASSERT_EQ(cl.commandFillBuffer(commands.get(), nullptr, nullptr, buffer, &pattern, 4, 0,
                                   16 << 20, 0, nullptr, nullptr, nullptr),
              CL_SUCCESS);
  finalize(commands);
  cl_command_queue queues[] = {measuring};
  OwnedEvent done, one;
  ASSERT_EQ(cl.enqueueCommandBuffer(1, queues, commands.get(), 0, nullptr, done.out()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(measuring, 0, nullptr, one.out()), CL_SUCCESS);
  ASSERT_EQ(clFinish(measuring), CL_SUCCESS);
  const auto stamp = [&](cl_profiling_info name) {
    return query<cl_ulong>(clGetEventProfilingInfo, done.get(), name);
  };
  EXPECT_LE(stamp(CL_PROFILING_COMMAND_QUEUED), stamp(CL_PROFILING_COMMAND_SUBMIT));
  EXPECT_LE(stamp(CL_PROFILING_COMMAND_SUBMIT), stamp(CL_PROFILING_COMMAND_START));
  // 64 MiB are not written in ten microseconds: the end is that of the last command.
  EXPECT_GT(stamp(CL_PROFILING_COMMAND_END), stamp(CL_PROFILING_COMMAND_START) + 10'000);
  EXPECT_EQ(stamp(CL_PROFILING_COMMAND_COMPLETE), stamp(CL_PROFILING_COMMAND_END));
  EXPECT_LE(stamp(CL_PROFILING_COMMAND_END),
            query<cl_ulong>(clGetEventProfilingInfo, one.get(), CL_PROFILING_COMMAND_END));
}

TEST_F(cl_khr_command_bufferTest, WithoutCommandsItEndsAtOnce) {
  OwnedCommandBuffer commands = make(queue);
  finalize(commands);
  OwnedEvent done;
  ASSERT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 0, nullptr, done.out()),
            CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(done), CL_COMPLETE);
}

} // namespace heddle::test
