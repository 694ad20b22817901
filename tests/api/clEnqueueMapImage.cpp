// clEnqueueMapImage, and clEnqueueUnmapMemObject of images.
#include "tests/support/command_expectations.hpp"
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clEnqueueMapImageTest : public ImageTest {
protected:
  struct Mapped {
    std::uint8_t *pointer = nullptr;
    std::size_t row = 99, slice = 99;
    cl_int error = CL_SUCCESS;
  };
  Mapped map(cl_mem image, cl_map_flags flags, const Sizes &origin, const Sizes &region) {
    Mapped result;
    result.pointer = static_cast<std::uint8_t *>(
        clEnqueueMapImage(queue, image, CL_TRUE, flags, origin.data(), region.data(), &result.row,
                          &result.slice, 0, nullptr, nullptr, &result.error));
    EXPECT_EQ(result.pointer == nullptr, result.error != CL_SUCCESS);
    return result;
  }
  cl_int errorOf(cl_mem image, cl_map_flags flags, const Sizes &origin, const Sizes &region) {
    return map(image, flags, origin, region).error;
  }
  cl_int unmap(cl_mem image, void *pointer) {
    return clEnqueueUnmapMemObject(queue, image, pointer, 0, nullptr, nullptr);
  }
  cl_uint mapCount(cl_mem image) {
    return query<cl_uint>(clGetMemObjectInfo, image, CL_MEM_MAP_COUNT);
  }
};

TEST_F(clEnqueueMapImageTest, ShowsThePixelsOfTheRegionWithItsPitches) {
  OwnedMem buffer = makeBuffer(13 * 4);
  for (const Description &description : everyType(buffer)) {
    OwnedMem image = makeImage(description, r32ui);
    const Sizes extent = description.extent();
    std::vector<cl_uint> numbers(extent[0] * extent[1] * extent[2]);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<cl_uint>(i);
    ASSERT_EQ(write(image, {}, extent, numbers.data()), CL_SUCCESS);
    Sizes origin{}, region{};
    for (std::size_t i = 0; i < 3; ++i) {
      origin[i] = extent[i] > 1 ? i + 1 : 0;
      region[i] = extent[i] > 1 ? extent[i] - origin[i] - 1 : 1;
    }
    const Mapped mapped = map(image, CL_MAP_READ | CL_MAP_WRITE, origin, region);
    ASSERT_EQ(mapped.error, CL_SUCCESS);
    EXPECT_EQ(mapped.row, query<std::size_t>(clGetImageInfo, image.get(), CL_IMAGE_ROW_PITCH));
    EXPECT_EQ(mapped.slice, query<std::size_t>(clGetImageInfo, image.get(), CL_IMAGE_SLICE_PITCH));
    EXPECT_EQ(mapped.slice != 0, description.arraySize != 0 || description.depth != 0);
    const bool array1D = description.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
      std::uint8_t *at =
          mapped.pointer + x * 4 + y * (array1D ? mapped.slice : mapped.row) + z * mapped.slice;
      const std::size_t number = pixelAt(extent, origin[0] + x, origin[1] + y, origin[2] + z);
      cl_uint pixel;
      std::memcpy(&pixel, at, sizeof(pixel));
      EXPECT_EQ(pixel, number);
      pixel += 1000;
      numbers[number] += 1000;
      std::memcpy(at, &pixel, sizeof(pixel));
    });
    ASSERT_EQ(unmap(image, mapped.pointer), CL_SUCCESS);
    std::vector<cl_uint> after(numbers.size());
    ASSERT_EQ(read(image, {}, extent, after.data()), CL_SUCCESS);
    EXPECT_EQ(after, numbers) << "type " << description.type;
  }
}

