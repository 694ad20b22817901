// What cl_image_format and cl_image_desc have to keep to.
#ifndef HEDDLE_ICD_IMAGE_DESCRIPTOR_HPP
#define HEDDLE_ICD_IMAGE_DESCRIPTOR_HPP

#include "runtime/buffer.hpp"
#include "runtime/context.hpp"
#include "runtime/image.hpp"

namespace heddle {

constexpr bool isImageType(cl_mem_object_type type) {
  switch (type) {
  case CL_MEM_OBJECT_IMAGE1D:
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
  case CL_MEM_OBJECT_IMAGE2D:
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
  case CL_MEM_OBJECT_IMAGE3D:
    return true;
  default:
    return false;
  }
}

/// The memory object that an image is made of: neither for an image of its own.
struct ImageOrigin {
  Buffer *buffer = nullptr;
  Image *image = nullptr;

  const MemoryObject *object() const {
    return buffer ? static_cast<MemoryObject *>(buffer) : image;
  }
};

/// CL_INVALID_IMAGE_DESCRIPTOR: no type of image, levels or samples, or an object of which such an
/// image cannot be made.
cl_int readImageOrigin(const Context &context, const cl_image_desc *description,
                       ImageOrigin &origin);

/// The sizes and pitches: CL_INVALID_IMAGE_SIZE, CL_INVALID_IMAGE_DESCRIPTOR, and
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR for pitches and addresses that do not fit a buffer.
cl_int readImageShape(const Context &context, const cl_image_desc &description,
                      const ImageFormat &format, const ImageOrigin &origin, const void *hostPtr,
                      ImageShape &shape);

} // namespace heddle

#endif
