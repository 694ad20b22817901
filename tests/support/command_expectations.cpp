#include "tests/support/command_expectations.hpp"

#include "tests/support/opencl_fixture.hpp"

namespace heddle::test {

void expectACommand(cl_command_queue queue, cl_command_type type, const Enqueue &enqueue) {
  const auto context = query<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
  cl_device_id device = query<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE);
  EXPECT_EQ(enqueue(nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(enqueue(reinterpret_cast<cl_command_queue>(context), 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);

  OwnedContext other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  OwnedEvent foreign = clCreateUserEvent(other, nullptr);
  const cl_event foreignList[] = {foreign};
  EXPECT_EQ(enqueue(queue, 1, foreignList, nullptr), CL_INVALID_CONTEXT);

  OwnedEvent gate = clCreateUserEvent(context, nullptr);
  const cl_event list[] = {gate}, noEvent[] = {reinterpret_cast<cl_event>(context)};
  EXPECT_EQ(enqueue(queue, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(enqueue(queue, 0, list, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(enqueue(queue, 1, noEvent, nullptr), CL_INVALID_EVENT_WAIT_LIST);

  OwnedEvent done;
  ASSERT_EQ(enqueue(queue, 1, list, done.out()), CL_SUCCESS);
  EXPECT_GT(statusOf(done), CL_COMPLETE);
  EXPECT_EQ(query<cl_command_type>(clGetEventInfo, done.get(), CL_EVENT_COMMAND_TYPE), type);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(done), CL_COMPLETE);

  OwnedEvent failed = clCreateUserEvent(context, nullptr), terminated;
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  const cl_event failedList[] = {failed};
  ASSERT_EQ(enqueue(queue, 1, failedList, terminated.out()), CL_SUCCESS);
  EXPECT_EQ(pollUntilEnded(terminated), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

} // namespace heddle::test
