// Images: creation.
#include "runtime/image.hpp"
#include "icd/entry.hpp"
#include "icd/image_descriptor.hpp"
#include "icd/property_list.hpp"
#include "icd/validate.hpp"

using namespace heddle;

namespace {

struct ImageArguments {
  cl_mem_flags flags;
  const cl_image_format *format;
  const cl_image_desc *description;
  void *hostPtr;
};

/// CL_INVALID_VALUE: flags that are not valid, or not with what the image is made of.
cl_int validateFlags(cl_mem_flags flags, const ImageOrigin &origin) {
  return origin.object() ? validateSubBufferFlags(flags, origin.object()->flags())
                         : validateMemFlags(flags);
}

/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: no format of the specification, or not one of a view.
cl_int validateFormat(const cl_image_format *format, const ImageOrigin &origin) {
  if (!format || !isImageFormat(*format))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  if (origin.image && !isFormatOfView(origin.image->format().name, *format))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  return CL_SUCCESS;
}

Result<Ref<Image>> createImage(cl_context handle, std::vector<cl_mem_properties> properties,
                               const ImageArguments &arguments) {
  Context *context = fromHandle<Context>(handle);
  if (!context)
    return CL_INVALID_CONTEXT;
  // What the image is made of comes first, as the rules for flags and format depend on it.
  ImageOrigin origin;
  const cl_int originError = readImageOrigin(*context, arguments.description, origin);
  if (cl_int error = validateFlags(arguments.flags, originError ? ImageOrigin{} : origin))
    return error;
  if (cl_int error = validateFormat(arguments.format, originError ? ImageOrigin{} : origin))
    return error;
  if (originError)
    return originError;
  const cl_mem_flags flags = origin.object()
                                 ? inheritMemFlags(arguments.flags, origin.object()->flags())
                                 : withDeviceAccess(arguments.flags);
  const ImageFormat *format = findImageFormat(*arguments.format);
  // CL_IMAGE_FORMAT_NOT_SUPPORTED: valid, but not there, or not for this type of image.
  if (!format || !format->supports(arguments.description->image_type))
    return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  ImageShape shape;
  if (cl_int error = readImageShape(*context, *arguments.description, *format, origin,
                                    arguments.hostPtr, shape))
    return error;
  if (cl_int error = validateHostPtr(origin.object() ? 0 : arguments.flags, arguments.hostPtr))
    return error;
  if (origin.image)
    return Image::createOfImage(*origin.image, flags, *format, std::move(properties));
  if (origin.buffer)
    return Image::createOfBuffer(*origin.buffer, flags, *format, shape, std::move(properties));
  if (shape.bytes() > context->maxMemAllocSize())
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return Image::create(*context, flags, *format, shape, arguments.hostPtr, std::move(properties));
}

/// The functions of OpenCL 1.1 have one error for all that concerns sizes.
Result<Ref<Image>> createOldImage(cl_context context, const ImageArguments &arguments) {
  Result<Ref<Image>> image = createImage(context, {}, arguments);
  if (image.error() == CL_INVALID_IMAGE_DESCRIPTOR)
    return CL_INVALID_IMAGE_SIZE;
  return image;
}

} // namespace

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                              const cl_image_format *format,
                                              const cl_image_desc *description, void *hostPtr,
                                              cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Image>> {
    return createImage(context, {}, {flags, format, description, hostPtr});
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                                            const cl_mem_properties *properties,
                                                            cl_mem_flags flags,
                                                            const cl_image_format *format,
                                                            const cl_image_desc *description,
                                                            void *hostPtr, cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Image>> {
    if (!fromHandle<Context>(context))
      return CL_INVALID_CONTEXT;
    // CL_INVALID_PROPERTY: the specification defines no property of images.
    std::vector<cl_mem_properties> copy;
    if (cl_int error = readPropertyList(
            properties, CL_INVALID_PROPERTY, copy,
            [](cl_mem_properties, cl_mem_properties) -> cl_int { return CL_INVALID_PROPERTY; }))
      return error;
    return createImage(context, std::move(copy), {flags, format, description, hostPtr});
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *format, size_t width,
                                                size_t height, size_t rowPitch, void *hostPtr,
                                                cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Image>> {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    description.image_row_pitch = rowPitch;
    return createOldImage(context, {flags, format, &description, hostPtr});
  });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *format, size_t width,
                                                size_t height, size_t depth, size_t rowPitch,
                                                size_t slicePitch, void *hostPtr,
                                                cl_int *errcodeRet) {
  return createObject(errcodeRet, [&]() -> Result<Ref<Image>> {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE3D;
    description.image_width = width;
    description.image_height = height;
    // This function asks for two slices, where clCreateImage takes one.
    description.image_depth = depth == 1 ? 0 : depth;
    description.image_row_pitch = rowPitch;
    description.image_slice_pitch = slicePitch;
    return createOldImage(context, {flags, format, &description, hostPtr});
  });
}
