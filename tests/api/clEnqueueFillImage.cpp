// clEnqueueFillImage: conversion of the colour, regions, errors.
#include "tests/support/command_expectations.hpp"
#include "tests/support/image_fixture.hpp"

#include <cmath>
#include <limits>

namespace heddle::test {

class clEnqueueFillImageTest : public ImageTest {
protected:
  cl_int fill(cl_mem image, const void *color, const Sizes &origin, const Sizes &region) {
    return clEnqueueFillImage(queue, image, color, origin.data(), region.data(), 0, nullptr,
                              nullptr);
  }
  /// The bytes of a pixel of that format after a fill.
  template <typename T> Bytes filled(cl_image_format format, std::array<T, 4> color) {
    const Description one{.width = 1, .height = 1};
    OwnedMem image = makeImage(one, format);
    EXPECT_EQ(fill(image, color.data(), {}, {1, 1, 1}), CL_SUCCESS);
    return pixels(image, one);
  }
  template <typename Stored, typename T> Stored component(cl_channel_type type, T value) {
    const Bytes bytes = filled<T>({CL_R, type}, {value, 0, 0, 0});
    EXPECT_EQ(bytes.size(), sizeof(Stored));
    Stored stored{};
    std::memcpy(&stored, bytes.data(), std::min(bytes.size(), sizeof(stored)));
    return stored;
  }
};

TEST_F(clEnqueueFillImageTest, RoundsNormalizedValuesToTheNearestEven) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, 1.0f), 255);
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, 0.5f / 255), 0);
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, 1.5f / 255), 2);
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, 2.5f / 255), 2);
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, 0.5f), 128); // 127.5
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, 7.0f), 255);
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, infinity), 255);
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, -0.1f), 0);
  EXPECT_EQ(component<std::uint8_t>(CL_UNORM_INT8, nan), 0);
  EXPECT_EQ(component<std::uint16_t>(CL_UNORM_INT16, 0.5f), 32768); // 32767.5
  EXPECT_EQ(component<std::uint16_t>(CL_UNORM_INT16, 1.0f), 65535);
  EXPECT_EQ(component<std::int8_t>(CL_SNORM_INT8, -1.0f), -127);
  EXPECT_EQ(component<std::int8_t>(CL_SNORM_INT8, -2.0f), -128);
  EXPECT_EQ(component<std::int8_t>(CL_SNORM_INT8, 0.5f), 64); // 63.5
  EXPECT_EQ(component<std::int8_t>(CL_SNORM_INT8, -infinity), -128);
  EXPECT_EQ(component<std::int16_t>(CL_SNORM_INT16, -1.0f), -32767);
  EXPECT_EQ(component<std::int16_t>(CL_SNORM_INT16, 2.0f), 32767);
  EXPECT_EQ(component<std::int16_t>(CL_SNORM_INT16, -2.0f), -32768);
}

TEST_F(clEnqueueFillImageTest, SaturatesIntegers) {
  EXPECT_EQ((component<std::int8_t, cl_int>(CL_SIGNED_INT8, 200)), 127);
  EXPECT_EQ((component<std::int8_t, cl_int>(CL_SIGNED_INT8, -200)), -128);
  EXPECT_EQ((component<std::int16_t, cl_int>(CL_SIGNED_INT16, -40000)), -32768);
  EXPECT_EQ((component<std::int32_t, cl_int>(CL_SIGNED_INT32, INT32_MIN)), INT32_MIN);
  EXPECT_EQ((component<std::uint8_t, cl_uint>(CL_UNSIGNED_INT8, 256)), 255);
  EXPECT_EQ((component<std::uint16_t, cl_uint>(CL_UNSIGNED_INT16, 70000)), 65535);
  EXPECT_EQ((component<std::uint32_t, cl_uint>(CL_UNSIGNED_INT32, UINT32_MAX)), UINT32_MAX);
}

TEST_F(clEnqueueFillImageTest, RoundsFloatsOnce) {
  EXPECT_EQ(component<float>(CL_FLOAT, 0.1f), 0.1f);
  EXPECT_EQ(component<std::uint16_t>(CL_HALF_FLOAT, 1.0f), 0x3c00);
  EXPECT_EQ(component<std::uint16_t>(CL_HALF_FLOAT, 2049.0f), 0x6800);  // 2048, the even one
  EXPECT_EQ(component<std::uint16_t>(CL_HALF_FLOAT, 2051.0f), 0x6802);  // 2052
  EXPECT_EQ(component<std::uint16_t>(CL_HALF_FLOAT, 65520.0f), 0x7c00); // infinity
  EXPECT_EQ(component<std::uint16_t>(CL_HALF_FLOAT, 5.9604645e-8f), 1); // the smallest of all
  EXPECT_EQ(component<std::uint16_t>(CL_HALF_FLOAT, -0.0f), 0x8000);
}

