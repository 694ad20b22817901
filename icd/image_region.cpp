#include "icd/image_region.hpp"

namespace heddle {

cl_int findImage(const CommandQueue &queue, cl_mem handle, Image *&image) {
  image = fromHandle<Image>(handle);
  if (!image)
    return CL_INVALID_MEM_OBJECT;
  return &image->context() == &queue.context() ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int readImageRegion(const Image &image, const std::size_t *origin, const std::size_t *region,
                       ImageRegion &result) {
  if (!origin || !region)
    return CL_INVALID_VALUE;
  // A dimension that the image has not is one of size 1, so that the origin must be 0 there.
  const std::array<std::size_t, 3> extent = image.extent();
  for (std::size_t i = 0; i < 3; ++i)
    if (region[i] == 0 || !inBounds(origin[i], region[i], extent[i]))
      return CL_INVALID_VALUE;
  result.origin = {origin[0], origin[1], origin[2]};
  result.size = {region[0], region[1], region[2]};
  const std::size_t pixelSize = image.format().pixelSize;
  const BoxPitches pitches = image.boxPitches();
  result.box = {region[0] * pixelSize, region[1], region[2]};
  result.inMemory.offset =
      origin[0] * pixelSize + origin[1] * pitches.row + origin[2] * pitches.slice;
  result.inMemory.rowPitch = pitches.row;
  result.inMemory.slicePitch = pitches.slice;
  result.inMemory.end = result.inMemory.offset + (region[2] - 1) * pitches.slice +
                        (region[1] - 1) * pitches.row + result.box.bytes;
  return CL_SUCCESS;
}

cl_int readLinearBox(const Image &image, const ImageRegion &region, std::size_t rowPitch,
                     std::size_t slicePitch, Box &box) {
  if (rowPitch == 0)
    rowPitch = region.box.bytes;
  if (rowPitch < region.box.bytes)
    return CL_INVALID_VALUE;
  // CL_INVALID_VALUE: a pitch of slices for an image without any.
  if (!image.shape().hasSlices() && slicePitch != 0)
    return CL_INVALID_VALUE;
  // In a 1D array each image is a slice of one row.
  const bool rowsAreImages = image.type() == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  std::size_t tightSlice;
  if (__builtin_mul_overflow(rowPitch, rowsAreImages ? 1 : region.box.rows, &tightSlice))
    return CL_INVALID_VALUE;
  if (slicePitch == 0)
    slicePitch = tightSlice;
  if (slicePitch < tightSlice)
    return CL_INVALID_VALUE;
  std::size_t total;
  if (__builtin_mul_overflow(slicePitch, rowsAreImages ? region.box.rows : region.box.slices,
                             &total))
    return CL_INVALID_VALUE;
  box.offset = 0;
  box.rowPitch = rowsAreImages ? slicePitch : rowPitch;
  box.slicePitch = rowsAreImages ? total : slicePitch;
  box.end = (region.box.slices - 1) * box.slicePitch + (region.box.rows - 1) * box.rowPitch +
            region.box.bytes;
  return CL_SUCCESS;
}

CopySide imageSide(Image &image, const ImageRegion &region) {
  return {image.data() + region.inMemory.offset, region.inMemory.rowPitch,
          region.inMemory.slicePitch, Ref<MemoryObject>(image)};
}

} // namespace heddle
