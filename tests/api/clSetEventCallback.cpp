// Events: user events, callbacks, waiting, info, profiling.
#include "tests/support/opencl_fixture.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace heddle::test {

using clCreateUserEventTest = QueueTest;
using clSetUserEventStatusTest = QueueTest;
using clSetEventCallbackTest = QueueTest;
using clWaitForEventsTest = QueueTest;
using clGetEventInfoTest = QueueTest;
using clGetEventProfilingInfoTest = QueueTest;
using clRetainEventTest = QueueTest;

namespace {

constexpr cl_int failedList = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

/// What callbacks were told, and a way to wait for them.
struct Heard {
  void tell(cl_int status) {
    std::lock_guard lock(mutex);
    statuses.push_back(status);
    changed.notify_all();
  }
  /// The first `count` statuses; fewer when ten seconds are over.
  std::vector<cl_int> wait(std::size_t count) {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, std::chrono::seconds(10), [&] { return statuses.size() >= count; });
    return statuses;
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<cl_int> statuses;
};

void CL_CALLBACK hear(cl_event, cl_int status, void *data) {
  static_cast<Heard *>(data)->tell(status);
}

cl_event notAnEvent(cl_context context) { return reinterpret_cast<cl_event>(context); }

} // namespace

TEST_F(clCreateUserEventTest, StartsSubmittedAndBelongsToNoQueue) {
  OwnedEvent event = makeUserEvent();
  EXPECT_EQ(statusOf(event), CL_SUBMITTED);
  EXPECT_EQ(query<cl_command_queue>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_QUEUE), nullptr);
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, event.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_USER));
  EXPECT_EQ(query<cl_context>(clGetEventInfo, event.get(), CL_EVENT_CONTEXT), context.get());
  cl_int error;
  EXPECT_EQ(clCreateUserEvent(reinterpret_cast<cl_context>(queue.get()), &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clSetUserEventStatusTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedEvent event = makeUserEvent();
  EXPECT_EQ(clSetUserEventStatus(notAnEvent(context), CL_COMPLETE), CL_INVALID_EVENT);
  EXPECT_EQ(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_SUBMITTED), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(marker, CL_COMPLETE), CL_INVALID_EVENT);
}

TEST_F(clSetUserEventStatusTest, HoldsCommandsBackUntilItIsComplete) {
  OwnedMem buffer = makeBufferOf(std::vector<std::uint8_t>(64, 0));
  OwnedEvent gate = makeUserEvent();
  cl_event list[] = {gate};
  const std::uint8_t value = 7;
  OwnedEvent written;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 1, &value, 1, list, written.out()),
            CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(statusOf(written), CL_QUEUED);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(written), CL_COMPLETE);
  EXPECT_EQ(contents<std::uint8_t>(buffer)[0], 7);
}

TEST_F(clSetUserEventStatusTest, AFailureTerminatesWhatWaitsForIt) {
  OwnedMem buffer = makeBufferOf(std::vector<std::uint8_t>(64, 0));
  OwnedEvent gate = makeUserEvent();
  const std::uint8_t value = 7;
  cl_event list[] = {gate};
  OwnedEvent first, second;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 1, &value, 1, list, first.out()),
            CL_SUCCESS);
  cl_event secondList[] = {first};
  ASSERT_EQ(
      clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 1, 1, &value, 1, secondList, second.out()),
      CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
  EXPECT_EQ(statusOf(gate), -42);
  EXPECT_EQ(pollUntilEnded(first), failedList);
  EXPECT_EQ(pollUntilEnded(second), failedList);
  EXPECT_EQ(contents<std::uint8_t>(buffer), std::vector<std::uint8_t>(64, 0));
}

TEST_F(clSetUserEventStatusTest, AFailureLeavesLaterCommandsOfTheQueueAlone) {
  OwnedMem buffer = makeBufferOf(std::vector<std::uint8_t>(64, 0));
  OwnedEvent gate = makeUserEvent();
  const std::uint8_t value = 7;
  cl_event list[] = {gate};
  OwnedEvent terminated, later;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 1, &value, 1, list, terminated.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 1, 1, &value, 0, nullptr, later.out()),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(terminated), failedList);
  EXPECT_EQ(pollUntilEnded(later), CL_COMPLETE);
  EXPECT_EQ(contents<std::uint8_t>(buffer)[1], 7);
}

TEST_F(clSetUserEventStatusTest, ReleasesALongChainWithoutRunningOutOfStack) {
  OwnedEvent gate = makeUserEvent();
  cl_event list[] = {gate};
  OwnedEvent last;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, list, nullptr), CL_SUCCESS);
  for (int i = 0; i < 200000; ++i)
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, last.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(last), CL_COMPLETE);
}

