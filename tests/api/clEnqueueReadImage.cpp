// clEnqueueReadImage, clEnqueueWriteImage.
#include "tests/support/command_expectations.hpp"
#include "tests/support/image_fixture.hpp"

namespace heddle::test {

class clEnqueueReadImageTest : public ImageTest {};
using clEnqueueWriteImageTest = clEnqueueReadImageTest;

TEST_F(clEnqueueReadImageTest, ReadsWhatWasWrittenInEveryTypeOfImage) {
  OwnedMem buffer = makeBuffer(13 * 4);
  for (const Description &description : everyType(buffer)) {
    OwnedMem image = makeImage(description);
    const Sizes extent = description.extent();
    const Bytes source = countingBytes(extent[0] * extent[1] * extent[2] * 4);
    ASSERT_EQ(write(image, {}, extent, source.data()), CL_SUCCESS);
    EXPECT_EQ(pixels(image, description), source) << "type " << description.type;
  }
}

TEST_F(clEnqueueReadImageTest, ReadsARegionIntoMemoryWithPitches) {
  OwnedMem buffer = makeBuffer(13 * 4);
  for (const Description &description : everyType(buffer)) {
    OwnedMem image = makeImage(description, r32ui);
    const Sizes extent = description.extent();
    std::vector<cl_uint> source(extent[0] * extent[1] * extent[2]);
    for (std::size_t i = 0; i < source.size(); ++i)
      source[i] = static_cast<cl_uint>(i);
    ASSERT_EQ(write(image, {}, extent, source.data()), CL_SUCCESS);

    Sizes origin{}, region{};
    for (std::size_t i = 0; i < 3; ++i) {
      origin[i] = extent[i] > 1 ? i + 1 : 0;
      region[i] = extent[i] > 1 ? extent[i] - origin[i] - 1 : 1;
    }
    // Rows of 15 pixels; images and slices after one row more than they have.
    const bool array1D = description.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const bool slices = description.arraySize != 0 || description.depth != 0;
    const std::size_t row = 15, slice = row * ((array1D ? 1 : region[1]) + 1);
    const std::size_t secondPitch = array1D ? slice : row;
    std::vector<cl_uint> expected(slice * (region[1] + region[2] + 1), 0xeeeeeeee), host = expected;
    forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
      expected[z * slice + y * secondPitch + x] =
          static_cast<cl_uint>(pixelAt(extent, origin[0] + x, origin[1] + y, origin[2] + z));
    });
    ASSERT_EQ(read(image, origin, region, host.data(), row * 4, slices ? slice * 4 : 0),
              CL_SUCCESS);
    EXPECT_EQ(host, expected) << "type " << description.type;

    // And back, into an image of zeros.
    OwnedMem other = makeImage(description, r32ui);
    const cl_uint zero[4] = {};
    if (description.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      ASSERT_EQ(clEnqueueFillImage(queue, other, zero, Sizes{}.data(), extent.data(), 0, nullptr,
                                   nullptr),
                CL_SUCCESS);
    std::vector<cl_uint> before(source.size());
    ASSERT_EQ(write(other, {}, extent, before.data()), CL_SUCCESS);
    ASSERT_EQ(write(other, origin, region, host.data(), row * 4, slices ? slice * 4 : 0),
              CL_SUCCESS);
    forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
      const std::size_t at = pixelAt(extent, origin[0] + x, origin[1] + y, origin[2] + z);
      before[at] = source[at];
    });
    std::vector<cl_uint> after(source.size());
    ASSERT_EQ(read(other, {}, extent, after.data()), CL_SUCCESS);
    EXPECT_EQ(after, before) << "type " << description.type;
  }
}

TEST_F(clEnqueueReadImageTest, IsACommand) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  static Bytes host(64);
  const Sizes origin{}, region{4, 4, 1};
  expectACommand(queue, CL_COMMAND_READ_IMAGE,
                 [&](cl_command_queue to, cl_uint count, const cl_event *list, cl_event *event) {
                   return clEnqueueReadImage(to, image, CL_FALSE, origin.data(), region.data(), 0,
                                             0, host.data(), count, list, event);
                 });
  expectACommand(queue, CL_COMMAND_WRITE_IMAGE,
                 [&](cl_command_queue to, cl_uint count, const cl_event *list, cl_event *event) {
                   return clEnqueueWriteImage(to, image, CL_FALSE, origin.data(), region.data(), 0,
                                              0, host.data(), count, list, event);
                 });
}

