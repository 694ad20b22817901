// clEnqueueNativeKernel.
#include "tests/support/opencl_fixture.hpp"

#include <cstddef>
#include <cstring>
#include <thread>

namespace heddle::test {

using clEnqueueNativeKernelTest = QueueTest;

namespace {

/// What the functions here get: copied by the driver, so nothing in it may be where they look for
/// the original.
struct Arguments {
  const cl_uint *source;
  cl_uint *destination;
  std::size_t count;
  void *nothing;
};

void CL_CALLBACK copyWords(void *pointer) {
  const auto &arguments = *static_cast<const Arguments *>(pointer);
  for (std::size_t i = 0; i < arguments.count; ++i)
    arguments.destination[i] = arguments.source[i] + (arguments.nothing ? 1000 : 1);
}

void CL_CALLBACK doNothing(void *) {}

std::atomic<int> calls;
void CL_CALLBACK countCalls(void *argument) { calls += argument == nullptr ? 1 : 100; }

} // namespace

TEST_F(clEnqueueNativeKernelTest, TheDeviceReportsThatItCan) {
  EXPECT_EQ(
      query<cl_device_exec_capabilities>(clGetDeviceInfo, device, CL_DEVICE_EXECUTION_CAPABILITIES),
      cl_device_exec_capabilities(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL));
}

TEST_F(clEnqueueNativeKernelTest, CopiesItsArgumentsAndPutsMemoryInTheirPlace) {
  OwnedMem source = makeBufferOf(std::vector<cl_uint>{1, 2, 3, 4});
  OwnedMem destination = makeBufferOf(std::vector<cl_uint>{0, 0, 0, 0});
  OwnedEvent gate = makeUserEvent(), done;
  const cl_event wait = gate;
  // A null object becomes a null pointer.
  cl_mem objects[] = {source, destination, nullptr};
  Arguments arguments;
  std::memset(&arguments, 0x5a, sizeof(arguments));
  arguments.count = 4;
  const Arguments before = arguments;
  const void *places[] = {&arguments.source, &arguments.destination, &arguments.nothing};
  ASSERT_EQ(clEnqueueNativeKernel(queue, copyWords, &arguments, sizeof(arguments), 3, objects,
                                  places, 1, &wait, done.out()),
            CL_SUCCESS);
  // The application's copy is left as it was, and is its own again.
  EXPECT_EQ(std::memcmp(&arguments, &before, sizeof(before)), 0);
  std::memset(&arguments, 0, sizeof(arguments));
  // The command keeps the memory.
  source.reset();
  EXPECT_GT(statusOf(done), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(destination), (std::vector<cl_uint>{2, 3, 4, 5}));
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, done.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_NATIVE_KERNEL));
  EXPECT_EQ(statusOf(done), CL_COMPLETE);
}

