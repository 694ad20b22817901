// Entry points of optional features that the device does not report: each checks its handles and
// then answers what the specification names for missing support.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_gl.h>

namespace heddle::test {

using clCreateImageTest = QueueTest;
using clEnqueueReadImageTest = QueueTest;
using clCreateSamplerTest = QueueTest;
using clCreatePipeTest = QueueTest;
using clCreateFromGLBufferTest = QueueTest;

namespace {

constexpr cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
constexpr size_t zero[3] = {0, 0, 0};
constexpr size_t one[3] = {1, 1, 1};

cl_image_desc smallImage() {
  cl_image_desc result{};
  result.image_type = CL_MEM_OBJECT_IMAGE2D;
  result.image_width = result.image_height = 4;
  return result;
}

} // namespace

TEST_F(clCreateImageTest, ReturnsInvalidOperationWithoutImageSupport) {
  ASSERT_EQ(query<cl_bool>(clGetDeviceInfo, device, CL_DEVICE_IMAGE_SUPPORT), cl_bool(CL_FALSE));
  const cl_image_desc desc = smallImage();
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateImage(context, 0, &format, &desc, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateImageWithProperties(context, nullptr, 0, &format, &desc, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateImage2D(context, 0, &format, 4, 4, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateImage3D(context, 0, &format, 4, 4, 4, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateImage(reinterpret_cast<cl_context>(device), 0, &format, &desc, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clCreateImageTest, ThereAreNoFormats) {
  cl_uint count = 7;
  EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr,
                                       &count),
            CL_SUCCESS);
  EXPECT_EQ(count, 0u);
  cl_image_format entry;
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &entry, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr, &count),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetSupportedImageFormats(reinterpret_cast<cl_context>(device), 0,
                                       CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count),
            CL_INVALID_CONTEXT);
}

TEST_F(clCreateImageTest, ABufferIsNoImage) {
  OwnedMem buffer = makeBuffer(64);
  size_t value;
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof(value), &value, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(clEnqueueReadImageTest, ABufferIsNoImage) {
  OwnedMem a = makeBuffer(64), b = makeBuffer(64);
  std::uint8_t bytes[64] = {};
  EXPECT_EQ(clEnqueueReadImage(queue, a, CL_TRUE, zero, one, 0, 0, bytes, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueWriteImage(queue, a, CL_TRUE, zero, one, 0, 0, bytes, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillImage(queue, a, bytes, zero, one, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyImage(queue, a, b, zero, zero, one, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, a, b, zero, one, 0, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, a, b, 0, zero, one, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_int error;
  size_t row, slice;
  EXPECT_EQ(clEnqueueMapImage(queue, a, CL_TRUE, CL_MAP_READ, zero, one, &row, &slice, 0, nullptr,
                              nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
}

TEST_F(clEnqueueReadImageTest, HandlesAreCheckedFirst) {
  OwnedMem a = makeBuffer(64);
  std::uint8_t bytes[64];
  cl_event noEvent[] = {reinterpret_cast<cl_event>(context.get())};
  EXPECT_EQ(clEnqueueReadImage(reinterpret_cast<cl_command_queue>(context.get()), a, CL_TRUE, zero,
                               one, 0, 0, bytes, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueReadImage(queue, reinterpret_cast<cl_mem>(context.get()), CL_TRUE, zero, one,
                               0, 0, bytes, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyImage(queue, a, reinterpret_cast<cl_mem>(context.get()), zero, zero, one,
                               0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueReadImage(queue, a, CL_TRUE, zero, one, 0, 0, bytes, 1, noEvent, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
}

TEST_F(clCreateSamplerTest, ReturnsInvalidOperationWithoutImageSupport) {
  cl_int error;
  EXPECT_EQ(clCreateSampler(context, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateSamplerWithProperties(context, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clCreateSamplerWithProperties(reinterpret_cast<cl_context>(device), nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  auto noSampler = reinterpret_cast<cl_sampler>(context.get());
  EXPECT_EQ(clRetainSampler(noSampler), CL_INVALID_SAMPLER);
  EXPECT_EQ(clReleaseSampler(noSampler), CL_INVALID_SAMPLER);
  EXPECT_EQ(clGetSamplerInfo(noSampler, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr),
            CL_INVALID_SAMPLER);
}

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
