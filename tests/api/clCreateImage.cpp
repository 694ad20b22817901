// clCreateImage, clGetImageInfo.
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clCreateImageTest : public ImageTest {
protected:
  cl_int errorOf(const Description &description, cl_mem_flags flags = 0, void *hostPtr = nullptr,
                 cl_image_format format = rgba8) {
    cl_int error;
    OwnedMem image = tryImage(description, error, flags, hostPtr, format);
    EXPECT_EQ(image.get() == nullptr, error != CL_SUCCESS);
    return error;
  }
  std::size_t info(cl_mem image, cl_image_info name) {
    return query<std::size_t>(clGetImageInfo, image, name);
  }
  std::size_t limit(cl_device_info name) {
    return query<std::size_t>(clGetDeviceInfo, device, name);
  }
};
using clGetImageInfoTest = clCreateImageTest;

TEST_F(clGetImageInfoTest, TellsTheSizesThatTheTypeHas) {
  OwnedMem buffer = makeBuffer(13 * 4);
  for (const Description &description : everyType(buffer)) {
    OwnedMem image = makeImage(description);
    const cl_mem_object_type type = description.type;
    EXPECT_EQ(query<cl_mem_object_type>(clGetMemObjectInfo, image.get(), CL_MEM_TYPE), type);
    EXPECT_EQ(info(image, CL_IMAGE_WIDTH), 13u);
    EXPECT_EQ(info(image, CL_IMAGE_HEIGHT), description.height);
    EXPECT_EQ(info(image, CL_IMAGE_DEPTH), description.depth);
    EXPECT_EQ(info(image, CL_IMAGE_ARRAY_SIZE), description.arraySize);
    EXPECT_EQ(info(image, CL_IMAGE_ELEMENT_SIZE), 4u);
    EXPECT_EQ(info(image, CL_IMAGE_ROW_PITCH), 13u * 4);
    const bool slices = description.depth != 0 || description.arraySize != 0;
    const std::size_t rows = description.height ? description.height : 1;
    EXPECT_EQ(info(image, CL_IMAGE_SLICE_PITCH), slices ? 13 * 4 * rows : 0);
    const Sizes extent = description.extent();
    EXPECT_EQ(query<std::size_t>(clGetMemObjectInfo, image.get(), CL_MEM_SIZE),
              extent[0] * extent[1] * extent[2] * 4);
    EXPECT_EQ(query<cl_mem>(clGetImageInfo, image.get(), CL_IMAGE_BUFFER), description.object);
    EXPECT_EQ(query<cl_mem>(clGetMemObjectInfo, image.get(), CL_MEM_ASSOCIATED_MEMOBJECT),
              description.object);
    EXPECT_EQ(query<cl_uint>(clGetImageInfo, image.get(), CL_IMAGE_NUM_MIP_LEVELS), 0u);
    EXPECT_EQ(query<cl_uint>(clGetImageInfo, image.get(), CL_IMAGE_NUM_SAMPLES), 0u);
    const auto format = query<cl_image_format>(clGetImageInfo, image.get(), CL_IMAGE_FORMAT);
    EXPECT_EQ(format.image_channel_order, rgba8.image_channel_order);
    EXPECT_EQ(format.image_channel_data_type, rgba8.image_channel_data_type);
  }
}