TEST_F(clEnqueueMapImageTest, LeadsIntoTheMemoryOfTheHostWithItsPitches) {
  // Aligned, and one byte beside: there the image is a copy of that memory.
  Bytes memory(64 * 4 * 3 + 4);
  auto *aligned = memory.data() + (-reinterpret_cast<std::uintptr_t>(memory.data()) & 3);
  for (std::size_t beside : {0, 1}) {
    std::uint8_t *host = aligned + beside;
    for (std::size_t i = 0; i < 64 * 4 * 2; ++i)
      host[i] = static_cast<std::uint8_t>(i % 251);
    const Description description{.type = CL_MEM_OBJECT_IMAGE3D,
                                  .width = 5,
                                  .height = 3,
                                  .depth = 2,
                                  .rowPitch = 32,
                                  .slicePitch = 128};
    OwnedMem image = makeImage(description, rgba8, CL_MEM_USE_HOST_PTR, host);
    const Mapped mapped = map(image, CL_MAP_READ | CL_MAP_WRITE, {1, 1, 1}, {3, 2, 1});
    EXPECT_EQ(mapped.pointer, host + 128 + 32 + 4);
    EXPECT_EQ(mapped.row, 32u);
    EXPECT_EQ(mapped.slice, 128u);
    EXPECT_EQ(mapped.pointer[5], (128 + 32 + 4 + 5) % 251);
    mapped.pointer[5] = 255;
    ASSERT_EQ(unmap(image, mapped.pointer), CL_SUCCESS);
    EXPECT_EQ(pixels(image, description)[(1 * 3 + 1) * 20 + 4 + 5], 255) << beside;
    // What the device wrote is there when it is mapped again.
    const std::uint8_t pixel[4] = {1, 2, 3, 4};
    ASSERT_EQ(write(image, {2, 2, 1}, {1, 1, 1}, pixel), CL_SUCCESS);
    const Mapped again = map(image, CL_MAP_READ, {2, 2, 1}, {1, 1, 1});
    EXPECT_EQ(std::memcmp(host + 128 + 64 + 8, pixel, 4), 0) << beside;
    unmap(image, again.pointer);
    // Between the rows nothing changes.
    EXPECT_EQ(host[128 + 32 + 20], (128 + 32 + 20) % 251);
    clFinish(queue);
  }
}

TEST_F(clEnqueueMapImageTest, InvalidatedRegionsAreNotReadFirst) {
  Bytes memory(65);
  std::uint8_t *beside = memory.data() + 1 + (-reinterpret_cast<std::uintptr_t>(memory.data()) & 3);
  const Description row{.type = CL_MEM_OBJECT_IMAGE1D, .width = 4};
  OwnedMem image = makeImage(row, rgba8, CL_MEM_USE_HOST_PTR, beside);
  const Bytes twos(16, 2), threes(16, 3);
  ASSERT_EQ(write(image, {}, {4, 1, 1}, twos.data()), CL_SUCCESS);
  const Mapped mapped = map(image, CL_MAP_WRITE_INVALIDATE_REGION, {}, {4, 1, 1});
  ASSERT_EQ(mapped.error, CL_SUCCESS);
  std::memcpy(mapped.pointer, threes.data(), 16);
  ASSERT_EQ(unmap(image, mapped.pointer), CL_SUCCESS);
  EXPECT_EQ(pixels(image, row), threes);
}

TEST_F(clEnqueueMapImageTest, CountsMappingsUntilTheyAreUnmapped) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  const Mapped first = map(image, CL_MAP_READ, {}, {4, 4, 1});
  const Mapped again = map(image, CL_MAP_READ, {}, {4, 4, 1});
  EXPECT_EQ(first.pointer, again.pointer);
  EXPECT_EQ(mapCount(image), 2u);
  EXPECT_EQ(unmap(image, first.pointer), CL_SUCCESS);
  clFinish(queue);
  EXPECT_EQ(mapCount(image), 1u);
  EXPECT_EQ(unmap(image, again.pointer), CL_SUCCESS);
  clFinish(queue);
  EXPECT_EQ(mapCount(image), 0u);
  EXPECT_EQ(unmap(image, again.pointer), CL_INVALID_VALUE);
}

TEST_F(clEnqueueMapImageTest, RefusesToMapPixelsForWritingTwice) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  const Mapped first = map(image, CL_MAP_WRITE, {}, {4, 2, 1});
  EXPECT_EQ(errorOf(image, CL_MAP_WRITE, {3, 1, 0}, {1, 3, 1}), CL_INVALID_OPERATION);
  EXPECT_EQ(errorOf(image, CL_MAP_WRITE_INVALIDATE_REGION, {}, {4, 4, 1}), CL_INVALID_OPERATION);
  const Mapped reading = map(image, CL_MAP_READ, {}, {4, 4, 1});
  EXPECT_EQ(reading.error, CL_SUCCESS);
  const Mapped below = map(image, CL_MAP_WRITE, {0, 2, 0}, {4, 2, 1});
  EXPECT_EQ(below.error, CL_SUCCESS);
  EXPECT_EQ(mapCount(image), 3u);
  EXPECT_EQ(unmap(image, first.pointer), CL_SUCCESS);
  EXPECT_EQ(unmap(image, below.pointer), CL_SUCCESS);
  // An unmapping that waits is enough.
  const Mapped whole = map(image, CL_MAP_WRITE, {}, {4, 4, 1});
  EXPECT_EQ(whole.error, CL_SUCCESS);
}

