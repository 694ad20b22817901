// clEnqueueCopyImage, clEnqueueCopyImageToBuffer, clEnqueueCopyBufferToImage.
#include "tests/support/command_expectations.hpp"
#include "tests/support/image_fixture.hpp"

#include <random>

namespace heddle::test {

class clEnqueueCopyImageTest : public ImageTest {
protected:
  cl_int copy(cl_mem from, cl_mem to, const Sizes &fromOrigin, const Sizes &toOrigin,
              const Sizes &region) {
    return clEnqueueCopyImage(queue, from, to, fromOrigin.data(), toOrigin.data(), region.data(), 0,
                              nullptr, nullptr);
  }
  cl_int toBuffer(cl_mem image, cl_mem buffer, const Sizes &origin, const Sizes &region,
                  std::size_t offset) {
    return clEnqueueCopyImageToBuffer(queue, image, buffer, origin.data(), region.data(), offset, 0,
                                      nullptr, nullptr);
  }
  cl_int toImage(cl_mem buffer, cl_mem image, std::size_t offset, const Sizes &origin,
                 const Sizes &region) {
    return clEnqueueCopyBufferToImage(queue, buffer, image, offset, origin.data(), region.data(), 0,
                                      nullptr, nullptr);
  }
  /// Each pixel is its own number.
  std::vector<cl_uint> number(cl_mem image, const Description &description, cl_uint first = 0) {
    const Sizes extent = description.extent();
    std::vector<cl_uint> numbers(extent[0] * extent[1] * extent[2]);
    for (cl_uint &value : numbers)
      value = first++;
    EXPECT_EQ(write(image, {}, extent, numbers.data()), CL_SUCCESS);
    return numbers;
  }
  std::vector<cl_uint> numbers(cl_mem image, const Description &description) {
    const Sizes extent = description.extent();
    std::vector<cl_uint> result(extent[0] * extent[1] * extent[2]);
    EXPECT_EQ(read(image, {}, extent, result.data()), CL_SUCCESS);
    return result;
  }
};
using clEnqueueCopyImageToBufferTest = clEnqueueCopyImageTest;
using clEnqueueCopyBufferToImageTest = clEnqueueCopyImageTest;

TEST_F(clEnqueueCopyImageTest, CopiesBetweenAnyTwoTypes) {
  OwnedMem sourceBuffer = makeBuffer(13 * 4), destinationBuffer = makeBuffer(13 * 4);
  int copies = 0;
  for (const Description &from : everyType(sourceBuffer))
    for (const Description &to : everyType(destinationBuffer)) {
      OwnedMem source = makeImage(from, r32ui), destination = makeImage(to, r32ui);
      const std::vector<cl_uint> pixels = number(source, from);
      std::vector<cl_uint> expected = number(destination, to, 1000);
      const Sizes a = from.extent(), b = to.extent();
      Sizes region{}, fromOrigin{}, toOrigin{};
      for (std::size_t i = 0; i < 3; ++i) {
        region[i] = std::min(a[i], b[i]) > 1 ? std::min(a[i], b[i]) - 2 : 1;
        fromOrigin[i] = a[i] > 1 ? 2 : 0;
        toOrigin[i] = b[i] > 1 ? 1 : 0;
      }
      ASSERT_EQ(copy(source, destination, fromOrigin, toOrigin, region), CL_SUCCESS);
      forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
        expected[pixelAt(b, toOrigin[0] + x, toOrigin[1] + y, toOrigin[2] + z)] =
            pixels[pixelAt(a, fromOrigin[0] + x, fromOrigin[1] + y, fromOrigin[2] + z)];
      });
      EXPECT_EQ(numbers(destination, to), expected) << from.type << " to " << to.type;
      ++copies;
    }
  EXPECT_EQ(copies, 36);
}

TEST_F(clEnqueueCopyImageTest, CopiesLargeImagesAndRegionsOfThem) {
  // Megabytes, which several threads may share.
  const Description large{.width = 1001, .height = 701};
  OwnedMem source = makeImage(large, r32ui), destination = makeImage(large, r32ui);
  const std::vector<cl_uint> pixels = number(source, large);
  ASSERT_EQ(copy(source, destination, {}, {}, large.extent()), CL_SUCCESS);
  EXPECT_EQ(numbers(destination, large), pixels);
  std::vector<cl_uint> expected = number(destination, large, 1u << 30);
  const Sizes extent = large.extent(), region{937, 655, 1};
  ASSERT_EQ(copy(source, destination, {3, 5, 0}, {7, 1, 0}, region), CL_SUCCESS);
  forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t) {
    expected[pixelAt(extent, 7 + x, 1 + y, 0)] = pixels[pixelAt(extent, 3 + x, 5 + y, 0)];
  });
  EXPECT_EQ(numbers(destination, large), expected);
}