TEST_F(clSetEventCallbackTest, TellsEveryStatusThatWasAskedFor) {
  OwnedMem buffer = makeBuffer(1 << 20);
  OwnedEvent gate = makeUserEvent();
  cl_event list[] = {gate};
  const std::uint32_t pattern = 1;
  OwnedEvent filled;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, 1 << 20, 1, list, filled.out()),
            CL_SUCCESS);
  Heard heard;
  for (cl_int when : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
    ASSERT_EQ(clSetEventCallback(filled, when, hear, &heard), CL_SUCCESS);
  EXPECT_TRUE(heard.wait(0).empty());
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(heard.wait(3), (std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}));
}

TEST_F(clSetEventCallbackTest, RunsAtOnceWhenTheStatusWasReachedBefore) {
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  Heard heard;
  ASSERT_EQ(clSetEventCallback(marker, CL_COMPLETE, hear, &heard), CL_SUCCESS);
  EXPECT_EQ(heard.wait(1), std::vector<cl_int>{CL_COMPLETE});
}

TEST_F(clSetEventCallbackTest, TellsTheErrorOfATerminatedCommand) {
  OwnedEvent gate = makeUserEvent();
  cl_event list[] = {gate};
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, list, marker.out()), CL_SUCCESS);
  Heard ofMarker, ofGate;
  ASSERT_EQ(clSetEventCallback(marker, CL_COMPLETE, hear, &ofMarker), CL_SUCCESS);
  ASSERT_EQ(clSetEventCallback(gate, CL_COMPLETE, hear, &ofGate), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -9), CL_SUCCESS);
  EXPECT_EQ(ofGate.wait(1), std::vector<cl_int>{-9});
  EXPECT_EQ(ofMarker.wait(1), std::vector<cl_int>{failedList});
}

TEST_F(clSetEventCallbackTest, MayEnqueueAndWait) {
  struct Shared {
    cl_command_queue queue;
    cl_mem buffer;
    Heard heard;
  };
  OwnedMem buffer = makeBuffer(1 << 20);
  Shared shared{queue, buffer, {}};
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()), CL_SUCCESS);
  auto callback = [](cl_event, cl_int, void *data) {
    auto &shared = *static_cast<Shared *>(data);
    const std::uint32_t pattern = 3;
    cl_int error = clEnqueueFillBuffer(shared.queue, shared.buffer, &pattern, 4, 0, 1 << 20, 0,
                                       nullptr, nullptr);
    if (!error)
      error = clFinish(shared.queue);
    shared.heard.tell(error);
  };
  ASSERT_EQ(clSetEventCallback(marker, CL_COMPLETE, callback, &shared), CL_SUCCESS);
  EXPECT_EQ(shared.heard.wait(1), std::vector<cl_int>{CL_SUCCESS});
}

TEST_F(clSetEventCallbackTest, DoesNotRunUnderTheLocksOfWhoRegisters) {
  // The application holds a lock while it registers, and takes it in the callback.
  static std::mutex lock;
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()), CL_SUCCESS);
  Heard heard;
  {
    std::lock_guard held(lock);
    ASSERT_EQ(clSetEventCallback(
                  marker, CL_COMPLETE,
                  [](cl_event, cl_int status, void *data) {
                    std::lock_guard held(lock);
                    static_cast<Heard *>(data)->tell(status);
                  },
                  &heard),
              CL_SUCCESS);
  }
  EXPECT_EQ(heard.wait(1), std::vector<cl_int>{CL_COMPLETE});
}

TEST_F(clSetEventCallbackTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedEvent event = makeUserEvent();
  EXPECT_EQ(clSetEventCallback(notAnEvent(context), CL_COMPLETE, hear, nullptr), CL_INVALID_EVENT);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, CL_QUEUED, hear, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, -1, hear, nullptr), CL_INVALID_VALUE);
}

TEST_F(clWaitForEventsTest, WaitsForAllOfThem) {
  OwnedEvent first = makeUserEvent(), second = makeUserEvent();
  std::thread setter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    clSetUserEventStatus(second, CL_COMPLETE);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    clSetUserEventStatus(first, CL_COMPLETE);
  });
  cl_event list[] = {first, second};
  EXPECT_EQ(clWaitForEvents(2, list), CL_SUCCESS);
  EXPECT_EQ(statusOf(first), CL_COMPLETE);
  EXPECT_EQ(statusOf(second), CL_COMPLETE);
  setter.join();
}

TEST_F(clWaitForEventsTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedEvent good = makeUserEvent(), bad = makeUserEvent();
  clSetUserEventStatus(good, CL_COMPLETE);
  clSetUserEventStatus(bad, -3);
  OwnedContext other = otherContext();
  OwnedEvent foreign = clCreateUserEvent(other, nullptr);
  cl_event failing[] = {good, bad}, wrong[] = {good, notAnEvent(context)},
           mixed[] = {good, foreign};
  EXPECT_EQ(clWaitForEvents(2, failing), failedList);
  EXPECT_EQ(clWaitForEvents(2, wrong), CL_INVALID_EVENT);
  EXPECT_EQ(clWaitForEvents(2, mixed), CL_INVALID_CONTEXT);
  EXPECT_EQ(clWaitForEvents(0, failing), CL_INVALID_VALUE);
}