TEST_F(clEnqueueMapImageTest, TakesTheMappingBackWhenTheWaitListFails) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  OwnedEvent failed = makeUserEvent();
  clSetUserEventStatus(failed, -1);
  const cl_event list[] = {failed};
  const Sizes origin{}, region{4, 4, 1};
  std::size_t row;
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin.data(), region.data(),
                              &row, nullptr, 1, list, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(mapCount(image), 0u);
}

TEST_F(clEnqueueMapImageTest, IsACommand) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  const Sizes origin{}, region{4, 4, 1};
  std::size_t row;
  expectACommand(queue, CL_COMMAND_MAP_IMAGE,
                 [&](cl_command_queue to, cl_uint count, const cl_event *list, cl_event *event) {
                   cl_int error = CL_SUCCESS;
                   clEnqueueMapImage(to, image, CL_FALSE, CL_MAP_READ, origin.data(), region.data(),
                                     &row, nullptr, count, list, event, &error);
                   return error;
                 });
}

TEST_F(clEnqueueMapImageTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  OwnedMem array = makeImage({.type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .width = 4, .arraySize = 4});
  OwnedMem buffer = makeBuffer(64);
  const Sizes zero{}, all{4, 4, 1};
  EXPECT_EQ(errorOf(buffer, CL_MAP_READ, {}, all), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(errorOf(nullptr, CL_MAP_READ, {}, all), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(errorOf(image, CL_MAP_READ, {1, 0, 0}, all), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(image, CL_MAP_READ, {}, {4, 4, 2}), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(image, CL_MAP_READ, {}, {4, 0, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(image, 1 << 9, {}, all), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(image, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, {}, all),
            CL_INVALID_VALUE);
  auto raw = [&](cl_mem of, const std::size_t *origin, const std::size_t *region, std::size_t *row,
                 std::size_t *slice) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clEnqueueMapImage(queue, of, CL_TRUE, CL_MAP_READ, origin, region, row, slice, 0,
                                nullptr, nullptr, &error),
              nullptr);
    return error;
  };
  std::size_t row, slice;
  EXPECT_EQ(raw(image, nullptr, all.data(), &row, &slice), CL_INVALID_VALUE);
  EXPECT_EQ(raw(image, zero.data(), nullptr, &row, &slice), CL_INVALID_VALUE);
  EXPECT_EQ(raw(image, zero.data(), all.data(), nullptr, &slice), CL_INVALID_VALUE);
  EXPECT_EQ(raw(array, zero.data(), all.data(), &row, nullptr), CL_INVALID_VALUE);
  OwnedContext other = otherContext();
  const cl_image_desc desc = Description{.width = 4, .height = 4};
  OwnedMem foreign = clCreateImage(other, 0, &rgba8, &desc, nullptr, nullptr);
  EXPECT_EQ(errorOf(foreign, CL_MAP_READ, {}, all), CL_INVALID_CONTEXT);
  EXPECT_EQ(mapCount(image), 0u);
}

TEST_F(clEnqueueMapImageTest, ReturnsInvalidOperationWhenTheHostIsKeptOut) {
  const Description small{.width = 4, .height = 4};
  OwnedMem readOnly = makeImage(small, rgba8, CL_MEM_HOST_READ_ONLY);
  OwnedMem writeOnly = makeImage(small, rgba8, CL_MEM_HOST_WRITE_ONLY);
  OwnedMem closed = makeImage(small, rgba8, CL_MEM_HOST_NO_ACCESS);
  const Sizes all{4, 4, 1};
  EXPECT_EQ(errorOf(readOnly, CL_MAP_WRITE, {}, all), CL_INVALID_OPERATION);
  EXPECT_EQ(errorOf(readOnly, CL_MAP_WRITE_INVALIDATE_REGION, {}, all), CL_INVALID_OPERATION);
  EXPECT_EQ(errorOf(writeOnly, CL_MAP_READ, {}, all), CL_INVALID_OPERATION);
  EXPECT_EQ(errorOf(closed, CL_MAP_READ, {}, all), CL_INVALID_OPERATION);
  EXPECT_EQ(errorOf(readOnly, CL_MAP_READ, {}, all), CL_SUCCESS);
}

} // namespace heddle::test