TEST_F(clEnqueueCopyImageTest, FindsOverlapWithinAnImage) {
  // Random regions of one image of each type, compared with marking every pixel.
  OwnedMem buffer = makeBuffer(13 * 4);
  std::mt19937 random(1);
  for (const Description &description : everyType(buffer)) {
    OwnedMem image = makeImage(description, r32ui);
    const Sizes extent = description.extent();
    int overlaps = 0;
    for (int round = 0; round < 300; ++round) {
      Sizes from{}, to{}, region{};
      for (std::size_t i = 0; i < 3; ++i) {
        region[i] = extent[i] > 1 ? 1 + random() % (extent[i] / 2) : 1;
        from[i] = random() % (extent[i] - region[i] + 1);
        to[i] = random() % (extent[i] - region[i] + 1);
      }
      std::vector<bool> used(extent[0] * extent[1] * extent[2]);
      bool expected = false;
      for (const Sizes *origin : {&from, &to})
        forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
          const std::size_t at =
              pixelAt(extent, (*origin)[0] + x, (*origin)[1] + y, (*origin)[2] + z);
          expected = expected || (origin == &to && used[at]);
          used[at] = true;
        });
      overlaps += expected;
      ASSERT_EQ(copy(image, image, from, to, region), expected ? CL_MEM_COPY_OVERLAP : CL_SUCCESS)
          << "type " << description.type << " round " << round;
    }
    EXPECT_GT(overlaps, 20);
    EXPECT_LT(overlaps, 280);
  }
}

TEST_F(clEnqueueCopyImageTest, FindsOverlapOfImagesOfOneBuffer) {
  OwnedMem buffer = makeBuffer(1024);
  OwnedMem a = makeImage({.width = 8, .height = 8, .object = buffer}, r32ui);
  OwnedMem b = makeImage({.width = 4, .height = 8, .rowPitch = 32, .object = buffer}, r32ui);
  EXPECT_EQ(copy(a, b, {}, {}, {4, 8, 1}), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(a, b, {4, 0, 0}, {}, {4, 8, 1}), CL_SUCCESS);
}

TEST_F(clEnqueueCopyImageTest, AreCommands) {
  const Description small{.width = 4, .height = 4};
  OwnedMem a = makeImage(small), b = makeImage(small), buffer = makeBuffer(64);
  const Sizes zero{}, all{4, 4, 1};
  expectACommand(queue, CL_COMMAND_COPY_IMAGE,
                 [&](cl_command_queue to, cl_uint count, const cl_event *list, cl_event *event) {
                   return clEnqueueCopyImage(to, a, b, zero.data(), zero.data(), all.data(), count,
                                             list, event);
                 });
  expectACommand(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                 [&](cl_command_queue to, cl_uint count, const cl_event *list, cl_event *event) {
                   return clEnqueueCopyImageToBuffer(to, a, buffer, zero.data(), all.data(), 0,
                                                     count, list, event);
                 });
  expectACommand(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                 [&](cl_command_queue to, cl_uint count, const cl_event *list, cl_event *event) {
                   return clEnqueueCopyBufferToImage(to, buffer, a, 0, zero.data(), all.data(),
                                                     count, list, event);
                 });
}