TEST_F(clEnqueueFillImageTest, PacksWordsFromTheHighestBitsDown) {
  const std::array<float, 4> color{1.0f, 0.0f, 0.5f, 1.0f};
  auto word = [&](cl_channel_order order, cl_channel_type type) {
    const Bytes bytes = filled<float>({order, type}, color);
    cl_uint value = 0;
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  };
  EXPECT_EQ(word(CL_RGB, CL_UNORM_SHORT_565), 0xf810u); // 15.5 is 16
  EXPECT_EQ(word(CL_RGB, CL_UNORM_SHORT_555), 0x7c10u);
  EXPECT_EQ(word(CL_RGB, CL_UNORM_INT_101010), 0x3ff00200u); // 511.5 is 512
  EXPECT_EQ(word(CL_RGBA, CL_UNORM_INT_101010_2), 0xffc00803u);
  // Green is the middle.
  EXPECT_EQ((filled<float>({CL_RGB, CL_UNORM_SHORT_565}, {0, 1, 0, 0})), (Bytes{0xe0, 0x07}));
}

TEST_F(clEnqueueFillImageTest, PutsComponentsWhereTheOrderHasThem) {
  const std::array<cl_uint, 4> color{1, 2, 3, 4};
  auto stored = [&](cl_channel_order order) {
    return filled<cl_uint>({order, CL_UNSIGNED_INT8}, color);
  };
  EXPECT_EQ(stored(CL_R), (Bytes{1}));
  EXPECT_EQ(stored(CL_A), (Bytes{4}));
  EXPECT_EQ(stored(CL_RG), (Bytes{1, 2}));
  EXPECT_EQ(stored(CL_RA), (Bytes{1, 4}));
  EXPECT_EQ(stored(CL_RGBA), (Bytes{1, 2, 3, 4}));
  EXPECT_EQ(stored(CL_BGRA), (Bytes{3, 2, 1, 4}));
  EXPECT_EQ(stored(CL_ARGB), (Bytes{4, 1, 2, 3}));
  EXPECT_EQ(stored(CL_ABGR), (Bytes{4, 3, 2, 1}));
  const std::array<float, 4> light{1.0f, 0.0f, 0.0f, 0.0f};
  EXPECT_EQ(filled<float>({CL_INTENSITY, CL_UNORM_INT8}, light), (Bytes{255}));
  EXPECT_EQ(filled<float>({CL_LUMINANCE, CL_UNORM_INT8}, light), (Bytes{255}));
}

TEST_F(clEnqueueFillImageTest, ADepthIsOneFloat) {
  const float depth = 0.5f;
  const Description one{.width = 1, .height = 1};
  for (cl_channel_type type : {CL_UNORM_INT16, CL_FLOAT}) {
    OwnedMem image = makeImage(one, {CL_DEPTH, type});
    ASSERT_EQ(fill(image, &depth, {}, {1, 1, 1}), CL_SUCCESS);
    const Bytes bytes = pixels(image, one);
    if (type == CL_FLOAT)
      EXPECT_EQ(bytes, (Bytes{0, 0, 0, 0x3f}));
    else
      EXPECT_EQ(bytes, (Bytes{0, 0x80}));
  }
}

TEST_F(clEnqueueFillImageTest, BendsColoursOfSrgbAndNotAlpha) {
  const std::array<float, 4> color{0.5f, 0.001f, 1.0f, 0.5f};
  EXPECT_EQ(filled<float>({CL_sRGBA, CL_UNORM_INT8}, color), (Bytes{188, 3, 255, 128}));
  EXPECT_EQ(filled<float>({CL_sBGRA, CL_UNORM_INT8}, color), (Bytes{255, 3, 188, 128}));
  EXPECT_EQ(filled<float>({CL_sRGB, CL_UNORM_INT8}, color), (Bytes{188, 3, 255}));
  EXPECT_EQ(filled<float>({CL_sRGB, CL_UNORM_INT8}, {-1.0f, 2.0f, NAN, 0}), (Bytes{0, 255, 0}));
}

TEST_F(clEnqueueFillImageTest, FillsTheRegionAndNothingElse) {
  // Pixels of 1, 3, 4 and 16 bytes.
  const cl_image_format formats[] = {
      {CL_R, CL_UNORM_INT8}, {CL_sRGB, CL_UNORM_INT8}, rgba8, {CL_RGBA, CL_FLOAT}};
  const std::array<float, 4> color{0.25f, 0.5f, 0.75f, 1.0f};
  for (const cl_image_format &format : formats) {
    OwnedMem buffer = makeBuffer(200 * 16);
    const Bytes pixel = filled<float>(format, color);
    for (Description description : everyType(buffer)) {
      description.width = 200; // more than a block of the pattern
      OwnedMem image = makeImage(description, format);
      const Sizes extent = description.extent();
      Bytes expected(extent[0] * extent[1] * extent[2] * pixel.size(), 0xee);
      ASSERT_EQ(write(image, {}, extent, expected.data()), CL_SUCCESS);
      Sizes origin{}, region{};
      for (std::size_t i = 0; i < 3; ++i) {
        origin[i] = extent[i] > 1 ? 1 : 0;
        region[i] = extent[i] > 1 ? extent[i] - 2 : 1;
      }
      ASSERT_EQ(fill(image, color.data(), origin, region), CL_SUCCESS);
      forEachPixel(region, [&](std::size_t x, std::size_t y, std::size_t z) {
        const std::size_t at = pixelAt(extent, origin[0] + x, origin[1] + y, origin[2] + z);
        std::copy(pixel.begin(), pixel.end(),
                  expected.begin() + static_cast<std::ptrdiff_t>(at * pixel.size()));
      });
      EXPECT_EQ(pixels(image, description), expected)
          << "type " << description.type << ", order " << format.image_channel_order;
    }
  }
}