TEST_F(clSetEventCallbackTest, CallbacksRunInAChildAfterFork) {
  // The thread for them runs in this process already.
  Heard before;
  OwnedEvent first = makeUserEvent();
  ASSERT_EQ(clSetEventCallback(first, CL_COMPLETE, hear, &before), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(first, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(before.wait(1).size(), 1u);

  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(60);
    Heard heard;
    OwnedEvent event = makeUserEvent();
    const bool good = clSetEventCallback(event, CL_COMPLETE, hear, &heard) == CL_SUCCESS &&
                      clSetUserEventStatus(event, CL_COMPLETE) == CL_SUCCESS &&
                      heard.wait(1) == std::vector<cl_int>{CL_COMPLETE};
    ::_exit(good ? 42 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

TEST_F(clGetEventInfoTest, TellsQueueTypeAndContext) {
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out()), CL_SUCCESS);
  EXPECT_EQ(query<cl_command_queue>(clGetEventInfo, marker.get(), CL_EVENT_COMMAND_QUEUE),
            queue.get());
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, marker.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_MARKER));
  EXPECT_EQ(query<cl_context>(clGetEventInfo, marker.get(), CL_EVENT_CONTEXT), context.get());
  EXPECT_EQ(query<cl_uint>(clGetEventInfo, marker.get(), CL_EVENT_REFERENCE_COUNT), 1u);
}

TEST_F(clGetEventInfoTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedEvent event = makeUserEvent();
  cl_int value;
  EXPECT_EQ(clGetEventInfo(notAnEvent(context), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(value),
                           &value, nullptr),
            CL_INVALID_EVENT);
  EXPECT_EQ(clGetEventInfo(event, 0x4242, sizeof(value), &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_CONTEXT, 1, &value, nullptr), CL_INVALID_VALUE);
}

TEST_F(clRetainEventTest, Counts) {
  OwnedEvent event = makeUserEvent();
  EXPECT_EQ(clRetainEvent(event), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetEventInfo, event.get(), CL_EVENT_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  EXPECT_EQ(clRetainEvent(notAnEvent(context)), CL_INVALID_EVENT);
  EXPECT_EQ(clReleaseEvent(notAnEvent(context)), CL_INVALID_EVENT);
}

TEST_F(clGetEventProfilingInfoTest, StampsAreOrderedOnTheHostsClock) {
  OwnedQueue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  OwnedMem buffer = makeBuffer(1 << 20);
  const std::uint32_t pattern = 0;
  cl_ulong before = 0, after = 0;
  clGetHostTimer(device, &before);
  OwnedEvent filled;
  ASSERT_EQ(
      clEnqueueFillBuffer(profiled, buffer, &pattern, 4, 0, 1 << 20, 0, nullptr, filled.out()),
      CL_SUCCESS);
  clFinish(profiled);
  clGetHostTimer(device, &after);
  std::vector<cl_ulong> stamps{before};
  for (cl_profiling_info name : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                 CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END})
    stamps.push_back(query<cl_ulong>(clGetEventProfilingInfo, filled.get(), name));
  stamps.push_back(after);
  EXPECT_TRUE(std::is_sorted(stamps.begin(), stamps.end()));
  EXPECT_EQ(query<cl_ulong>(clGetEventProfilingInfo, filled.get(), CL_PROFILING_COMMAND_COMPLETE),
            query<cl_ulong>(clGetEventProfilingInfo, filled.get(), CL_PROFILING_COMMAND_END));
}

TEST_F(clGetEventProfilingInfoTest, IsNotAvailableWithoutMeasuringOrBeforeTheEnd) {
  cl_ulong value;
  auto ask = [&](cl_event event) {
    return clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(value), &value, nullptr);
  };
  OwnedEvent user = makeUserEvent();
  EXPECT_EQ(ask(user), CL_PROFILING_INFO_NOT_AVAILABLE);
  OwnedEvent marker;
  clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out());
  clFinish(queue);
  EXPECT_EQ(ask(marker), CL_PROFILING_INFO_NOT_AVAILABLE);
  OwnedQueue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  cl_event list[] = {user};
  OwnedEvent early;
  clEnqueueMarkerWithWaitList(profiled, 1, list, early.out());
  EXPECT_EQ(ask(early), CL_PROFILING_INFO_NOT_AVAILABLE);
  clSetUserEventStatus(user, CL_COMPLETE);
  clFinish(profiled);
  EXPECT_EQ(ask(early), CL_SUCCESS);
  EXPECT_EQ(ask(notAnEvent(context)), CL_INVALID_EVENT);
  EXPECT_EQ(clGetEventProfilingInfo(early, 0x4242, sizeof(value), &value, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetEventProfilingInfo(early, CL_PROFILING_COMMAND_END, 1, &value, nullptr),
            CL_INVALID_VALUE);
}

} // namespace heddle::test
