// A fixture of tests of images in kernels: images with random pixels, kernels on them. The programs
// are run for each sub-group size (HEDDLE_SUB_GROUP_SIZE).
#ifndef HEDDLE_TESTS_KERNELS_IMAGES_IMAGE_KERNEL_FIXTURE_HPP
#define HEDDLE_TESTS_KERNELS_IMAGES_IMAGE_KERNEL_FIXTURE_HPP

#include "tests/kernels/harness/driver.hpp"
#include "tests/kernels/images/image_reference.hpp"
#include "tests/support/opencl_fixture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

namespace heddle::test {

using OwnedSampler = Owner<cl_sampler, clReleaseSampler>;

inline constexpr cl_image_format rgba8{CL_RGBA, CL_UNORM_INT8}, rgba32f{CL_RGBA, CL_FLOAT},
    r32ui{CL_R, CL_UNSIGNED_INT32};

struct TypeOfImage {
  cl_mem_object_type type;
  std::string name;  ///< image2d
  std::string place; ///< components of a coordinate
};

inline const TypeOfImage typesOfImages[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d", "x"},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer", "x"},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array", "xy"},
    {CL_MEM_OBJECT_IMAGE2D, "image2d", "xy"},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array", "xyzw"},
    {CL_MEM_OBJECT_IMAGE3D, "image3d", "xyzw"},
};
inline const TypeOfImage &image2d = typesOfImages[3];

inline std::string text(const cl_image_format &format) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "order %#x, data type %#x", format.image_channel_order,
                format.image_channel_data_type);
  return buffer;
}

inline std::string suffix(PixelKind kind) {
  return kind == PixelKind::floating ? "f" : kind == PixelKind::signedInteger ? "i" : "ui";
}

inline std::string vectorType(const std::string &suffix) {
  return suffix == "f" ? "float4" : suffix == "h" ? "half4" : suffix == "i" ? "int4" : "uint4";
}

/// Not a whole number of sub-groups.
inline constexpr std::size_t workItems = 77, localSize = 11 * 7;

class ImageKernelTest : public QueueTest {
protected:
  cl_kernel kernel(const std::string &source, const std::string &name = "k") {
    OwnedProgram &program = programs[source];
    cl_int error = CL_SUCCESS;
    if (!program) {
      const char *lines = source.c_str();
      program = clCreateProgramWithSource(context, 1, &lines, nullptr, &error);
      EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", nullptr, nullptr), CL_SUCCESS)
          << buildLog(program, device) << source;
    }
    return newKernel(program, name);
  }
  cl_kernel newKernel(cl_program program, const std::string &name) {
    cl_int error = CL_SUCCESS;
    kernels.emplace_back(clCreateKernel(program, name.c_str(), &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return kernels.back();
  }

  ReferenceImage newImage(const TypeOfImage &type, const cl_image_format &format) {
    ReferenceImage image{type.type, format, {13, 1, 1}, {}};
    if (type.type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
      image.size[1] = 5;
    else if (image.dimensions() > 1)
      image.size[1] = 7;
    if (image.dimensions() > 2 || type.type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
      image.size[2] = 5;
    fill(image);
    return image;
  }
  /// With any numbers that are finite.
  void fill(ReferenceImage &image) {
    const cl_image_format &format = image.format;
    const std::size_t pixels = std::size_t(image.size[0]) * image.size[1] * image.size[2];
    image.bytes.resize(pixels * pixelSize(format));
    for (std::uint8_t &byte : image.bytes)
      byte = static_cast<std::uint8_t>(random());
    if (format.image_channel_data_type == CL_FLOAT)
      for (std::size_t i = 0; i < image.bytes.size(); i += 4) {
        const float value = real(-2, 2);
        std::memcpy(image.bytes.data() + i, &value, 4);
      }
    if (format.image_channel_data_type == CL_HALF_FLOAT)
      for (std::size_t i = 1; i < image.bytes.size(); i += 2)
        image.bytes[i] &= 0xbf; // magnitudes below 2
  }

  OwnedMem deviceImage(const ReferenceImage &image, cl_mem_flags flags = CL_MEM_READ_WRITE) {
    cl_image_desc desc{};
    desc.image_type = image.type;
    desc.image_width = static_cast<std::size_t>(image.size[0]);
    if (image.dimensions() > 1)
      desc.image_height = static_cast<std::size_t>(image.size[1]);
    if (image.dimensions() > 2)
      desc.image_depth = static_cast<std::size_t>(image.size[2]);
    if (image.isArray())
      desc.image_array_size = static_cast<std::size_t>(image.size[image.dimensions()]);
    auto *bytes = const_cast<std::uint8_t *>(image.bytes.data());
    if (image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
      buffers.push_back(makeBufferOf(image.bytes));
      desc.mem_object = buffers.back();
      bytes = nullptr;
    }
    cl_int error = CL_SUCCESS;
    cl_mem made = clCreateImage(context, flags | (bytes ? CL_MEM_COPY_HOST_PTR : 0), &image.format,
                                &desc, bytes, &error);
    EXPECT_EQ(error, CL_SUCCESS) << text(image.format);
    return made;
  }
  Bytes pixels(cl_mem memory, const ReferenceImage &image) {
    Bytes result(image.bytes.size());
    const std::size_t origin[3] = {};
    const std::size_t region[3] = {std::size_t(image.size[0]), std::size_t(image.size[1]),
                                   std::size_t(image.size[2])};
    EXPECT_EQ(clEnqueueReadImage(queue, memory, CL_TRUE, origin, region, 0, 0, result.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return result;
  }

  OwnedSampler newSampler(const SamplerModes &modes) {
    const cl_sampler_properties properties[] = {
        CL_SAMPLER_NORMALIZED_COORDS,
        modes.isNormalized,
        CL_SAMPLER_ADDRESSING_MODE,
        modes.addressing,
        CL_SAMPLER_FILTER_MODE,
        cl_sampler_properties(modes.isLinear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST),
        0};
    cl_int error = CL_SUCCESS;
    cl_sampler made = clCreateSamplerWithProperties(context, properties, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  template <typename T> void setArgument(cl_kernel kernel, cl_uint index, const T &value) {
    ASSERT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS) << index;
  }
  void run(cl_kernel kernel, std::size_t size = workItems, std::size_t local = localSize) {
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
  }

  unsigned random() { return generator(); }
  float real(float lowest, float highest) {
    return std::uniform_real_distribution<float>(lowest, highest)(generator);
  }

  std::vector<cl_image_format> formats(cl_mem_object_type type, cl_mem_flags flags) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_image_format> result(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, result.data(), nullptr),
              CL_SUCCESS);
    EXPECT_FALSE(result.empty());
    return result;
  }

  /// Places in the image, as what the kernels get: four integers each.
  std::vector<cl_int> places(const ReferenceImage &image) {
    std::vector<cl_int> result;
    for (std::size_t i = 0; i < workItems; ++i)
      for (unsigned axis = 0; axis < 4; ++axis)
        result.push_back(axis < 3 ? int(random() % unsigned(image.size[axis])) : 0);
    return result;
  }

  std::map<std::string, OwnedProgram> programs;
  std::vector<OwnedKernel> kernels;
  std::vector<OwnedMem> buffers;
  std::mt19937 generator{1};
};

} // namespace heddle::test

#endif
