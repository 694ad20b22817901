// clCreateImage of a buffer or of another image.
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clCreateImageOfBufferTest : public ImageTest {
protected:
  cl_int errorOf(const Description &description, cl_mem_flags flags = 0, void *hostPtr = nullptr,
                 cl_image_format format = rgba8) {
    cl_int error;
    OwnedMem image = tryImage(description, error, flags, hostPtr, format);
    EXPECT_EQ(image.get() == nullptr, error != CL_SUCCESS);
    return error;
  }
  cl_mem_flags flagsOf(cl_mem object) {
    return query<cl_mem_flags>(clGetMemObjectInfo, object, CL_MEM_FLAGS);
  }
  OwnedMem subBuffer(cl_mem buffer, std::size_t origin, std::size_t size) {
    const cl_buffer_region region{origin, size};
    return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  }
};
using clCreateImageOfImageTest = clCreateImageOfBufferTest;

TEST_F(clCreateImageOfBufferTest, SharesItsBytes) {
  OwnedMem buffer = makeBufferOf(countingBytes(256));
  const Description line{.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 64, .object = buffer};
  OwnedMem whole = makeImage(line);
  EXPECT_EQ(pixels(whole, line), countingBytes(256));
  // Rows of 8 bytes, 12 bytes apart.
  const Description plane{.width = 2, .height = 3, .rowPitch = 12, .object = buffer};
  OwnedMem image = makeImage(plane);
  EXPECT_EQ(query<std::size_t>(clGetImageInfo, image.get(), CL_IMAGE_ROW_PITCH), 12u);
  Bytes expected;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t i = 0; i < 8; ++i)
      expected.push_back(static_cast<std::uint8_t>(row * 12 + i));
  EXPECT_EQ(pixels(image, plane), expected);
  const std::uint8_t pixel[4] = {200, 201, 202, 203};
  ASSERT_EQ(write(image, {1, 2, 0}, {1, 1, 1}, pixel), CL_SUCCESS);
  EXPECT_EQ(contents<std::uint8_t>(buffer)[2 * 12 + 4 + 1], 201);
}

TEST_F(clCreateImageOfBufferTest, TakesSubBuffers) {
  OwnedMem buffer = makeBufferOf(countingBytes(512));
  OwnedMem part = subBuffer(buffer, 128, 64);
  ASSERT_TRUE(part);
  const Description line{.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 16, .object = part};
  const Description plane{.width = 4, .height = 4, .object = part};
  for (const Description &description : {line, plane}) {
    OwnedMem image = makeImage(description);
    const Bytes found = pixels(image, description);
    EXPECT_EQ(found.front(), 128);
    EXPECT_EQ(found.back(), 191);
    EXPECT_EQ(query<cl_mem>(clGetImageInfo, image.get(), CL_IMAGE_BUFFER), part.get());
  }
  EXPECT_EQ(errorOf({.width = 4, .height = 5, .object = part}), CL_INVALID_IMAGE_SIZE);
}

TEST_F(clCreateImageOfBufferTest, KeepsTheBufferAlive) {
  OwnedMem buffer = makeBufferOf(countingBytes(64));
  static int destroyed;
  destroyed = 0;
  clSetMemObjectDestructorCallback(buffer, [](cl_mem, void *) { ++destroyed; }, nullptr);
  const Description plane{.width = 4, .height = 4, .object = buffer};
  OwnedMem image = makeImage(plane);
  buffer.reset();
  EXPECT_EQ(destroyed, 0);
  EXPECT_EQ(pixels(image, plane), countingBytes(64));
  image.reset();
  EXPECT_EQ(destroyed, 1);
}