TEST_F(clGetImageInfoTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem image = makeImage({.width = 4, .height = 4}), buffer = makeBuffer(64);
  std::size_t value;
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof(value), &value, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetImageInfo(nullptr, CL_IMAGE_WIDTH, sizeof(value), &value, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetImageInfo(image, CL_MEM_SIZE, sizeof(value), &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof(value) - 1, &value, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clCreateImageTest, AnswersForMemoryObjects) {
  const Description small{.width = 4, .height = 4};
  OwnedMem image = makeImage(small, rgba8, CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(query<cl_mem_flags>(clGetMemObjectInfo, image.get(), CL_MEM_FLAGS),
            cl_mem_flags(CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY));
  EXPECT_EQ(query<void *>(clGetMemObjectInfo, image.get(), CL_MEM_HOST_PTR), nullptr);
  EXPECT_EQ(query<cl_uint>(clGetMemObjectInfo, image.get(), CL_MEM_REFERENCE_COUNT), 1u);
  EXPECT_EQ(query<cl_context>(clGetMemObjectInfo, image.get(), CL_MEM_CONTEXT), context.get());
  EXPECT_EQ(query<std::size_t>(clGetMemObjectInfo, image.get(), CL_MEM_OFFSET), 0u);
  EXPECT_EQ(query<cl_bool>(clGetMemObjectInfo, image.get(), CL_MEM_USES_SVM_POINTER),
            cl_bool(CL_FALSE));
  EXPECT_TRUE(
      queryList<cl_mem_properties>(clGetMemObjectInfo, image.get(), CL_MEM_PROPERTIES).empty());
  EXPECT_EQ(clRetainMemObject(image), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(clGetMemObjectInfo, image.get(), CL_MEM_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseMemObject(image), CL_SUCCESS);
  static int destroyed;
  destroyed = 0;
  clSetMemObjectDestructorCallback(image, [](cl_mem, void *) { ++destroyed; }, nullptr);
  image.reset();
  EXPECT_EQ(destroyed, 1);
}

TEST_F(clCreateImageTest, CopiesTheMemoryOfTheHostWithItsPitches) {
  OwnedMem buffer = makeBuffer(13 * 4);
  for (Description description : everyType(buffer)) {
    if (description.object)
      continue;
    const Sizes extent = description.extent();
    const bool slices = description.depth != 0 || description.arraySize != 0;
    description.rowPitch = 16 * 4;
    const std::size_t rows = description.height ? description.height : 1;
    description.slicePitch = slices ? 16 * 4 * (rows + 2) : 0;
    const bool array1D = description.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const std::size_t row = array1D ? description.slicePitch : description.rowPitch;
    const std::size_t slice = description.slicePitch;
    Bytes host = countingBytes(row * extent[1] + slice * extent[2]);
    OwnedMem image = makeImage(description, rgba8, CL_MEM_COPY_HOST_PTR, host.data());
    Bytes expected(extent[0] * extent[1] * extent[2] * 4);
    forEachPixel(extent, [&](std::size_t x, std::size_t y, std::size_t z) {
      for (std::size_t i = 0; i < 4; ++i)
        expected[pixelAt(extent, x, y, z) * 4 + i] = host[z * slice + y * row + x * 4 + i];
    });
    std::fill(host.begin(), host.end(), std::uint8_t(0));
    EXPECT_EQ(pixels(image, description), expected) << "type " << description.type;
    EXPECT_EQ(info(image, CL_IMAGE_ROW_PITCH), 13u * 4);
    EXPECT_EQ(query<void *>(clGetMemObjectInfo, image.get(), CL_MEM_HOST_PTR), nullptr);
  }
}

TEST_F(clCreateImageTest, UsesTheMemoryOfTheHost) {
  std::vector<cl_uint> host(8 * 4);
  for (std::size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<cl_uint>(i);
  const Description description{.width = 4, .height = 4, .rowPitch = 32};
  OwnedMem image = makeImage(description, r32ui, CL_MEM_USE_HOST_PTR, host.data());
  EXPECT_EQ(query<void *>(clGetMemObjectInfo, image.get(), CL_MEM_HOST_PTR), host.data());
  EXPECT_EQ(info(image, CL_IMAGE_ROW_PITCH), 32u);
  // It is this memory: written there, read here.
  const cl_uint value = 77;
  ASSERT_EQ(write(image, {1, 2, 0}, {1, 1, 1}, &value), CL_SUCCESS);
  EXPECT_EQ(host[2 * 8 + 1], 77u);
  EXPECT_EQ(host[2 * 8 + 4], 20u);
}

TEST_F(clCreateImageTest, ReturnsTheErrorsOfFlagsAndPointers) {
  Bytes host(64);
  const Description small{.width = 4, .height = 4};
  const cl_mem_flags bad[] = {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                              CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
                              CL_MEM_KERNEL_READ_AND_WRITE, cl_mem_flags(1) << 40};
  for (cl_mem_flags flags : bad)
    EXPECT_EQ(errorOf(small, flags), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(small, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, host.data()),
            CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(small, CL_MEM_USE_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(small, CL_MEM_COPY_HOST_PTR), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(small, CL_MEM_READ_ONLY, host.data()), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf(small, CL_MEM_ALLOC_HOST_PTR), CL_SUCCESS);
  EXPECT_EQ(errorOf(small, CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, host.data()), CL_SUCCESS);
}

TEST_F(clCreateImageTest, ReturnsTheErrorsOfFormats) {
  const Description small{.width = 4, .height = 4};
  const cl_image_format malformed[] = {{0, CL_UNORM_INT8},
                                       {CL_RGBA, 0},
                                       {CL_RGBA, CL_UNORM_SHORT_565},
                                       {CL_RGB, CL_UNORM_INT8},
                                       {CL_BGRA, CL_FLOAT},
                                       {CL_INTENSITY, CL_SIGNED_INT8},
                                       {CL_LUMINANCE, CL_UNSIGNED_INT32},
                                       {CL_sRGBA, CL_FLOAT},
                                       {CL_DEPTH, CL_UNORM_INT8},
                                       {CL_R, CL_UNORM_INT_101010_2}};
  for (const cl_image_format &format : malformed)
    EXPECT_EQ(errorOf(small, 0, nullptr, format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
        << format.image_channel_order << " " << format.image_channel_data_type;
  cl_int error = CL_SUCCESS;
  const cl_image_desc desc = small;
  EXPECT_EQ(clCreateImage(context, 0, nullptr, &desc, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  // Well-formed, but not there, or not for this type.
  for (const cl_image_format &format : {cl_image_format{CL_sRGBx, CL_UNORM_INT8},
                                        {CL_Rx, CL_UNORM_INT8},
                                        {CL_RGx, CL_FLOAT},
                                        {CL_RGBx, CL_UNORM_SHORT_565}})
    EXPECT_EQ(errorOf(small, 0, nullptr, format), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  EXPECT_EQ(errorOf({.type = CL_MEM_OBJECT_IMAGE1D, .width = 4}, 0, nullptr, {CL_DEPTH, CL_FLOAT}),
            CL_IMAGE_FORMAT_NOT_SUPPORTED);
  EXPECT_EQ(errorOf(small, 0, nullptr, {CL_sRGBA, CL_UNORM_INT8}), CL_SUCCESS);
}

TEST_F(clCreateImageTest, ReturnsInvalidImageSizeOutOfTheLimits) {
  const std::size_t width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH);
  const std::size_t height = limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
  const std::size_t width3D = limit(CL_DEVICE_IMAGE3D_MAX_WIDTH);
  const std::size_t height3D = limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT);
  const std::size_t depth = limit(CL_DEVICE_IMAGE3D_MAX_DEPTH);
  const std::size_t images = limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE);
  const std::size_t pixels = limit(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
  OwnedMem buffer = makeBuffer(64);
  const cl_mem_object_type line = CL_MEM_OBJECT_IMAGE1D, lines = CL_MEM_OBJECT_IMAGE1D_ARRAY,
                           planes = CL_MEM_OBJECT_IMAGE2D_ARRAY, volume = CL_MEM_OBJECT_IMAGE3D;
  const Description wrong[] = {
      {.type = line, .width = 0},
      {.type = line, .width = width + 1},
      {.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 0, .object = buffer},
      {.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = pixels + 1, .object = buffer},
      {.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 17, .object = buffer},
      {.type = lines, .width = 4, .arraySize = 0},
      {.type = lines, .width = 4, .arraySize = images + 1},
      {.width = 4, .height = 0},
      {.width = width + 1, .height = 4},
      {.width = 4, .height = height + 1},
      {.type = planes, .width = 4, .height = 4, .arraySize = 0},
      {.type = planes, .width = 4, .height = 4, .arraySize = images + 1},
      {.type = volume, .width = 4, .height = 4, .depth = 0},
      {.type = volume, .width = width3D + 1, .height = 4, .depth = 4},
      {.type = volume, .width = 4, .height = height3D + 1, .depth = 4},
      {.type = volume, .width = 4, .height = 4, .depth = depth + 1}};
  for (const Description &description : wrong)
    EXPECT_EQ(errorOf(description), CL_INVALID_IMAGE_SIZE)
        << description.type << ": " << description.width << " " << description.height;
  // The limits themselves.
  EXPECT_EQ(errorOf({.width = width, .height = 1}), CL_SUCCESS);
  EXPECT_EQ(errorOf({.width = 1, .height = height}), CL_SUCCESS);
  EXPECT_EQ(errorOf({.type = lines, .width = 1, .arraySize = images}), CL_SUCCESS);
  EXPECT_EQ(errorOf({.type = volume, .width = 1, .height = 1, .depth = depth}), CL_SUCCESS);
  EXPECT_EQ(errorOf({.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 16, .object = buffer}),
            CL_SUCCESS);
}

TEST_F(clCreateImageTest, ReturnsAllocationFailureForMoreThanTheDeviceAllocates) {
  const auto most = query<cl_ulong>(clGetDeviceInfo, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  const Description huge{.type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
                         .width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH),
                         .height = limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT),
                         .arraySize = limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE)};
  if (huge.width * huge.height * huge.arraySize * 16 <= most)
    GTEST_SKIP() << "the device allocates " << most << " bytes at once, and no image is larger";
  EXPECT_EQ(errorOf(huge, 0, nullptr, {CL_RGBA, CL_FLOAT}), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(clCreateImageTest, ReturnsInvalidImageDescriptorForWhatIsNoImage) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateImage(context, 0, &rgba8, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf({.type = CL_MEM_OBJECT_BUFFER, .width = 4, .height = 4}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc levels = Description{.width = 4, .height = 4}, samples = levels;
  levels.num_mip_levels = 2;
  samples.num_samples = 4;
  for (const cl_image_desc *desc : {&levels, &samples}) {
    EXPECT_EQ(clCreateImage(context, 0, &rgba8, desc, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

TEST_F(clCreateImageTest, ReturnsInvalidImageDescriptorForBadPitches) {
  Bytes host(4096);
  auto with = [&](Description description) {
    return errorOf(description, CL_MEM_COPY_HOST_PTR, host.data());
  };
  const cl_mem_object_type lines = CL_MEM_OBJECT_IMAGE1D_ARRAY, volume = CL_MEM_OBJECT_IMAGE3D;
  // Without memory of the host there is nothing that they could be of.
  EXPECT_EQ(errorOf({.width = 4, .height = 4, .rowPitch = 16}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf({.type = volume, .width = 4, .height = 4, .depth = 2, .slicePitch = 64}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.width = 4, .height = 4, .rowPitch = 12}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.width = 4, .height = 4, .rowPitch = 18}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.type = volume, .width = 4, .height = 4, .depth = 2, .slicePitch = 48}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.type = volume, .width = 4, .height = 4, .depth = 2, .slicePitch = 68}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.type = lines, .width = 4, .arraySize = 2, .rowPitch = 32, .slicePitch = 16}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.type = volume,
                  .width = 4,
                  .height = 4,
                  .depth = 2,
                  .rowPitch = SIZE_MAX / 2 & ~std::size_t(3)}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.type = volume, .width = 4, .height = 4, .depth = 2, .slicePitch = 80}),
            CL_SUCCESS);
}

} // namespace heddle::test
