// Markers and barriers of both kinds of queues, clFlush, clFinish, and the older forms.
#include "tests/support/opencl_fixture.hpp"

#include <chrono>
#include <thread>

namespace heddle::test {

class SynchronizationTest : public QueueTest {
protected:
  /// A command of the queue that ends when the gate opens, or at once without one.
  OwnedEvent enqueueCopy(cl_command_queue target, cl_event gate = nullptr) {
    OwnedEvent event;
    EXPECT_EQ(clEnqueueCopyBuffer(target, source, destination, 0, 0, 64, gate ? 1 : 0,
                                  gate ? &gate : nullptr, event.out()),
              CL_SUCCESS);
    return event;
  }
  void SetUp() override {
    QueueTest::SetUp();
    if (HasFatalFailure())
      return;
    source = makeBuffer(64);
    destination = makeBuffer(64);
    outOfOrder = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }

  OwnedMem source, destination;
  OwnedQueue outOfOrder;
};
using clEnqueueMarkerWithWaitListTest = SynchronizationTest;
using clEnqueueBarrierWithWaitListTest = SynchronizationTest;
using clEnqueueMarkerTest = SynchronizationTest;
using clEnqueueBarrierTest = SynchronizationTest;
using clEnqueueWaitForEventsTest = SynchronizationTest;
using clFinishTest = SynchronizationTest;
using clFlushTest = SynchronizationTest;
using OutOfOrderQueueTest = SynchronizationTest;

TEST_F(OutOfOrderQueueTest, CommandsOvertakeWhatIsHeldBack) {
  OwnedEvent gate = makeUserEvent();
  OwnedEvent held = enqueueCopy(outOfOrder, gate);
  OwnedEvent free = enqueueCopy(outOfOrder);
  EXPECT_EQ(pollUntilEnded(free), CL_COMPLETE);
  EXPECT_EQ(statusOf(held), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clFinish(outOfOrder), CL_SUCCESS);
  EXPECT_EQ(statusOf(held), CL_COMPLETE);
}

TEST_F(OutOfOrderQueueTest, InOrderQueuesDoNotLetCommandsOvertake) {
  OwnedEvent gate = makeUserEvent();
  OwnedEvent held = enqueueCopy(queue, gate);
  OwnedEvent next = enqueueCopy(queue);
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  EXPECT_EQ(statusOf(next), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(next), CL_COMPLETE);
}

TEST_F(OutOfOrderQueueTest, WaitListsReachAcrossQueues) {
  OwnedEvent gate = makeUserEvent();
  OwnedEvent first = enqueueCopy(queue, gate);
  OwnedEvent second = enqueueCopy(outOfOrder, first);
  EXPECT_EQ(statusOf(second), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(second), CL_COMPLETE);
  EXPECT_EQ(statusOf(first), CL_COMPLETE);
}

TEST_F(clEnqueueMarkerWithWaitListTest, WithoutAListItEndsAfterAllBeforeIt) {
  OwnedEvent gate = makeUserEvent();
  OwnedEvent held = enqueueCopy(outOfOrder, gate);
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(outOfOrder, 0, nullptr, marker.out()), CL_SUCCESS);
  // A marker holds nothing back.
  OwnedEvent later = enqueueCopy(outOfOrder);
  EXPECT_EQ(pollUntilEnded(later), CL_COMPLETE);
  EXPECT_EQ(statusOf(marker), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(marker), CL_COMPLETE);
  EXPECT_EQ(statusOf(held), CL_COMPLETE);
}

TEST_F(clEnqueueMarkerWithWaitListTest, WithAListItWaitsForThatOnly) {
  OwnedEvent gate = makeUserEvent(), other = makeUserEvent();
  OwnedEvent held = enqueueCopy(outOfOrder, gate);
  cl_event list[] = {other};
  OwnedEvent marker;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(outOfOrder, 1, list, marker.out()), CL_SUCCESS);
  clSetUserEventStatus(other, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(marker), CL_COMPLETE);
  EXPECT_EQ(statusOf(held), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(outOfOrder);
}

TEST_F(clEnqueueMarkerWithWaitListTest, ReturnsTheErrorsOfTheSpecification) {
  cl_event list[] = {reinterpret_cast<cl_event>(context.get())};
  EXPECT_EQ(clEnqueueMarkerWithWaitList(reinterpret_cast<cl_command_queue>(context.get()), 0,
                                        nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, list, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 0, list, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  OwnedContext otherOne = otherContext();
  OwnedEvent foreign = clCreateUserEvent(otherOne, nullptr);
  cl_event foreignList[] = {foreign};
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, foreignList, nullptr), CL_INVALID_CONTEXT);
}

TEST_F(clEnqueueBarrierWithWaitListTest, HoldsBackWhatComesAfterIt) {
  OwnedEvent gate = makeUserEvent();
  OwnedEvent held = enqueueCopy(outOfOrder, gate);
  OwnedEvent barrier;
  ASSERT_EQ(clEnqueueBarrierWithWaitList(outOfOrder, 0, nullptr, barrier.out()), CL_SUCCESS);
  OwnedEvent later = enqueueCopy(outOfOrder);
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  EXPECT_EQ(statusOf(barrier), CL_QUEUED);
  EXPECT_EQ(statusOf(later), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(later), CL_COMPLETE);
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, barrier.get(), CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_BARRIER));
}

