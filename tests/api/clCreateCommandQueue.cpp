// clCreateCommandQueue(WithProperties), retain, release, info, and what queues do not support.
#include "tests/support/opencl_fixture.hpp"

namespace heddle::test {

using clCreateCommandQueueTest = ContextTest;
using clCreateCommandQueueWithPropertiesTest = ContextTest;
using clGetCommandQueueInfoTest = QueueTest;
using clRetainCommandQueueTest = QueueTest;
using clSetCommandQueuePropertyTest = QueueTest;
using clSetDefaultDeviceCommandQueueTest = QueueTest;

namespace {

cl_command_queue notAQueue(cl_context context) {
  return reinterpret_cast<cl_command_queue>(context);
}

} // namespace

TEST_F(clCreateCommandQueueWithPropertiesTest, GivesTheListBack) {
  const std::vector<cl_queue_properties> list = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  OwnedQueue queue = clCreateCommandQueueWithProperties(context, device, list.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(
      queryList<cl_queue_properties>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES_ARRAY),
      list);
  EXPECT_EQ(
      query<cl_command_queue_properties>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES),
      list[1]);
}

TEST_F(clCreateCommandQueueWithPropertiesTest, TakesNoListForAnInOrderQueue) {
  cl_int error;
  OwnedQueue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(
      query<cl_command_queue_properties>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES),
      0u);
  EXPECT_TRUE(
      queryList<cl_queue_properties>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES_ARRAY)
          .empty());
}

TEST_F(clCreateCommandQueueWithPropertiesTest, ReturnsInvalidContextAndInvalidDevice) {
  cl_int error;
  EXPECT_EQ(clCreateCommandQueueWithProperties(reinterpret_cast<cl_context>(device), device,
                                               nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateCommandQueueWithProperties(
                context, reinterpret_cast<cl_device_id>(context.get()), nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

TEST_F(clCreateCommandQueueWithPropertiesTest, ReturnsInvalidValueForWhatTheListMustNotSay) {
  const std::vector<std::vector<cl_queue_properties>> lists = {
      {0x4242, 0, 0},
      {CL_QUEUE_PROPERTIES, 1 << 10, 0},
      {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0},
      {CL_QUEUE_SIZE, 1024, 0},
      {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}}; // not out of order
  for (const auto &list : lists) {
    cl_int error;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, list.data(), &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_VALUE);
  }
}

TEST_F(clCreateCommandQueueWithPropertiesTest, ReturnsInvalidQueuePropertiesForQueuesOnTheDevice) {
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, list, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
}

TEST_F(clCreateCommandQueueTest, TakesTheOldForm) {
  cl_int error;
  OwnedQueue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(
      query<cl_command_queue_properties>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES),
      cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE));
}

TEST_F(clCreateCommandQueueTest, ReturnsTheErrorsOfTheSpecification) {
  cl_int error;
  EXPECT_EQ(clCreateCommandQueue(reinterpret_cast<cl_context>(device), device, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateCommandQueue(context, reinterpret_cast<cl_device_id>(platform), 0, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_EQ(clCreateCommandQueue(context, device, 1 << 7, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(clGetCommandQueueInfoTest, TellsContextDeviceAndCount) {
  EXPECT_EQ(query<cl_context>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_CONTEXT), context.get());
  EXPECT_EQ(query<cl_device_id>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_DEVICE), device);
  EXPECT_EQ(query<cl_uint>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query<cl_command_queue>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_DEVICE_DEFAULT),
            nullptr);
}

TEST_F(clGetCommandQueueInfoTest, ReturnsTheErrorsOfTheSpecification) {
  cl_uint value;
  EXPECT_EQ(clGetCommandQueueInfo(notAQueue(context), CL_QUEUE_REFERENCE_COUNT, sizeof(value),
                                  &value, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof(value), &value, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clGetCommandQueueInfo(queue, 0x4242, sizeof(value), &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, 1, &value, nullptr), CL_INVALID_VALUE);
}

TEST_F(clRetainCommandQueueTest, Counts) {
  EXPECT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseCommandQueue(queue), CL_SUCCESS);
  EXPECT_EQ(clRetainCommandQueue(notAQueue(context)), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clReleaseCommandQueue(notAQueue(context)), CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clSetCommandQueuePropertyTest, ReturnsInvalidOperationAboveVersion10) {
  cl_command_queue_properties old = 77;
  for (cl_command_queue_properties properties :
       {cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE), cl_command_queue_properties(1)
                                                                    << 40})
    EXPECT_EQ(clSetCommandQueueProperty(queue, properties, CL_TRUE, &old), CL_INVALID_OPERATION);
  EXPECT_EQ(old, 77u);
  EXPECT_EQ(clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(
      query<cl_command_queue_properties>(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES),
      0u);
  for (cl_command_queue wrong : {cl_command_queue(nullptr), notAQueue(context)})
    EXPECT_EQ(clSetCommandQueueProperty(wrong, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr),
              CL_INVALID_COMMAND_QUEUE);
}

TEST_F(clSetDefaultDeviceCommandQueueTest, ReturnsInvalidOperationWithoutQueuesOnTheDevice) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_OPERATION);
  // Without a replaceable default there is no queue that would be right.
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, nullptr), CL_INVALID_OPERATION);
}

TEST_F(clSetDefaultDeviceCommandQueueTest, ReturnsInvalidContextAndInvalidDevice) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(nullptr, device, queue), CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(reinterpret_cast<cl_context>(device), device, queue),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, nullptr, queue), CL_INVALID_DEVICE);
  EXPECT_EQ(
      clSetDefaultDeviceCommandQueue(context, reinterpret_cast<cl_device_id>(platform), queue),
      CL_INVALID_DEVICE);
}

} // namespace heddle::test
