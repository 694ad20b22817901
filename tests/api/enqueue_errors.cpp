// What the functions that enqueue commands on buffers, kernels and on nothing have in common: the
// errors of the queue, of the wait list and of memory objects, and what the events of their
// commands say. Images, shared memory and command buffers have theirs in files of their own.
#include "tests/support/command_expectations.hpp"
#include "tests/support/program_fixture.hpp"

#include <array>
#include <functional>

namespace heddle::test {

namespace {

constexpr std::size_t bytes = 64;
using Sizes = std::array<std::size_t, 3>;
constexpr Sizes origin = {}, region = {4, 4, 4};

/// A command on one memory object.
using OnMemory =
    std::function<cl_int(cl_command_queue, cl_mem, cl_uint, const cl_event *, cl_event *)>;

class EnqueueErrorsTest : public KernelTest {
protected:
  void SetUp() override {
    KernelTest::SetUp();
    if (HasFatalFailure())
      return;
    buffer = makeBuffer(bytes);
    second = makeBuffer(bytes);
    other = otherContext();
    foreign = clCreateBuffer(other, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
  }
  void expectACommandOnMemory(cl_command_type type, const OnMemory &enqueue) {
    expectACommand(queue, type,
                   [&](cl_command_queue on, cl_uint count, const cl_event *list, cl_event *event) {
                     return enqueue(on, buffer, count, list, event);
                   });
    EXPECT_EQ(enqueue(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(enqueue(queue, reinterpret_cast<cl_mem>(queue.get()), 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(enqueue(queue, foreign, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  }
  /// The error of a blocking command that waits for what has failed.
  void expectItTellsOfFailedLists(const std::function<cl_int(const cl_event *)> &blocking) {
    OwnedEvent failed = makeUserEvent();
    ASSERT_EQ(clSetUserEventStatus(failed, -1), CL_SUCCESS);
    const cl_event list[] = {failed};
    EXPECT_EQ(blocking(list), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }

  OwnedMem buffer, second, foreign;
  OwnedContext other;
  std::array<char, bytes> host{};
};

} // namespace

TEST_F(EnqueueErrorsTest, clEnqueueReadBuffer) {
  expectACommandOnMemory(CL_COMMAND_READ_BUFFER, [&](auto on, auto memory, auto... rest) {
    return clEnqueueReadBuffer(on, memory, CL_FALSE, 0, bytes, host.data(), rest...);
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueWriteBuffer) {
  expectACommandOnMemory(CL_COMMAND_WRITE_BUFFER, [&](auto on, auto memory, auto... rest) {
    return clEnqueueWriteBuffer(on, memory, CL_FALSE, 0, bytes, host.data(), rest...);
  });
  expectItTellsOfFailedLists([&](const cl_event *list) {
    return clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, host.data(), 1, list, nullptr);
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueReadBufferRect) {
  const auto read = [&](auto on, auto memory, cl_bool blocking, auto... rest) {
    return clEnqueueReadBufferRect(on, memory, blocking, origin.data(), origin.data(),
                                   region.data(), 0, 0, 0, 0, host.data(), rest...);
  };
  expectACommandOnMemory(CL_COMMAND_READ_BUFFER_RECT, [&](auto on, auto memory, auto... rest) {
    return read(on, memory, CL_FALSE, rest...);
  });
  expectItTellsOfFailedLists([&](const cl_event *list) {
    return read(queue.get(), buffer.get(), CL_TRUE, cl_uint{1}, list, nullptr);
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueWriteBufferRect) {
  const auto write = [&](auto on, cl_mem memory, cl_bool blocking, const std::size_t *size,
                         auto... rest) {
    return clEnqueueWriteBufferRect(on, memory, blocking, origin.data(), origin.data(), size, 0, 0,
                                    0, 0, host.data(), rest...);
  };
  expectACommandOnMemory(CL_COMMAND_WRITE_BUFFER_RECT, [&](auto on, auto memory, auto... rest) {
    return write(on, memory, CL_FALSE, region.data(), rest...);
  });
  expectItTellsOfFailedLists([&](const cl_event *list) {
    return write(queue.get(), buffer, CL_TRUE, region.data(), cl_uint{1}, list, nullptr);
  });
  const Sizes empty = {4, 4, 0}, beyond = {4, 4, 5};
  EXPECT_EQ(write(queue.get(), buffer, CL_TRUE, empty.data(), 0u, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(write(queue.get(), buffer, CL_TRUE, beyond.data(), 0u, nullptr, nullptr),
            CL_INVALID_VALUE);
  OwnedMem closed = makeBuffer(bytes, CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(write(queue.get(), closed, CL_TRUE, region.data(), 0u, nullptr, nullptr),
            CL_INVALID_OPERATION);
}

TEST_F(EnqueueErrorsTest, clEnqueueCopyBuffer) {
  expectACommandOnMemory(CL_COMMAND_COPY_BUFFER, [&](auto on, auto memory, auto... rest) {
    return clEnqueueCopyBuffer(on, memory, second, 0, 0, bytes, rest...);
  });
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, nullptr, 0, 0, bytes, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, foreign, 0, 0, bytes, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(EnqueueErrorsTest, clEnqueueCopyBufferRect) {
  const auto copy = [&](auto on, cl_mem from, cl_mem to, auto... rest) {
    return clEnqueueCopyBufferRect(on, from, to, origin.data(), origin.data(), region.data(), 0, 0,
                                   0, 0, rest...);
  };
  expectACommandOnMemory(CL_COMMAND_COPY_BUFFER_RECT, [&](auto on, auto memory, auto... rest) {
    return copy(on, memory, second, rest...);
  });
  EXPECT_EQ(copy(queue.get(), buffer, nullptr, 0u, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(queue.get(), buffer, foreign, 0u, nullptr, nullptr), CL_INVALID_CONTEXT);
}

TEST_F(EnqueueErrorsTest, clEnqueueFillBuffer) {
  expectACommandOnMemory(CL_COMMAND_FILL_BUFFER, [&](auto on, auto memory, auto... rest) {
    return clEnqueueFillBuffer(on, memory, "four", 4, 0, bytes, rest...);
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueMapBuffer) {
  expectACommandOnMemory(CL_COMMAND_MAP_BUFFER, [&](auto on, auto memory, auto... rest) {
    cl_int error = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(on, memory, CL_FALSE, CL_MAP_READ, 0, bytes, rest..., &error);
    EXPECT_EQ(mapped != nullptr, error == CL_SUCCESS);
    return error;
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueUnmapMemObject) {
  void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr,
                                    nullptr, nullptr);
  // One for each of the two commands that expectACommand has run.
  ASSERT_EQ(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr,
                               nullptr),
            mapped);
  expectACommandOnMemory(CL_COMMAND_UNMAP_MEM_OBJECT, [&](auto on, auto memory, auto... rest) {
    return clEnqueueUnmapMemObject(on, memory, mapped, rest...);
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueMigrateMemObjects) {
  expectACommandOnMemory(CL_COMMAND_MIGRATE_MEM_OBJECTS, [&](auto on, auto memory, auto... rest) {
    const cl_mem list[] = {second, memory};
    return clEnqueueMigrateMemObjects(on, 2, list, CL_MIGRATE_MEM_OBJECT_HOST, rest...);
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueNDRangeKernel) {
  OwnedKernel kernel = makeKernel("empty");
  const std::size_t size = 16;
  expectACommand(queue, CL_COMMAND_NDRANGE_KERNEL, [&](auto on, auto... rest) {
    return clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &size, nullptr, rest...);
  });
}

TEST_F(EnqueueErrorsTest, clEnqueueTask) {
  OwnedKernel kernel = makeKernel("empty");
  expectACommand(queue, CL_COMMAND_TASK,
                 [&](auto on, auto... rest) { return clEnqueueTask(on, kernel, rest...); });
  OwnedQueue foreignQueue = clCreateCommandQueueWithProperties(other, device, nullptr, nullptr);
  EXPECT_EQ(clEnqueueTask(foreignQueue, kernel, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueTask(queue, makeKernel("number"), 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(EnqueueErrorsTest, clEnqueueMarkerWithWaitList) {
  expectACommand(queue, CL_COMMAND_MARKER, clEnqueueMarkerWithWaitList);
}

TEST_F(EnqueueErrorsTest, clEnqueueBarrierWithWaitList) {
  expectACommand(queue, CL_COMMAND_BARRIER, clEnqueueBarrierWithWaitList);
}

TEST_F(EnqueueErrorsTest, clEnqueueWaitForEvents) {
  OwnedEvent foreignEvent = clCreateUserEvent(other, nullptr);
  const cl_event list[] = {foreignEvent};
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, list), CL_INVALID_CONTEXT);
}

} // namespace heddle::test
