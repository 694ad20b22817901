// Images. The device has none (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE): the handles are checked, then
// each function answers what the specification names for that.
#include "icd/entry.hpp"
#include "runtime/context.hpp"
#include "runtime/memory_object.hpp"

using namespace heddle;

namespace {

cl_mem refuseImage(cl_context context, cl_int *errcodeRet) {
  if (errcodeRet)
    // CL_INVALID_OPERATION: no device of the context supports images.
    *errcodeRet = fromHandle<Context>(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return nullptr;
}

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

} // namespace

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags,
                                              const cl_image_format *, const cl_image_desc *,
                                              void *, cl_int *errcodeRet) {
  return refuseImage(context, errcodeRet);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                                            const cl_mem_properties *, cl_mem_flags,
                                                            const cl_image_format *,
                                                            const cl_image_desc *, void *,
                                                            cl_int *errcodeRet) {
  return refuseImage(context, errcodeRet);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags,
                                                const cl_image_format *, size_t, size_t, size_t,
                                                void *, cl_int *errcodeRet) {
  return refuseImage(context, errcodeRet);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags,
                                                const cl_image_format *, size_t, size_t, size_t,
                                                size_t, size_t, void *, cl_int *errcodeRet) {
  return refuseImage(context, errcodeRet);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags,
                                                           cl_mem_object_type imageType,
                                                           cl_uint numEntries,
                                                           cl_image_format *imageFormats,
                                                           cl_uint *numImageFormats) {
  if (!fromHandle<Context>(context))
    return CL_INVALID_CONTEXT;
  // CL_INVALID_VALUE: not a kind of image, or a list without room.
  if (!isImageType(imageType) || (imageFormats && numEntries == 0))
    return CL_INVALID_VALUE;
  if (numImageFormats)
    *numImageFormats = 0;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem, cl_image_info, size_t, void *, size_t *) {
  // CL_INVALID_MEM_OBJECT: no memory object is an image.
  return CL_INVALID_MEM_OBJECT;
}