TEST_F(clEnqueueFillImageTest, FillsLargeImagesAndRegionsOfThem) {
  // Megabytes, which several threads may share, of pixels of 3 and of 4 bytes.
  const Description large{.width = 1001, .height = 701};
  const std::array<float, 4> dark{0.0f, 0.25f, 0.5f, 0.75f}, light{1.0f, 0.75f, 0.5f, 0.25f};
  for (const cl_image_format &format : {cl_image_format{CL_sRGB, CL_UNORM_INT8}, rgba8}) {
    OwnedMem image = makeImage(large, format);
    const Bytes darkPixel = filled<float>(format, dark), lightPixel = filled<float>(format, light);
    const Sizes extent = large.extent(), origin{11, 3, 0}, region{953, 657, 1};
    ASSERT_EQ(fill(image, dark.data(), {}, extent), CL_SUCCESS);
    ASSERT_EQ(fill(image, light.data(), origin, region), CL_SUCCESS);
    Bytes expected;
    forEachPixel(extent, [&](std::size_t x, std::size_t y, std::size_t) {
      const bool inside = x >= 11 && x < 11 + 953 && y >= 3 && y < 3 + 657;
      const Bytes &pixel = inside ? lightPixel : darkPixel;
      expected.insert(expected.end(), pixel.begin(), pixel.end());
    });
    EXPECT_EQ(pixels(image, large), expected) << format.image_channel_order;
  }
}

TEST_F(clEnqueueFillImageTest, TakesTheColourWhenItIsEnqueued) {
  OwnedMem image = makeImage({.width = 1, .height = 1}, r32ui);
  cl_uint color[4] = {7, 0, 0, 0};
  OwnedEvent gate = makeUserEvent();
  const cl_event wait = gate;
  const Sizes origin{}, region{1, 1, 1};
  ASSERT_EQ(
      clEnqueueFillImage(queue, image, color, origin.data(), region.data(), 1, &wait, nullptr),
      CL_SUCCESS);
  color[0] = 9;
  clSetUserEventStatus(gate, CL_COMPLETE);
  cl_uint stored = 0;
  EXPECT_EQ(read(image, {}, region, &stored), CL_SUCCESS);
  EXPECT_EQ(stored, 7u);
}

TEST_F(clEnqueueFillImageTest, IsACommand) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  const Sizes origin{}, region{4, 4, 1};
  const float color[4] = {};
  expectACommand(queue, CL_COMMAND_FILL_IMAGE,
                 [&](cl_command_queue to, cl_uint count, const cl_event *list, cl_event *event) {
                   return clEnqueueFillImage(to, image, color, origin.data(), region.data(), count,
                                             list, event);
                 });
}

TEST_F(clEnqueueFillImageTest, ReturnsTheErrorsOfTheSpecification) {
  OwnedMem image = makeImage({.width = 4, .height = 4});
  OwnedMem buffer = makeBuffer(64);
  const float color[4] = {};
  EXPECT_EQ(fill(buffer, color, {}, {1, 1, 1}), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(fill(image, nullptr, {}, {4, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(fill(image, color, {}, {5, 4, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(fill(image, color, {0, 4, 0}, {4, 1, 1}), CL_INVALID_VALUE);
  EXPECT_EQ(fill(image, color, {}, {4, 4, 2}), CL_INVALID_VALUE);
  EXPECT_EQ(fill(image, color, {}, {4, 0, 1}), CL_INVALID_VALUE);
  const Sizes zero{};
  EXPECT_EQ(clEnqueueFillImage(queue, image, color, nullptr, zero.data(), 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueFillImage(queue, image, color, zero.data(), nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  OwnedContext other = otherContext();
  const cl_image_desc desc = Description{.width = 4, .height = 4};
  OwnedMem foreign = clCreateImage(other, 0, &rgba8, &desc, nullptr, nullptr);
  EXPECT_EQ(fill(foreign, color, {}, {4, 4, 1}), CL_INVALID_CONTEXT);
}

} // namespace heddle::test
