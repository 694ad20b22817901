// A fixture of tests about images: every type of image, small, with odd sizes.
#ifndef HEDDLE_TESTS_SUPPORT_IMAGE_FIXTURE_HPP
#define HEDDLE_TESTS_SUPPORT_IMAGE_FIXTURE_HPP

#include "tests/support/opencl_fixture.hpp"

#include <array>
#include <cstring>

namespace heddle::test {

using OwnedSampler = Owner<cl_sampler, clReleaseSampler>;
using Bytes = std::vector<std::uint8_t>;
using Sizes = std::array<std::size_t, 3>;

inline constexpr cl_image_format rgba8 = {CL_RGBA, CL_UNORM_INT8};
inline constexpr cl_image_format r32ui = {CL_R, CL_UNSIGNED_INT32};

/// cl_image_desc, of which a test says only what it is about.
struct Description {
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  std::size_t width = 1, height = 0, depth = 0, arraySize = 0;
  std::size_t rowPitch = 0, slicePitch = 0;
  cl_mem object = nullptr;

  operator cl_image_desc() const {
    cl_image_desc result{};
    result.image_type = type;
    result.image_width = width;
    result.image_height = height;
    result.image_depth = depth;
    result.image_array_size = arraySize;
    result.image_row_pitch = rowPitch;
    result.image_slice_pitch = slicePitch;
    result.mem_object = object;
    return result;
  }
  /// Width, height or images of a 1D array, depth or images of a 2D array.
  Sizes extent() const {
    switch (type) {
    case CL_MEM_OBJECT_IMAGE1D_ARRAY:
      return {width, arraySize, 1};
    case CL_MEM_OBJECT_IMAGE2D:
      return {width, height, 1};
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return {width, height, arraySize};
    case CL_MEM_OBJECT_IMAGE3D:
      return {width, height, depth};
    default:
      return {width, 1, 1};
    }
  }
};

class ImageTest : public QueueTest {
protected:
  OwnedMem tryImage(const Description &description, cl_int &error, cl_mem_flags flags = 0,
                    void *hostPtr = nullptr, cl_image_format format = rgba8) {
    const cl_image_desc desc = description;
    error = CL_SUCCESS;
    return clCreateImage(context, flags, &format, &desc, hostPtr, &error);
  }
  OwnedMem makeImage(const Description &description, cl_image_format format = rgba8,
                     cl_mem_flags flags = 0, void *hostPtr = nullptr) {
    cl_int error;
    OwnedMem made = tryImage(description, error, flags, hostPtr, format);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  /// One of each type, of odd sizes; `buffer` is what the 1D buffer image is made of.
  std::vector<Description> everyType(cl_mem buffer) {
    return {{.type = CL_MEM_OBJECT_IMAGE1D, .width = 13},
            {.type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .width = 13, .object = buffer},
            {.type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .width = 13, .arraySize = 5},
            {.type = CL_MEM_OBJECT_IMAGE2D, .width = 13, .height = 7},
            {.type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .width = 13, .height = 7, .arraySize = 5},
            {.type = CL_MEM_OBJECT_IMAGE3D, .width = 13, .height = 7, .depth = 5}};
  }

  cl_int read(cl_mem image, const Sizes &origin, const Sizes &region, void *pointer,
              std::size_t rowPitch = 0, std::size_t slicePitch = 0) {
    return clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), rowPitch,
                              slicePitch, pointer, 0, nullptr, nullptr);
  }
  cl_int write(cl_mem image, const Sizes &origin, const Sizes &region, const void *pointer,
               std::size_t rowPitch = 0, std::size_t slicePitch = 0) {
    return clEnqueueWriteImage(queue, image, CL_TRUE, origin.data(), region.data(), rowPitch,
                               slicePitch, pointer, 0, nullptr, nullptr);
  }
  /// All pixels, without gaps.
  Bytes pixels(cl_mem image, const Description &description) {
    const Sizes extent = description.extent();
    Bytes result(extent[0] * extent[1] * extent[2] * elementSize(image));
    EXPECT_EQ(read(image, {}, extent, result.data()), CL_SUCCESS);
    return result;
  }
  std::size_t elementSize(cl_mem image) {
    return query<std::size_t>(clGetImageInfo, image, CL_IMAGE_ELEMENT_SIZE);
  }
};

/// The position of a pixel in memory without gaps.
inline std::size_t pixelAt(const Sizes &extent, std::size_t x, std::size_t y, std::size_t z) {
  return (z * extent[1] + y) * extent[0] + x;
}

/// Calls visit(x, y, z) for every place of a region.
template <typename Visit> void forEachPixel(const Sizes &region, Visit &&visit) {
  for (std::size_t z = 0; z < region[2]; ++z)
    for (std::size_t y = 0; y < region[1]; ++y)
      for (std::size_t x = 0; x < region[0]; ++x)
        visit(x, y, z);
}

} // namespace heddle::test

#endif
