// Origins and regions of images.
#ifndef HEDDLE_ICD_IMAGE_REGION_HPP
#define HEDDLE_ICD_IMAGE_REGION_HPP

#include "icd/validate.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/commands/copy.hpp"
#include "runtime/image.hpp"

namespace heddle {

/// An image that a command of the queue works on: CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
cl_int findImage(const CommandQueue &queue, cl_mem handle, Image *&image);

/// A checked region of an image.
struct ImageRegion {
  std::array<std::size_t, 3> origin{}; ///< pixels
  std::array<std::size_t, 3> size{};
  BoxSize box;  ///< in bytes
  Box inMemory; ///< counted from the image's first byte
};

/// CL_INVALID_VALUE: missing, empty, out of bounds, or in a dimension that the image has not.
cl_int readImageRegion(const Image &image, const std::size_t *origin, const std::size_t *region,
                       ImageRegion &result);

/// Linear memory that has the pixels of a region, as readImage and writeImage describe it, pitches
/// of 0 resolved: CL_INVALID_VALUE.
cl_int readLinearBox(const Image &image, const ImageRegion &region, std::size_t rowPitch,
                     std::size_t slicePitch, Box &box);

CopySide imageSide(Image &image, const ImageRegion &region);

} // namespace heddle

#endif
