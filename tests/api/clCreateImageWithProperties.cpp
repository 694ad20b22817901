// clCreateImageWithProperties: its list of properties, and the errors that it shares with
// clCreateImage.
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clCreateImageWithPropertiesTest : public ImageTest {
protected:
  cl_int errorOf(const Description &description, cl_mem_flags flags = 0, void *hostPtr = nullptr,
                 cl_image_format format = rgba8) {
    const cl_image_desc desc = description;
    return errorOf(&format, &desc, flags, hostPtr);
  }
  cl_int errorOf(const cl_image_format *format, const cl_image_desc *desc, cl_mem_flags flags = 0,
                 void *hostPtr = nullptr) {
    const cl_mem_properties none[] = {0};
    cl_int error = CL_OUT_OF_RESOURCES;
    OwnedMem image =
        clCreateImageWithProperties(context, none, flags, format, desc, hostPtr, &error);
    EXPECT_EQ(image.get() == nullptr, error != CL_SUCCESS);
    return error;
  }

  const Description small{.width = 4, .height = 4};
  Bytes host = Bytes(64);
};

TEST_F(clCreateImageWithPropertiesTest, TakesAnEmptyListAndKeepsIt) {
  const cl_mem_properties none[] = {0};
  const cl_image_desc desc = small;
  cl_int error = CL_INVALID_VALUE;
  OwnedMem empty = clCreateImageWithProperties(context, none, 0, &rgba8, &desc, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(queryList<cl_mem_properties>(clGetMemObjectInfo, empty.get(), CL_MEM_PROPERTIES),
            std::vector<cl_mem_properties>{0});
  OwnedMem null = clCreateImageWithProperties(context, nullptr, 0, &rgba8, &desc, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_TRUE(
      queryList<cl_mem_properties>(clGetMemObjectInfo, null.get(), CL_MEM_PROPERTIES).empty());
}

TEST_F(clCreateImageWithPropertiesTest, ReturnsInvalidPropertyForAnyProperty) {
  const cl_image_desc desc = small;
  // The second is CL_MEM_DEVICE_HANDLE_LIST_KHR, of an extension that is not reported.
  for (cl_mem_properties name : {CL_MEM_FLAGS, 0x2051, 0x4242}) {
    const cl_mem_properties list[] = {name, 0, 0};
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateImageWithProperties(context, list, 0, &rgba8, &desc, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_PROPERTY) << name;
  }
}

TEST_F(clCreateImageWithPropertiesTest, ReturnsInvalidContextBeforeItLooksAtTheList) {
  const cl_mem_properties list[] = {0x4242, 0, 0};
  const cl_image_desc desc = small;
  for (cl_context wrong : {cl_context(nullptr), reinterpret_cast<cl_context>(queue.get())}) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreateImageWithProperties(wrong, list, 0, &rgba8, &desc, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
}

TEST_F(clCreateImageWithPropertiesTest, ReturnsInvalidValueForFlags) {
  EXPECT_EQ(errorOf(small, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(small, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(small, cl_mem_flags(1) << 40), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(small, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host.data()),
            CL_INVALID_VALUE);
  // What a part of another object may not be.
  OwnedMem writeOnly = makeBuffer(64, CL_MEM_WRITE_ONLY),
           readOnly = makeBuffer(64, CL_MEM_READ_ONLY),
           noAccess = makeBuffer(64, CL_MEM_HOST_NO_ACCESS);
  const auto of = [](cl_mem buffer) {
    return Description{.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 16, .object = buffer};
  };
  EXPECT_EQ(errorOf(of(writeOnly), CL_MEM_READ_WRITE), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(of(readOnly), CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(of(noAccess), CL_MEM_HOST_READ_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(of(readOnly), CL_MEM_ALLOC_HOST_PTR), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(of(readOnly)), CL_SUCCESS);
}

TEST_F(clCreateImageWithPropertiesTest, ReturnsTheErrorsOfFormats) {
  const cl_image_desc desc = small;
  EXPECT_EQ(errorOf(nullptr, &desc), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf(small, 0, nullptr, {CL_RGB, CL_UNORM_INT8}),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf(small, 0, nullptr, {CL_RGBA, 0x4242}), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf(small, 0, nullptr, {CL_Rx, CL_UNORM_INT8}), CL_IMAGE_FORMAT_NOT_SUPPORTED);
}

TEST_F(clCreateImageWithPropertiesTest, ReturnsTheErrorsOfDescriptors) {
  EXPECT_EQ(errorOf(&rgba8, nullptr), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf({.type = CL_MEM_OBJECT_PIPE, .width = 4, .height = 4}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf({.width = 4, .height = 4, .rowPitch = 16}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf({.width = 4, .height = 4, .rowPitch = 12}, CL_MEM_COPY_HOST_PTR, host.data()),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf({.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 4}),
            CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(clCreateImageWithPropertiesTest, ReturnsInvalidImageSize) {
  const auto width = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const auto height = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  const auto depth = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_IMAGE3D_MAX_DEPTH);
  for (const Description &wrong :
       {Description{.width = 0, .height = 4}, Description{.width = 4, .height = 0},
        Description{.width = width + 1, .height = 1}, Description{.width = 1, .height = height + 1},
        Description{.type = CL_MEM_OBJECT_IMAGE3D, .width = 1, .height = 1, .depth = depth + 1}})
    EXPECT_EQ(errorOf(wrong), CL_INVALID_IMAGE_SIZE) << wrong.width << " x " << wrong.height;
}

TEST_F(clCreateImageWithPropertiesTest, ReturnsInvalidHostPtrWhenPointerAndFlagsDisagree) {
  EXPECT_EQ(errorOf(small, CL_MEM_USE_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(small, CL_MEM_COPY_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(small, CL_MEM_READ_ONLY, host.data()), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(small, CL_MEM_ALLOC_HOST_PTR, host.data()), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(small, CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, host.data()), CL_SUCCESS);
}

} // namespace heddle::test
