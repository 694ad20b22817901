// Entry points of optional features that the device does not report: each checks its handles and
// then answers what the specification names for missing support.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_gl.h>

namespace heddle::test {

using clCreatePipeTest = QueueTest;
using clCreateFromGLBufferTest = QueueTest;

TEST_F(clCreatePipeTest, ReturnsInvalidOperationWithoutPipeSupport) {
  cl_int error;
  EXPECT_EQ(clCreatePipe(context, 0, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreatePipe(reinterpret_cast<cl_context>(device), 0, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  OwnedMem buffer = makeBuffer(64);
  EXPECT_EQ(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
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
