// clCreateImage2D and clCreateImage3D, which are older than image descriptors.
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clCreateImage2DTest : public ImageTest {
protected:
  /// What a test changes of a call that makes a 4x4 image.
  struct Call2D {
    cl_mem_flags flags = 0;
    cl_image_format format = rgba8;
    std::size_t width = 4, height = 4, rowPitch = 0;
    void *hostPtr = nullptr;
  };
  cl_int errorOf(const Call2D &call) {
    cl_int error = CL_OUT_OF_RESOURCES;
    OwnedMem image = clCreateImage2D(context, call.flags, &call.format, call.width, call.height,
                                     call.rowPitch, call.hostPtr, &error);
    EXPECT_EQ(image.get() == nullptr, error != CL_SUCCESS);
    return error;
  }
  std::size_t limit(cl_device_info name) {
    return query<std::size_t>(clGetDeviceInfo, device, name);
  }

  Bytes host = countingBytes(32 * 4);
};

class clCreateImage3DTest : public clCreateImage2DTest {
protected:
  struct Call3D {
    cl_mem_flags flags = 0;
    cl_image_format format = rgba8;
    std::size_t width = 2, height = 2, depth = 2, rowPitch = 0, slicePitch = 0;
    void *hostPtr = nullptr;
  };
  cl_int errorOf(const Call3D &call) {
    cl_int error = CL_OUT_OF_RESOURCES;
    OwnedMem image =
        clCreateImage3D(context, call.flags, &call.format, call.width, call.height, call.depth,
                        call.rowPitch, call.slicePitch, call.hostPtr, &error);
    EXPECT_EQ(image.get() == nullptr, error != CL_SUCCESS);
    return error;
  }
};

TEST_F(clCreateImage2DTest, MakesA2DImage) {
  cl_int error = CL_INVALID_VALUE;
  OwnedMem image =
      clCreateImage2D(context, CL_MEM_COPY_HOST_PTR, &rgba8, 4, 4, 32, host.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(pixels(image, {.width = 4, .height = 4})[16], 32);
}

TEST_F(clCreateImage2DTest, ReturnsInvalidContext) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateImage2D(nullptr, 0, &rgba8, 4, 4, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clCreateImage2DTest, ReturnsInvalidValueForFlags) {
  EXPECT_EQ(errorOf({.flags = CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({.flags = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, .hostPtr = host.data()}),
            CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({.flags = cl_mem_flags(1) << 40}), CL_INVALID_VALUE);
}

TEST_F(clCreateImage2DTest, ReturnsTheErrorsOfFormats) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateImage2D(context, 0, nullptr, 4, 4, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf({.format = {CL_RGB, CL_UNORM_INT8}}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf({.format = {CL_Rx, CL_UNORM_INT8}}), CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_F(clCreateImage2DTest, ReturnsInvalidImageSize) {
  EXPECT_EQ(errorOf({.width = 0}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.height = 0}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH) + 1}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.height = limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT) + 1}), CL_INVALID_IMAGE_SIZE);
  // A pitch of nothing, one shorter than a row, and one of no whole pixels.
  EXPECT_EQ(errorOf({.rowPitch = 16}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.flags = CL_MEM_COPY_HOST_PTR, .rowPitch = 12, .hostPtr = host.data()}),
            CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.flags = CL_MEM_COPY_HOST_PTR, .rowPitch = 18, .hostPtr = host.data()}),
            CL_INVALID_IMAGE_SIZE);
}

TEST_F(clCreateImage2DTest, ReturnsInvalidHostPtrWhenPointerAndFlagsDisagree) {
  EXPECT_EQ(errorOf({.flags = CL_MEM_COPY_HOST_PTR}), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf({.flags = CL_MEM_USE_HOST_PTR}), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf({.hostPtr = host.data()}), CL_INVALID_HOST_PTR);
}

TEST_F(clCreateImage3DTest, MakesA3DImage) {
  cl_int error = CL_INVALID_VALUE;
  OwnedMem image =
      clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &rgba8, 2, 2, 2, 16, 64, host.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Description same{.type = CL_MEM_OBJECT_IMAGE3D, .width = 2, .height = 2, .depth = 2};
  EXPECT_EQ(pixels(image, same)[3 * 8], 64 + 16);
}

TEST_F(clCreateImage3DTest, ReturnsInvalidContext) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateImage3D(nullptr, 0, &rgba8, 2, 2, 2, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(clCreateImage3DTest, ReturnsInvalidValueForFlags) {
  EXPECT_EQ(errorOf({.flags = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY}), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({.flags = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, .hostPtr = host.data()}),
            CL_INVALID_VALUE);
}

TEST_F(clCreateImage3DTest, ReturnsTheErrorsOfFormats) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateImage3D(context, 0, nullptr, 2, 2, 2, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf({.format = {CL_LUMINANCE, CL_UNSIGNED_INT32}}),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf({.format = {CL_DEPTH, CL_FLOAT}}), CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_F(clCreateImage3DTest, ReturnsInvalidImageSize) {
  EXPECT_EQ(errorOf({.width = 0}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.height = 0}), CL_INVALID_IMAGE_SIZE);
  // One slice is a 2D image to this function.
  EXPECT_EQ(errorOf({.depth = 0}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.depth = 1}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.width = limit(CL_DEVICE_IMAGE3D_MAX_WIDTH) + 1}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.height = limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT) + 1}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.depth = limit(CL_DEVICE_IMAGE3D_MAX_DEPTH) + 1}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.rowPitch = 8}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.slicePitch = 16}), CL_INVALID_IMAGE_SIZE);
  EXPECT_EQ(errorOf({.flags = CL_MEM_COPY_HOST_PTR,
                     .rowPitch = 16,
                     .slicePitch = 24,
                     .hostPtr = host.data()}),
            CL_INVALID_IMAGE_SIZE);
}

TEST_F(clCreateImage3DTest, ReturnsInvalidHostPtrWhenPointerAndFlagsDisagree) {
  EXPECT_EQ(errorOf({.flags = CL_MEM_COPY_HOST_PTR}), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf({.flags = CL_MEM_USE_HOST_PTR}), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf({.hostPtr = host.data()}), CL_INVALID_HOST_PTR);
}

} // namespace heddle::test