TEST_F(clEnqueueNativeKernelTest, TakesSubBuffersAndPlacesThatAreNotAligned) {
  OwnedMem whole = makeBuffer(4096);
  const cl_buffer_region region = {1024, 64};
  cl_int error;
  OwnedMem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_mem objects[] = {part, whole};
  // The difference of the two is written to the sub-buffer.
  char arguments[1 + 2 * sizeof(void *)];
  const void *places[] = {arguments + 1, arguments + 1 + sizeof(void *)};
  const auto writeDistance = [](void *pointer) {
    char *first, *second;
    std::memcpy(&first, static_cast<char *>(pointer) + 1, sizeof(first));
    std::memcpy(&second, static_cast<char *>(pointer) + 1 + sizeof(first), sizeof(second));
    *reinterpret_cast<cl_ulong *>(first) = static_cast<cl_ulong>(first - second);
  };
  ASSERT_EQ(clEnqueueNativeKernel(queue, writeDistance, arguments, sizeof(arguments), 2, objects,
                                  places, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents<cl_ulong>(part).at(0), 1024u);
}

TEST_F(clEnqueueNativeKernelTest, WorksWithoutArguments) {
  calls = 0;
  EXPECT_EQ(clEnqueueNativeKernel(queue, countCalls, nullptr, 0, 0, nullptr, nullptr, 0, nullptr,
                                  nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(calls, 1);
}

TEST_F(clEnqueueNativeKernelTest, KeepsTheOrderOfTheQueue) {
  std::vector<int> order;
  struct Step {
    std::vector<int> *order;
    int number;
  };
  for (int i = 0; i < 100; ++i) {
    Step step = {&order, i};
    ASSERT_EQ(clEnqueueNativeKernel(
                  queue,
                  [](void *argument) {
                    auto &mine = *static_cast<Step *>(argument);
                    mine.order->push_back(mine.number);
                  },
                  &step, sizeof(step), 0, nullptr, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  ASSERT_EQ(order.size(), 100u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(clEnqueueNativeKernelTest, IsNotCalledWhenItsWaitListFails) {
  calls = 0;
  OwnedEvent gate = makeUserEvent(), done;
  const cl_event wait = gate;
  ASSERT_EQ(clEnqueueNativeKernel(queue, countCalls, nullptr, 0, 0, nullptr, nullptr, 1, &wait,
                                  done.out()),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(calls, 0);
}

TEST_F(clEnqueueNativeKernelTest, MayCallOpenCl) {
  OwnedEvent user = makeUserEvent();
  cl_event handle = user;
  ASSERT_EQ(clEnqueueNativeKernel(
                queue,
                [](void *argument) {
                  clSetUserEventStatus(*static_cast<cl_event *>(argument), CL_COMPLETE);
                },
                &handle, sizeof(handle), 0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(user), CL_COMPLETE);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

namespace {

/// What a native kernel enqueues and waits for.
struct Nested {
  cl_command_queue queue;
  cl_mem buffer;
  cl_uint level;
};

void CL_CALLBACK fillAndWait(void *argument) {
  const auto nested = *static_cast<Nested *>(argument);
  if (nested.level > 0) {
    const Nested inner = {nested.queue, nested.buffer, nested.level - 1};
    OwnedEvent done;
    EXPECT_EQ(clEnqueueNativeKernel(nested.queue, fillAndWait, const_cast<Nested *>(&inner),
                                    sizeof(inner), 0, nullptr, nullptr, 0, nullptr, done.out()),
              CL_SUCCESS);
    const cl_event list[] = {done};
    EXPECT_EQ(clWaitForEvents(1, list), CL_SUCCESS);
  }
  // Too large to be done on the spot.
  const cl_uint one = 1;
  OwnedEvent filled;
  EXPECT_EQ(clEnqueueFillBuffer(nested.queue, nested.buffer, &one, sizeof(one), 0, 1 << 20, 0,
                                nullptr, filled.out()),
            CL_SUCCESS);
  const cl_event list[] = {filled};
  EXPECT_EQ(clWaitForEvents(1, list), CL_SUCCESS);
}

} // namespace

TEST_F(clEnqueueNativeKernelTest, MayWaitForOtherCommands) {
  OwnedMem buffer = makeBuffer(1 << 20);
  OwnedQueue other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto units = query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  // More of them, one in the other, than there are workers.
  const Nested nested = {other, buffer, units + 2};
  ASSERT_EQ(clEnqueueNativeKernel(queue, fillAndWait, const_cast<Nested *>(&nested), sizeof(nested),
                                  0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer), std::vector<cl_uint>(1 << 18, 1));
}

TEST_F(clEnqueueNativeKernelTest, MayWaitOnTheThreadThatEnqueues) {
  OwnedMem buffer = makeBuffer(1 << 20);
  OwnedQueue here = makeQueue(CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  OwnedQueue other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Nested nested = {other, buffer, 3};
  ASSERT_EQ(clEnqueueNativeKernel(here, fillAndWait, const_cast<Nested *>(&nested), sizeof(nested),
                                  0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(here), CL_SUCCESS);
  EXPECT_EQ(contents<cl_uint>(buffer), std::vector<cl_uint>(1 << 18, 1));
}

TEST_F(clEnqueueNativeKernelTest, ReturnsInvalidCommandQueue) {
  EXPECT_EQ(clEnqueueNativeKernel(reinterpret_cast<cl_command_queue>(context.get()), doNothing,
                                  nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clEnqueueNativeKernelTest, ReturnsInvalidContextForStrangers) {
  OwnedContext other = otherContext();
  cl_int error;
  OwnedEvent strange = clCreateUserEvent(other, &error);
  const cl_event wait = strange;
  EXPECT_EQ(
      clEnqueueNativeKernel(queue, doNothing, nullptr, 0, 0, nullptr, nullptr, 1, &wait, nullptr),
      CL_INVALID_CONTEXT);
  OwnedMem buffer = clCreateBuffer(other, 0, 64, nullptr, &error);
  const cl_mem object = buffer;
  void *argument = nullptr;
  const void *place = &argument;
  EXPECT_EQ(clEnqueueNativeKernel(queue, doNothing, &argument, sizeof(argument), 1, &object, &place,
                                  0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(clEnqueueNativeKernelTest, ReturnsInvalidValueForArgumentsThatDoNotFit) {
  OwnedMem buffer = makeBuffer(64);
  const cl_mem object = buffer;
  char memory[48] = {};
  char *const arguments = memory + 16;
  const void *place = arguments;
  const auto call = [&](void(CL_CALLBACK * function)(void *), void *args, std::size_t size,
                        cl_uint count, const cl_mem *objects, const void **places) {
    return clEnqueueNativeKernel(queue, function, args, size, count, objects, places, 0, nullptr,
                                 nullptr);
  };
  EXPECT_EQ(call(nullptr, nullptr, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(doNothing, nullptr, 8, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(doNothing, arguments, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(doNothing, nullptr, 0, 1, &object, &place), CL_INVALID_VALUE);
  EXPECT_EQ(call(doNothing, arguments, 16, 1, nullptr, &place), CL_INVALID_VALUE);
  EXPECT_EQ(call(doNothing, arguments, 16, 1, &object, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(doNothing, arguments, 16, 0, &object, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(doNothing, arguments, 16, 0, nullptr, &place), CL_INVALID_VALUE);
  // The place of an object is not within the arguments.
  for (const char *outside : {arguments + 9, arguments + 16, arguments - 8}) {
    const void *there = outside;
    EXPECT_EQ(call(doNothing, arguments, 16, 1, &object, &there), CL_INVALID_VALUE);
  }
}

TEST_F(clEnqueueNativeKernelTest, ReturnsInvalidMemObjectForAnythingButABuffer) {
  void *argument = nullptr;
  const void *place = &argument;
  const cl_mem object = reinterpret_cast<cl_mem>(context.get());
  EXPECT_EQ(clEnqueueNativeKernel(queue, doNothing, &argument, sizeof(argument), 1, &object, &place,
                                  0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(clEnqueueNativeKernelTest, ReturnsInvalidEventWaitList) {
  EXPECT_EQ(
      clEnqueueNativeKernel(queue, doNothing, nullptr, 0, 0, nullptr, nullptr, 1, nullptr, nullptr),
      CL_INVALID_EVENT_WAIT_LIST);
}

} // namespace heddle::test
