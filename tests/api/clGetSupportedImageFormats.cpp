// clGetSupportedImageFormats.
#include "tests/support/image_fixture.hpp"

#include <algorithm>
#include <set>

namespace heddle::test {

class clGetSupportedImageFormatsTest : public ImageTest {
protected:
  using Format = std::pair<cl_channel_order, cl_channel_type>;

  std::set<Format> formats(cl_mem_flags flags, cl_mem_object_type type) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_image_format> list(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, list.data(), nullptr),
              CL_SUCCESS);
    std::set<Format> result;
    for (const cl_image_format &format : list)
      result.insert({format.image_channel_order, format.image_channel_data_type});
    EXPECT_EQ(result.size(), list.size()); // none comes twice
    return result;
  }
};

namespace {

constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                        CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                        CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
constexpr cl_mem_flags uses[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE,
                                 CL_MEM_KERNEL_READ_AND_WRITE};

} // namespace

TEST_F(clGetSupportedImageFormatsTest, HasTheMinimumListsOfTheSpecification) {
  constexpr cl_channel_type all[] = {CL_UNORM_INT8,     CL_UNORM_INT16,   CL_SNORM_INT8,
                                     CL_SNORM_INT16,    CL_SIGNED_INT8,   CL_SIGNED_INT16,
                                     CL_SIGNED_INT32,   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16,
                                     CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT};
  for (cl_mem_object_type type : types)
    for (cl_mem_flags flags : uses) {
      const std::set<Format> found = formats(flags, type);
      for (cl_channel_order order : {CL_R, CL_RG, CL_RGBA})
        for (cl_channel_type dataType : all)
          EXPECT_TRUE(found.count({order, dataType})) << order << " " << dataType;
      EXPECT_TRUE(found.count({CL_BGRA, CL_UNORM_INT8}));
      EXPECT_TRUE(found.count({CL_sRGBA, CL_UNORM_INT8}));
      // Depth comes in planes.
      const bool planes = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
      EXPECT_EQ(found.count({CL_DEPTH, CL_FLOAT}), planes);
      EXPECT_EQ(found.count({CL_DEPTH, CL_UNORM_INT16}), planes);
    }
}

TEST_F(clGetSupportedImageFormatsTest, AnImageCanBeMadeOfEachAndOfNoOther) {
  OwnedMem buffer = makeBuffer(16 * 16);
  const cl_channel_order lastOrder = CL_ABGR;
  const cl_channel_type lastType = CL_UNORM_INT_101010_2;
  for (cl_mem_object_type type : types)
    for (cl_mem_flags flags : {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}) {
      const std::set<Format> found = formats(flags, type);
      for (cl_channel_order order = CL_R; order <= lastOrder; ++order)
        for (cl_channel_type dataType = CL_SNORM_INT8; dataType <= lastType; ++dataType) {
          Description description{
              .type = type, .width = 3, .height = 2, .depth = 2, .arraySize = 2};
          if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
            description.object = buffer;
          cl_int error;
          OwnedMem image = tryImage(description, error, flags, nullptr, {order, dataType});
          if (found.count({order, dataType}))
            EXPECT_EQ(error, CL_SUCCESS) << order << " " << dataType;
          else
            EXPECT_TRUE(error == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR ||
                        error == CL_IMAGE_FORMAT_NOT_SUPPORTED)
                << order << " " << dataType << ": " << error;
        }
    }
}

TEST_F(clGetSupportedImageFormatsTest, WritesNoMoreThanThereIsRoomFor) {
  cl_image_format list[3] = {};
  cl_uint count = 0;
  EXPECT_EQ(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 2, list, &count),
            CL_SUCCESS);
  EXPECT_GT(count, 2u);
  EXPECT_NE(list[1].image_channel_order, 0u);
  EXPECT_EQ(list[2].image_channel_order, 0u);
}

TEST_F(clGetSupportedImageFormatsTest, ReturnsTheErrorsOfTheSpecification) {
  cl_uint count;
  cl_image_format entry;
  auto ask = [&](cl_context of, cl_mem_flags flags, cl_mem_object_type type, cl_uint room,
                 cl_image_format *list) {
    return clGetSupportedImageFormats(of, flags, type, room, list, &count);
  };
  EXPECT_EQ(ask(reinterpret_cast<cl_context>(device), 0, CL_MEM_OBJECT_IMAGE2D, 0, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(ask(context, 0, CL_MEM_OBJECT_BUFFER, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(ask(context, 0, CL_MEM_OBJECT_PIPE, 0, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(ask(context, cl_mem_flags(1) << 40, CL_MEM_OBJECT_IMAGE2D, 0, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(ask(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(ask(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &entry), CL_INVALID_VALUE);
}

} // namespace heddle::test