TEST_F(clEnqueueBarrierWithWaitListTest, WithAListItHoldsBackUntilTheListHasEnded) {
  OwnedEvent gate = makeUserEvent(), other = makeUserEvent();
  OwnedEvent held = enqueueCopy(outOfOrder, gate);
  cl_event list[] = {other};
  ASSERT_EQ(clEnqueueBarrierWithWaitList(outOfOrder, 1, list, nullptr), CL_SUCCESS);
  OwnedEvent later = enqueueCopy(outOfOrder);
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  EXPECT_EQ(statusOf(later), CL_QUEUED);
  clSetUserEventStatus(other, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(later), CL_COMPLETE);
  EXPECT_EQ(statusOf(held), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(outOfOrder);
}

TEST_F(clEnqueueBarrierWithWaitListTest, ReturnsTheErrorsOfTheSpecification) {
  EXPECT_EQ(clEnqueueBarrierWithWaitList(reinterpret_cast<cl_command_queue>(context.get()), 0,
                                         nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
}

TEST_F(clEnqueueMarkerTest, NeedsAnEvent) {
  OwnedEvent marker;
  EXPECT_EQ(clEnqueueMarker(queue, marker.out()), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(marker), CL_COMPLETE);
  EXPECT_EQ(clEnqueueMarker(queue, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueMarker(reinterpret_cast<cl_command_queue>(context.get()), marker.out()),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clEnqueueBarrierTest, HoldsBackWhatComesAfterIt) {
  OwnedEvent gate = makeUserEvent();
  OwnedEvent held = enqueueCopy(outOfOrder, gate);
  ASSERT_EQ(clEnqueueBarrier(outOfOrder), CL_SUCCESS);
  OwnedEvent later = enqueueCopy(outOfOrder);
  EXPECT_EQ(statusOf(later), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(later), CL_COMPLETE);
  EXPECT_EQ(clEnqueueBarrier(reinterpret_cast<cl_command_queue>(context.get())),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clEnqueueWaitForEventsTest, HoldsBackUntilTheEventsHaveEnded) {
  OwnedEvent gate = makeUserEvent();
  cl_event list[] = {gate};
  ASSERT_EQ(clEnqueueWaitForEvents(outOfOrder, 1, list), CL_SUCCESS);
  OwnedEvent later = enqueueCopy(outOfOrder);
  EXPECT_EQ(statusOf(later), CL_QUEUED);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(pollUntilEnded(later), CL_COMPLETE);
}

TEST_F(clEnqueueWaitForEventsTest, ReturnsTheErrorsOfTheSpecification) {
  cl_event list[] = {reinterpret_cast<cl_event>(context.get())};
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 1, list), CL_INVALID_EVENT);
  EXPECT_EQ(clEnqueueWaitForEvents(queue, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWaitForEvents(reinterpret_cast<cl_command_queue>(context.get()), 1, list),
            CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clFinishTest, WaitsForEverythingInTheQueue) {
  for (cl_command_queue target : {queue.get(), outOfOrder.get()}) {
    OwnedEvent gate = makeUserEvent();
    OwnedEvent held = enqueueCopy(target, gate);
    std::thread opener([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      clSetUserEventStatus(gate, CL_COMPLETE);
    });
    EXPECT_EQ(clFinish(target), CL_SUCCESS);
    EXPECT_EQ(statusOf(held), CL_COMPLETE);
    opener.join();
  }
  EXPECT_EQ(clFinish(reinterpret_cast<cl_command_queue>(context.get())), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clFinishTest, WorksFromManyThreadsAtOnce) {
  OwnedMem counters = makeBufferOf(std::vector<std::uint32_t>(1024, 0));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        cl_command_queue target = (i + t) % 2 ? queue.get() : outOfOrder.get();
        const std::uint32_t value = t + 1;
        OwnedEvent event;
        EXPECT_EQ(clEnqueueWriteBuffer(target, counters, CL_FALSE, 4 * t, 4, &value, 0, nullptr,
                                       event.out()),
                  CL_SUCCESS);
        if (i % 5 == 0)
          EXPECT_EQ(clFinish(target), CL_SUCCESS);
        cl_event list[] = {event};
        EXPECT_EQ(clWaitForEvents(1, list), CL_SUCCESS);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  std::vector<std::uint32_t> values = contents<std::uint32_t>(counters);
  for (std::uint32_t t = 0; t < 4; ++t)
    EXPECT_EQ(values[t], t + 1);
}

TEST_F(clFlushTest, ReturnsInvalidCommandQueueForAnotherObject) {
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(clFlush(reinterpret_cast<cl_command_queue>(context.get())), CL_INVALID_COMMAND_QUEUE);
}

} // namespace heddle::test