TEST_F(clEnqueueReadImageTest, ReturnsTheErrorsOfTheSpecification) {
  Bytes host(4096);
  OwnedMem image = makeImage({.width = 4, .height = 4});
  OwnedMem array = makeImage({.type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .width = 4, .arraySize = 4});
  OwnedMem volume = makeImage({.type = CL_MEM_OBJECT_IMAGE3D, .width = 4, .height = 4, .depth = 4});
  OwnedMem line = makeImage({.type = CL_MEM_OBJECT_IMAGE1D, .width = 4});
  OwnedMem buffer = makeBuffer(64);
  const Sizes zero{}, all{4, 4, 1};
  for (bool reading : {true, false}) {
    auto transfer = [&](cl_mem from, Sizes origin, Sizes region, std::size_t row = 0,
                        std::size_t slice = 0) {
      return reading ? read(from, origin, region, host.data(), row, slice)
                     : write(from, origin, region, host.data(), row, slice);
    };
    EXPECT_EQ(transfer(buffer, {}, {1, 1, 1}), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(transfer(nullptr, {}, {1, 1, 1}), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(transfer(image, {}, {5, 1, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {1, 0, 0}, {4, 1, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {0, SIZE_MAX, 0}, {4, 2, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {}, {0, 4, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {}, {4, 0, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {}, {4, 4, 0}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {}, {4, 4, 2}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {0, 0, 1}, {4, 4, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(line, {0, 1, 0}, {4, 1, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(line, {}, {4, 2, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(array, {}, {4, 5, 1}), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(array, {}, {4, 4, 2}), CL_INVALID_VALUE);
    // Pitches: rows too short, slices too short, slices where there are none.
    EXPECT_EQ(transfer(image, {}, {4, 4, 1}, 15), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(image, {}, {4, 4, 1}, 16, 64), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(volume, {}, {4, 4, 4}, 16, 63), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(array, {}, {4, 4, 1}, 16, 15), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(volume, {}, {4, 4, 4}, SIZE_MAX / 2, 0), CL_INVALID_VALUE);
    EXPECT_EQ(transfer(volume, {}, {4, 4, 4}, 16, 64), CL_SUCCESS);
    EXPECT_EQ(transfer(array, {}, {4, 4, 1}, 16, 16), CL_SUCCESS);
  }
  EXPECT_EQ(read(image, {}, {4, 4, 1}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(write(image, {}, {4, 4, 1}, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, nullptr, all.data(), 0, 0, host.data(), 0,
                               nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, zero.data(), nullptr, 0, 0, host.data(), 0,
                                nullptr, nullptr),
            CL_INVALID_VALUE);
  OwnedContext other = otherContext();
  const cl_image_desc desc = Description{.width = 4, .height = 4};
  OwnedMem foreign = clCreateImage(other, 0, &rgba8, &desc, nullptr, nullptr);
  EXPECT_EQ(read(foreign, {}, {4, 4, 1}, host.data()), CL_INVALID_CONTEXT);
  EXPECT_EQ(write(foreign, {}, {4, 4, 1}, host.data()), CL_INVALID_CONTEXT);
}

TEST_F(clEnqueueReadImageTest, ReturnsInvalidOperationWhenTheHostIsKeptOut) {
  Bytes host(64);
  const Description small{.width = 4, .height = 4};
  OwnedMem readOnly = makeImage(small, rgba8, CL_MEM_HOST_READ_ONLY);
  OwnedMem writeOnly = makeImage(small, rgba8, CL_MEM_HOST_WRITE_ONLY);
  OwnedMem closed = makeImage(small, rgba8, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(read(readOnly, {}, {4, 4, 1}, host.data()), CL_SUCCESS);
  EXPECT_EQ(write(writeOnly, {}, {4, 4, 1}, host.data()), CL_SUCCESS);
  EXPECT_EQ(write(readOnly, {}, {4, 4, 1}, host.data()), CL_INVALID_OPERATION);
  EXPECT_EQ(read(writeOnly, {}, {4, 4, 1}, host.data()), CL_INVALID_OPERATION);
  EXPECT_EQ(read(closed, {}, {4, 4, 1}, host.data()), CL_INVALID_OPERATION);
  EXPECT_EQ(write(closed, {}, {4, 4, 1}, host.data()), CL_INVALID_OPERATION);
}

TEST_F(clEnqueueReadImageTest, FailsWithItsWaitListAsWritingDoes) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  Bytes host(64);
  OwnedEvent failed = makeUserEvent();
  clSetUserEventStatus(failed, -1);
  const cl_event list[] = {failed};
  const Sizes origin{}, region{4, 4, 1};
  EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0,
                               host.data(), 1, list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0,
                                host.data(), 1, list, nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(clEnqueueWriteImageTest, KeepsTheImageUntilItHasRun) {
  OwnedMem image = makeImage({.width = 64, .height = 64});
  static int destroyed;
  destroyed = 0;
  clSetMemObjectDestructorCallback(image, [](cl_mem, void *) { ++destroyed; }, nullptr);
  const Bytes host(64 * 64 * 4);
  OwnedEvent gate = makeUserEvent();
  const cl_event wait = gate;
  const Sizes origin{}, region{64, 64, 1};
  ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_FALSE, origin.data(), region.data(), 0, 0,
                                host.data(), 1, &wait, nullptr),
            CL_SUCCESS);
  image.reset();
  EXPECT_EQ(destroyed, 0);
  clSetUserEventStatus(gate, CL_COMPLETE);
  clFinish(queue);
  EXPECT_EQ(destroyed, 1);
}

} // namespace heddle::test
