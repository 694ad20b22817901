// clGetImageInfo, clGetSupportedImageFormats.
#include "icd/entry.hpp"
#include "icd/image_descriptor.hpp"
#include "icd/validate.hpp"

#include <algorithm>
#include <vector>

using namespace heddle;

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                           cl_mem_object_type imageType,
                                                           cl_uint numEntries,
                                                           cl_image_format *list,
                                                           cl_uint *numImageFormats) {
  return returnStatus([&]() -> cl_int {
    if (!fromHandle<Context>(context))
      return CL_INVALID_CONTEXT;
    // Only here formats may be asked for that one kernel reads and writes.
    if (cl_int error = validateMemFlags(flags & ~cl_mem_flags(CL_MEM_KERNEL_READ_AND_WRITE)))
      return error;
    // CL_INVALID_VALUE: not a kind of image, or a list without room.
    if (!isImageType(imageType) || (list && numEntries == 0))
      return CL_INVALID_VALUE;
    std::vector<cl_image_format> supported;
    for (const ImageFormat &format : imageFormats())
      if (format.supports(imageType))
        supported.push_back(format.name);
    if (list)
      std::copy_n(supported.begin(), std::min<std::size_t>(numEntries, supported.size()), list);
    if (numImageFormats)
      *numImageFormats = static_cast<cl_uint>(supported.size());
    return CL_SUCCESS;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem handle, cl_image_info name, size_t size,
                                               void *value, size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &out) -> cl_int {
    Image *image = fromHandle<Image>(handle);
    if (!image)
      return CL_INVALID_MEM_OBJECT;
    const ImageShape &shape = image->shape();
    const cl_mem_object_type type = shape.type;
    const bool is1D = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER ||
                      type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    switch (name) {
    case CL_IMAGE_FORMAT:
      return out.write<cl_image_format>(image->format().name);
    case CL_IMAGE_ELEMENT_SIZE:
      return out.write<size_t>(image->format().pixelSize);
    case CL_IMAGE_ROW_PITCH:
      return out.write<size_t>(image->mappedPitches().row);
    case CL_IMAGE_SLICE_PITCH:
      return out.write<size_t>(shape.hasSlices() ? image->mappedPitches().slice : 0);
    case CL_IMAGE_WIDTH:
      return out.write<size_t>(shape.width);
    case CL_IMAGE_HEIGHT:
      return out.write<size_t>(is1D ? 0 : shape.height);
    case CL_IMAGE_DEPTH:
      return out.write<size_t>(type == CL_MEM_OBJECT_IMAGE3D ? shape.depth : 0);
    case CL_IMAGE_ARRAY_SIZE:
      return out.write<size_t>(shape.isArray() ? shape.arraySize : 0);
    case CL_IMAGE_BUFFER:
      return out.write<cl_mem>(image->buffer() ? image->buffer()->handle() : nullptr);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
      return out.write<cl_uint>(0);
    default:
      return CL_INVALID_VALUE;
    }
  });
}
