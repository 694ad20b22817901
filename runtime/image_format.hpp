// The formats of images (image_format.def).
#ifndef HEDDLE_RUNTIME_IMAGE_FORMAT_HPP
#define HEDDLE_RUNTIME_IMAGE_FORMAT_HPP

#include "runtime/abi/image.h"

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle {

struct ImageFormat {
  cl_image_format name{};
  HeddlePixelStorage storage = heddlePixelStorageCount;
  std::uint8_t components = 0; ///< stored in a pixel
  std::uint8_t pixelSize = 0;  ///< bytes
  std::uint8_t borderAlpha = 0;
  std::array<std::uint8_t, 4> select{}; ///< as in HeddleImage
  std::array<std::uint8_t, 4> store{};

  /// Bytes that the address and the pitches of an image are multiples of.
  std::size_t alignment() const;
  /// Images of that type can have it.
  bool supports(cl_mem_object_type type) const;
};

std::span<const ImageFormat> imageFormats();

/// Null when there is no such format.
const ImageFormat *findImageFormat(const cl_image_format &name);

/// True when the specification allows the order and the data type together.
bool isImageFormat(const cl_image_format &name);

/// True when a 2D image of format `view` can be made of one of format `original`: the components
/// are the same, and one of the two is sRGB or depth.
bool isFormatOfView(const cl_image_format &original, const cl_image_format &view);

/// Stores a colour as a pixel, rounded as write_image does: four floats, signed or unsigned
/// integers, as the data type asks for; one float for CL_DEPTH. `pixel` has room for 16 bytes.
void storeColor(const ImageFormat &format, const void *color, std::byte *pixel);

} // namespace heddle

#endif
