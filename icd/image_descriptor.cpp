#include "icd/image_descriptor.hpp"

#include <algorithm>
#include <cstdint>

namespace heddle {

namespace {

bool isWithin(std::size_t size, std::size_t most) { return size >= 1 && size <= most; }

/// CL_INVALID_IMAGE_SIZE: a size that the type has is zero, or more than every device takes. The
/// others are not looked at.
cl_int readSizes(const DeviceLimits &limits, const cl_image_desc &description, ImageShape &shape) {
  shape.type = description.image_type;
  std::size_t maxWidth = limits.image2dMaxWidth;
  switch (shape.type) {
  case CL_MEM_OBJECT_IMAGE1D:
    break;
  case CL_MEM_OBJECT_IMAGE1D_BUFFER:
    maxWidth = limits.imageMaxBufferSize;
    break;
  case CL_MEM_OBJECT_IMAGE1D_ARRAY:
    shape.arraySize = description.image_array_size;
    break;
  case CL_MEM_OBJECT_IMAGE2D:
    shape.height = description.image_height;
    break;
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    shape.height = description.image_height;
    shape.arraySize = description.image_array_size;
    break;
  default:
    maxWidth = limits.image3dMaxWidth;
    shape.height = description.image_height;
    shape.depth = description.image_depth;
    break;
  }
  shape.width = description.image_width;
  const std::size_t maxHeight =
      shape.type == CL_MEM_OBJECT_IMAGE3D ? limits.image3dMaxHeight : limits.image2dMaxHeight;
  if (!isWithin(shape.width, maxWidth) || !isWithin(shape.height, maxHeight) ||
      !isWithin(shape.depth, limits.image3dMaxDepth) ||
      !isWithin(shape.arraySize, limits.imageMaxArraySize))
    return CL_INVALID_IMAGE_SIZE;
  return CL_SUCCESS;
}

/// CL_INVALID_IMAGE_DESCRIPTOR: pitches without memory that they are for, or too small ones, or
/// ones that are no multiples of what they hold.
cl_int readPitches(const cl_image_desc &description, const ImageFormat &format, bool hasMemory,
                   ImageShape &shape) {
  const std::size_t tightRow = shape.width * format.pixelSize;
  std::size_t row = description.image_row_pitch, slice = description.image_slice_pitch;
  if (!hasMemory && (row != 0 || slice != 0))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  if (row == 0)
    row = tightRow;
  if (row < tightRow || row % format.pixelSize != 0)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  // Images without slices have no use for their pitch.
  if (!shape.hasSlices())
    slice = 0;
  std::size_t tightSlice, total;
  if (__builtin_mul_overflow(row, shape.height, &tightSlice))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  if (slice == 0)
    slice = tightSlice;
  if (slice < tightSlice || slice % row != 0 ||
      __builtin_mul_overflow(slice, shape.slices(), &total))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  shape.pitches = {row, slice};
  return CL_SUCCESS;
}

/// The pitches of another image, and that everything else is described as that image is.
cl_int readShapeOfView(const cl_image_desc &description, const Image &original, ImageShape &shape) {
  const ImageShape &other = original.shape();
  const std::size_t row = description.image_row_pitch;
  if (shape.width != other.width || shape.height != other.height ||
      (row != 0 && row != original.mappedPitches().row))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  shape.pitches = other.pitches;
  return CL_SUCCESS;
}

} // namespace

cl_int readImageOrigin(const Context &context, const cl_image_desc *description,
                       ImageOrigin &origin) {
  if (!description || !isImageType(description->image_type) || description->num_mip_levels != 0 ||
      description->num_samples != 0)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  const cl_mem_object_type type = description->image_type;
  const cl_mem handle = description->mem_object;
  if (!handle)
    return type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS;
  origin.buffer = fromHandle<Buffer>(handle);
  origin.image = fromHandle<Image>(handle);
  if (!origin.object() || &origin.object()->context() != &context)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  const bool possible =
      origin.buffer
          ? type == CL_MEM_OBJECT_IMAGE1D_BUFFER || type == CL_MEM_OBJECT_IMAGE2D
          : type == CL_MEM_OBJECT_IMAGE2D && origin.image->type() == CL_MEM_OBJECT_IMAGE2D;
  return possible ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR;
}

cl_int readImageShape(const Context &context, const cl_image_desc &description,
                      const ImageFormat &format, const ImageOrigin &origin, const void *hostPtr,
                      ImageShape &shape) {
  // All devices are this machine, and report the same.
  if (cl_int error = readSizes(context.devices().front()->limits(), description, shape))
    return error;
  if (origin.image)
    return readShapeOfView(description, *origin.image, shape);
  const bool ofBuffer = origin.buffer != nullptr;
  if (cl_int error = readPitches(description, format, hostPtr || ofBuffer, shape))
    // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: what the specification names for pitches in a buffer.
    return ofBuffer ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : error;
  if (!ofBuffer)
    return CL_SUCCESS;
  // CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: buffers in shared memory start where the application says.
  if (reinterpret_cast<std::uintptr_t>(origin.buffer->data()) % format.alignment() != 0)
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  // CL_INVALID_IMAGE_SIZE: the buffer ends before the image does.
  if (shape.bytes() > origin.buffer->size())
    return CL_INVALID_IMAGE_SIZE;
  return CL_SUCCESS;
}

} // namespace heddle