TEST_F(clCreateImageOfBufferTest, InheritsFlagsAndTheHostPointer) {
  Bytes host = countingBytes(65);
  // Not aligned, so that the buffer is a copy.
  OwnedMem buffer = makeBuffer(64, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY,
                               host.data() + 1);
  const Description plane{.width = 4, .height = 4, .object = buffer};
  OwnedMem image = makeImage(plane);
  EXPECT_EQ(flagsOf(image),
            cl_mem_flags(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY));
  EXPECT_EQ(query<void *>(clGetMemObjectInfo, image.get(), CL_MEM_HOST_PTR), host.data() + 1);
  const Sizes origin{0, 1, 0}, region{4, 1, 1};
  std::size_t row;
  void *mapped = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin.data(), region.data(),
                                   &row, nullptr, 0, nullptr, nullptr, nullptr);
  EXPECT_EQ(mapped, host.data() + 1 + 16);
  clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr);
}

TEST_F(clCreateImageOfBufferTest, ReturnsInvalidValueForFlagsThatTheBufferRefuses) {
  OwnedMem reading = makeBuffer(64, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  OwnedMem writing = makeBuffer(64, CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY);
  OwnedMem closed = makeBuffer(64, CL_MEM_HOST_NO_ACCESS);
  auto with = [&](cl_mem buffer, cl_mem_flags flags) {
    return errorOf({.width = 4, .height = 4, .object = buffer}, flags);
  };
  EXPECT_EQ(with(reading, CL_MEM_READ_WRITE), CL_INVALID_VALUE);
  EXPECT_EQ(with(reading, CL_MEM_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(with(reading, CL_MEM_HOST_WRITE_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(with(writing, CL_MEM_READ_WRITE), CL_INVALID_VALUE);
  EXPECT_EQ(with(writing, CL_MEM_READ_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(with(writing, CL_MEM_HOST_READ_ONLY), CL_INVALID_VALUE);
  EXPECT_EQ(with(closed, CL_MEM_HOST_READ_ONLY), CL_INVALID_VALUE);
  for (cl_mem_flags flag : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    EXPECT_EQ(with(closed, flag), CL_INVALID_VALUE);
  EXPECT_EQ(with(reading, CL_MEM_READ_ONLY), CL_SUCCESS);
}

TEST_F(clCreateImageOfBufferTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem buffer = makeBuffer(64);
  OwnedMem image = makeImage({.width = 4, .height = 4});
  OwnedContext other = otherContext();
  OwnedMem foreign = clCreateBuffer(other, 0, 64, nullptr, nullptr);
  const cl_mem none = reinterpret_cast<cl_mem>(context.get());
  const cl_mem_object_type line = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  EXPECT_EQ(errorOf({.type = line, .width = 4}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(errorOf({.type = line, .width = 4, .object = image}), CL_INVALID_IMAGE_DESCRIPTOR);
  for (cl_mem bad : {none, foreign.get()}) {
    EXPECT_EQ(errorOf({.type = line, .width = 4, .object = bad}), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(errorOf({.width = 4, .height = 4, .object = bad}), CL_INVALID_IMAGE_DESCRIPTOR);
  }
  EXPECT_EQ(errorOf({.type = CL_MEM_OBJECT_IMAGE1D, .width = 4, .object = buffer}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(
      errorOf(
          {.type = CL_MEM_OBJECT_IMAGE3D, .width = 2, .height = 2, .depth = 2, .object = buffer}),
      CL_INVALID_IMAGE_DESCRIPTOR);
  // Rows that are too short, that pixels do not fit in, that the buffer ends before.
  EXPECT_EQ(errorOf({.width = 4, .height = 2, .rowPitch = 12, .object = buffer}),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf({.width = 4, .height = 2, .rowPitch = 18, .object = buffer}),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(errorOf({.width = 4, .height = 4, .rowPitch = 20, .object = buffer}),
            CL_INVALID_IMAGE_SIZE);
  Bytes host(64);
  EXPECT_EQ(errorOf({.width = 4, .height = 4, .object = buffer}, 0, host.data()),
            CL_INVALID_HOST_PTR);
}

TEST_F(clCreateImageOfBufferTest, ReturnsTheErrorOfMisalignedSharedMemory) {
  auto *shared = static_cast<std::uint8_t *>(clSVMAlloc(context, 0, 256, 0));
  ASSERT_TRUE(shared);
  {
    OwnedMem buffer = makeBuffer(128, CL_MEM_USE_HOST_PTR, shared + 2);
    EXPECT_EQ(errorOf({.width = 4, .height = 4, .object = buffer}, 0, nullptr, r32ui),
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    EXPECT_EQ(
        errorOf({.width = 4, .height = 4, .object = buffer}, 0, nullptr, {CL_R, CL_UNSIGNED_INT16}),
        CL_SUCCESS);
    OwnedMem image = makeImage({.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 4, .object = buffer},
                               {CL_R, CL_UNSIGNED_INT16});
    EXPECT_EQ(query<cl_bool>(clGetMemObjectInfo, image.get(), CL_MEM_USES_SVM_POINTER),
              cl_bool(CL_TRUE));
  }
  clSVMFree(context, shared);
}

TEST_F(clCreateImageOfImageTest, IsAViewWithAnotherChannelOrder) {
  const Description plane{.width = 4, .height = 4};
  OwnedMem image = makeImage(plane);
  Description same = plane;
  same.object = image;
  OwnedMem view = makeImage(same, {CL_sRGBA, CL_UNORM_INT8});
  ASSERT_EQ(write(image, {}, {4, 4, 1}, countingBytes(64).data()), CL_SUCCESS);
  EXPECT_EQ(pixels(view, plane), countingBytes(64));
  EXPECT_EQ(query<cl_mem>(clGetMemObjectInfo, view.get(), CL_MEM_ASSOCIATED_MEMOBJECT),
            image.get());
  EXPECT_EQ(query<cl_mem>(clGetImageInfo, view.get(), CL_IMAGE_BUFFER), nullptr);
  // And back again.
  same.object = view;
  EXPECT_EQ(errorOf(same), CL_SUCCESS);
}

TEST_F(clCreateImageOfImageTest, TakesThePairsOfTheSpecificationOnly) {
  struct Pair {
    cl_image_format original, view;
    cl_int expected;
  };
  const cl_int no = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  const Pair pairs[] = {{rgba8, {CL_sRGBA, CL_UNORM_INT8}, CL_SUCCESS},
                        {{CL_BGRA, CL_UNORM_INT8}, {CL_sBGRA, CL_UNORM_INT8}, CL_SUCCESS},
                        {{CL_R, CL_FLOAT}, {CL_DEPTH, CL_FLOAT}, CL_SUCCESS},
                        {{CL_R, CL_UNORM_INT16}, {CL_DEPTH, CL_UNORM_INT16}, CL_SUCCESS},
                        {{CL_DEPTH, CL_FLOAT}, {CL_R, CL_FLOAT}, no},
                        {rgba8, rgba8, no},
                        {rgba8, {CL_BGRA, CL_UNORM_INT8}, no},
                        {rgba8, {CL_sBGRA, CL_UNORM_INT8}, no},
                        {rgba8, {CL_RGBA, CL_SIGNED_INT8}, no},
                        {{CL_R, CL_UNORM_INT16}, {CL_DEPTH, CL_FLOAT}, no}};
  for (const Pair &pair : pairs) {
    OwnedMem image = makeImage({.width = 4, .height = 4}, pair.original);
    EXPECT_EQ(errorOf({.width = 4, .height = 4, .object = image}, 0, nullptr, pair.view),
              pair.expected)
        << pair.original.image_channel_order << " " << pair.view.image_channel_order;
  }
}

TEST_F(clCreateImageOfImageTest, ReturnsInvalidImageDescriptorForAnotherShape) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  OwnedMem planes =
      makeImage({.type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .width = 4, .height = 4, .arraySize = 2});
  const cl_image_format srgb{CL_sRGBA, CL_UNORM_INT8};
  auto with = [&](Description description) { return errorOf(description, 0, nullptr, srgb); };
  EXPECT_EQ(with({.width = 3, .height = 4, .object = image}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.width = 4, .height = 3, .object = image}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.width = 4, .height = 4, .rowPitch = 32, .object = image}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.type = CL_MEM_OBJECT_IMAGE1D, .width = 4, .object = image}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.width = 4, .height = 4, .object = planes}), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(with({.width = 4, .height = 4, .rowPitch = 16, .object = image}), CL_SUCCESS);
}

} // namespace heddle::test
