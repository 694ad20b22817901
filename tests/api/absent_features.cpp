// Entry points of optional features that the device does not report: each checks its handles and
// then answers what the specification names for missing support.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_gl.h>

namespace heddle::test {

using clCreatePipeTest = QueueTest;
using clCreateFromGLBufferTest = QueueTest;
using DeviceEnqueueTest = DeviceTest;

TEST_F(clCreatePipeTest, ReturnsInvalidOperationWithoutPipeSupport) {
  cl_int error;
  EXPECT_EQ(clCreatePipe(context, 0, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreatePipe(reinterpret_cast<cl_context>(device), 0, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  OwnedMem buffer = makeBuffer(64);
  EXPECT_EQ(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
}

TEST_F(clCreatePipeTest, NoQueryPromisesPipes) {
  EXPECT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_PIPE_SUPPORT), cl_bool(CL_FALSE));
  for (cl_device_info name : {CL_DEVICE_MAX_PIPE_ARGS, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS,
                              CL_DEVICE_PIPE_MAX_PACKET_SIZE})
    EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, name), 0u) << name;
}

TEST_F(DeviceEnqueueTest, NoQueryPromisesQueuesOnTheDevice) {
  EXPECT_EQ(query<cl_device_device_enqueue_capabilities>(clGetDeviceInfo, device,
                                                         CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
            0u);
  EXPECT_EQ(query<cl_command_queue_properties>(clGetDeviceInfo, device,
                                               CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES),
            0u);
  for (cl_device_info name :
       {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
        CL_DEVICE_MAX_ON_DEVICE_QUEUES, CL_DEVICE_MAX_ON_DEVICE_EVENTS})
    EXPECT_EQ(query<cl_uint>(clGetDeviceInfo, device, name), 0u) << name;
}

TEST_F(clCreateFromGLBufferTest, ReturnsInvalidContextForContextsThatShareNothing) {
  cl_int error;
  EXPECT_EQ(clCreateFromGLBuffer(context, 0, 1, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreateFromGLTexture(context, 0, 0, 0, 1, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  OwnedMem buffer = makeBuffer(64);
  cl_mem objects[] = {buffer};
  EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, objects, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(clGetGLObjectInfo(buffer, nullptr, nullptr), CL_INVALID_GL_OBJECT);
}

} // namespace heddle::test