TEST_F(clEnqueueCopyImageTest, ReturnsTheErrorsOfTheSpecification) {
  const Description small{.width = 4, .height = 4};
  OwnedMem a = makeImage(small), b = makeImage(small), buffer = makeBuffer(64);
  OwnedMem bgra = makeImage(small, {CL_BGRA, CL_UNORM_INT8});
  OwnedMem signedPixels = makeImage(small, {CL_RGBA, CL_SIGNED_INT8});
  const Sizes zero{}, all{4, 4, 1};
  EXPECT_EQ(copy(buffer, b, {}, {}, all), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(a, buffer, {}, {}, all), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(copy(a, bgra, {}, {}, all), CL_IMAGE_FORMAT_MISMATCH);
  EXPECT_EQ(copy(a, signedPixels, {}, {}, all), CL_IMAGE_FORMAT_MISMATCH);
  EXPECT_EQ(copy(a, b, {1, 0, 0}, {}, all), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, {}, {0, 1, 0}, all), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, {}, {}, {4, 4, 2}), CL_INVALID_VALUE);
  EXPECT_EQ(copy(a, b, {}, {}, {4, 0, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyImage(queue, a, b, nullptr, zero.data(), all.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyImage(queue, a, b, zero.data(), nullptr, all.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyImage(queue, a, b, zero.data(), zero.data(), nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  OwnedContext other = otherContext();
  const cl_image_desc desc = small;
  OwnedMem foreign = clCreateImage(other, 0, &rgba8, &desc, nullptr, nullptr);
  EXPECT_EQ(copy(foreign, b, {}, {}, all), CL_INVALID_CONTEXT);
  EXPECT_EQ(copy(a, foreign, {}, {}, all), CL_INVALID_CONTEXT);
}

TEST_F(clEnqueueCopyImageToBufferTest, PixelsLieWithoutGapsInTheBuffer) {
  OwnedMem ofImage = makeBuffer(13 * 4);
  for (const Description &description : everyType(ofImage)) {
    OwnedMem image = makeImage(description, r32ui);
    const std::vector<cl_uint> pixels = number(image, description);
    const Sizes extent = description.extent();
    Sizes origin{}, region{};
    for (std::size_t i = 0; i < 3; ++i) {
      origin[i] = extent[i] > 1 ? 1 : 0;
      region[i] = extent[i] > 1 ? extent[i] - 2 : 1;
    }
    const std::size_t count = region[0] * region[1] * region[2];
    std::vector<cl_uint> expected(count + 3, 0xeeeeeeee);
    OwnedMem buffer = makeBufferOf(expected);
    ASSERT_EQ(toBuffer(image, buffer, origin, region, 8), CL_SUCCESS);
    forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
      expected[2 + pixelAt(region, x, y, z)] =
          pixels[pixelAt(extent, origin[0] + x, origin[1] + y, origin[2] + z)];
    });
    EXPECT_EQ(contents<cl_uint>(buffer), expected) << "type " << description.type;

    // And back, one pixel further.
    std::vector<cl_uint> changed = pixels;
    for (std::size_t i = 0; i < 3; ++i)
      origin[i] = extent[i] > 1 ? 2 : 0;
    ASSERT_EQ(toImage(buffer, image, 8, origin, region), CL_SUCCESS);
    forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
      changed[pixelAt(extent, origin[0] + x, origin[1] + y, origin[2] + z)] =
          expected[2 + pixelAt(region, x, y, z)];
    });
    EXPECT_EQ(numbers(image, description), changed) << "type " << description.type;
  }
}

TEST_F(clEnqueueCopyImageToBufferTest, ReturnTheErrorsOfTheSpecification) {
  const Description small{.width = 4, .height = 4};
  OwnedMem image = makeImage(small), buffer = makeBuffer(64);
  OwnedMem line = makeImage({.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 4, .object = buffer});
  OwnedMem plane = makeImage({.width = 4, .height = 2, .object = buffer});
  const Sizes zero{}, all{4, 4, 1}, row{4, 1, 1};
  OwnedContext other = otherContext();
  OwnedMem foreign = clCreateBuffer(other, 0, 64, nullptr, nullptr);
  for (bool reading : {true, false}) {
    auto copyBytes = [&](cl_mem from, cl_mem to, Sizes origin, Sizes region, std::size_t offset) {
      return reading ? toBuffer(from, to, origin, region, offset)
                     : toImage(to, from, offset, origin, region);
    };
    EXPECT_EQ(copyBytes(image, image, {}, all, 0), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(copyBytes(buffer, buffer, {}, all, 0), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(copyBytes(image, nullptr, {}, all, 0), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(copyBytes(line, buffer, {}, row, 0), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(copyBytes(image, foreign, {}, all, 0), CL_INVALID_CONTEXT);
    EXPECT_EQ(copyBytes(image, buffer, {1, 0, 0}, all, 0), CL_INVALID_VALUE);
    EXPECT_EQ(copyBytes(image, buffer, {}, {0, 1, 1}, 0), CL_INVALID_VALUE);
    EXPECT_EQ(copyBytes(image, buffer, {}, all, 1), CL_INVALID_VALUE);
    EXPECT_EQ(copyBytes(image, buffer, {}, row, SIZE_MAX - 3), CL_INVALID_VALUE);
    EXPECT_EQ(copyBytes(plane, buffer, {}, row, 8), CL_MEM_COPY_OVERLAP);
    EXPECT_EQ(copyBytes(plane, buffer, {}, row, 16), CL_SUCCESS);
    EXPECT_EQ(copyBytes(image, buffer, {}, all, 0), CL_SUCCESS);
  }
  EXPECT_EQ(
      clEnqueueCopyImageToBuffer(queue, image, buffer, nullptr, all.data(), 0, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, image, 0, zero.data(), nullptr, 0, nullptr,
                                       nullptr),
            CL_INVALID_VALUE);
}

} // namespace heddle::test
