// What reads and writes of images have to give, by the formulas of the specification in double
// precision; nothing here is taken from the driver or its library.
#ifndef HEDDLE_TESTS_KERNELS_IMAGES_IMAGE_REFERENCE_HPP
#define HEDDLE_TESTS_KERNELS_IMAGES_IMAGE_REFERENCE_HPP

#include <CL/cl.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

using Bytes = std::vector<std::uint8_t>;
using Components = std::array<double, 4>; ///< red, green, blue, alpha; exact, also of integers
using Coordinates = std::array<float, 4>;

/// Whether kernels get floats of it, signed or unsigned integers.
enum class PixelKind { floating, signedInteger, unsignedInteger };
PixelKind pixelKind(const cl_image_format &format);
std::size_t pixelSize(const cl_image_format &format);

/// What a pixel in memory stands for.
Components decodePixel(const cl_image_format &format, const std::uint8_t *pixel);
/// What a kernel's write of the components leaves in memory.
Bytes encodePixel(const cl_image_format &format, const Components &components);
Components borderColor(const cl_image_format &format);

struct SamplerModes {
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP_TO_EDGE;
  bool isLinear = false;
  bool isNormalized = false;

  /// For a sampler_t of a kernel.
  std::string text() const;
};

/// An image in memory without gaps. Sizes that it does not have are 1.
struct ReferenceImage {
  cl_mem_object_type type;
  cl_image_format format;
  std::array<int, 3> size; ///< an array's number of layers is the last that it has
  Bytes bytes;

  /// Without layers.
  unsigned dimensions() const;
  bool isArray() const;
  unsigned coordinates() const { return dimensions() + (isArray() ? 1 : 0); }
  const std::uint8_t *pixel(std::array<int, 3> place) const;
  std::uint8_t *pixel(std::array<int, 3> place);
  bool contains(std::array<int, 3> place) const;

  Components sample(const SamplerModes &sampler, const Coordinates &at) const;
};

/// The value that half precision has for it, to nearest even.
double roundedToHalf(double value);

} // namespace heddle::test

#endif
