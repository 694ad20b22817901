#include "runtime/image_format.hpp"

#include <gtest/gtest.h>

#include <set>

namespace heddle {

TEST(ImageFormat, EveryRowIsAllowedBySpecificationAndFoundByItsName) {
  std::set<std::pair<cl_channel_order, cl_channel_type>> names;
  for (const ImageFormat &format : imageFormats()) {
    EXPECT_TRUE(isImageFormat(format.name))
        << format.name.image_channel_order << " " << format.name.image_channel_data_type;
    EXPECT_EQ(findImageFormat(format.name), &format);
    EXPECT_TRUE(names.insert({format.name.image_channel_order, format.name.image_channel_data_type})
                    .second);
  }
}

TEST(ImageFormat, ReadsBackWhatItStores) {
  // Each stored component takes one of the four colours, which is read from there again.
  for (const ImageFormat &format : imageFormats())
    for (std::uint8_t component = 0; component < format.components; ++component) {
      ASSERT_LT(format.store[component], 4);
      EXPECT_EQ(format.select[format.store[component]], component)
          << format.name.image_channel_order;
    }
}

TEST(ImageFormat, HasAlphaOneAtBordersOnlyWhereItHasNone) {
  for (const ImageFormat &format : imageFormats())
    if (format.borderAlpha)
      EXPECT_EQ(format.select[3], heddleSelectOne) << format.name.image_channel_order;
}

TEST(ImageFormat, IsAlignedToPixelsThatAreAPowerOfTwoAndElseToComponents) {
  EXPECT_EQ(findImageFormat({CL_RGBA, CL_FLOAT})->alignment(), 16u);
  EXPECT_EQ(findImageFormat({CL_RG, CL_UNORM_INT8})->alignment(), 2u);
  EXPECT_EQ(findImageFormat({CL_RGB, CL_UNORM_SHORT_565})->alignment(), 2u);
  EXPECT_EQ(findImageFormat({CL_sRGB, CL_UNORM_INT8})->alignment(), 1u);
}

} // namespace heddle
