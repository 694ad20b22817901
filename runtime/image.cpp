#include "runtime/image.hpp"

#include "runtime/buffer.hpp"
#include "runtime/context.hpp"
#include "runtime/support/log.hpp"

#include <algorithm>
#include <cstdint>

namespace heddle {

namespace {

ImageShape withTightPitches(ImageShape shape, const ImageFormat &format) {
  shape.pitches.row = shape.width * format.pixelSize;
  shape.pitches.slice = shape.pitches.row * shape.height;
  return shape;
}

} // namespace

Image::Image(Context &context, cl_mem_flags flags, const ImageFormat &format,
             const ImageShape &shape, std::vector<cl_mem_properties> properties)
    : MemoryObject(ObjectKind::image, context, shape.type, flags, shape.bytes(),
                   std::move(properties)),
      pixelFormat(&format), layout(shape), hostPitches(shape.pitches) {}

Image::~Image() { runDestructorCallbacks(); }

void Image::setMemory(std::byte *memory) {
  bytes = memory;
  descriptor.data = reinterpret_cast<std::uintptr_t>(memory);
  descriptor.rowPitch = layout.pitches.row;
  descriptor.slicePitch = layout.pitches.slice;
  descriptor.width = static_cast<std::uint32_t>(layout.width);
  descriptor.height = static_cast<std::uint32_t>(layout.height);
  descriptor.depth = static_cast<std::uint32_t>(layout.depth);
  descriptor.arraySize = static_cast<std::uint32_t>(layout.arraySize);
  descriptor.channelOrder = pixelFormat->name.image_channel_order;
  descriptor.channelDataType = pixelFormat->name.image_channel_data_type;
  descriptor.storage = static_cast<std::uint8_t>(pixelFormat->storage);
  descriptor.components = pixelFormat->components;
  descriptor.pixelSize = pixelFormat->pixelSize;
  descriptor.borderAlpha = pixelFormat->borderAlpha;
  std::copy(pixelFormat->select.begin(), pixelFormat->select.end(), descriptor.select);
  std::copy(pixelFormat->store.begin(), pixelFormat->store.end(), descriptor.store);
}

Result<Ref<Image>> Image::create(Context &context, cl_mem_flags flags, const ImageFormat &format,
                                 const ImageShape &shape, void *hostPtr,
                                 std::vector<cl_mem_properties> properties) {
  // The application's pitches are for its memory only; ours has no gaps.
  const ImageShape tight = withTightPitches(shape, format);
  if (flags & CL_MEM_USE_HOST_PTR) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(hostPtr) % format.alignment() == 0;
    auto image = Ref<Image>::adopt(
        new Image(context, flags, format, aligned ? shape : tight, std::move(properties)));
    image->host = hostPtr;
    image->hostPitches = shape.pitches;
    const auto shared = context.sharedMemory().find(hostPtr);
    image->svm = shared && shared->kind == SharedAllocation::Kind::svm;
    if (aligned) {
      image->setMemory(static_cast<std::byte *>(hostPtr));
      return image;
    }
    image->shadow = true;
    log(LogTopic::memory,
        "image %p: host pointer %p is not aligned to %zu bytes, so the image is a copy of it",
        static_cast<void *>(image->handle()), hostPtr, format.alignment());
    image->storage = allocateMemory(tight.bytes());
    if (!image->storage)
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    image->setMemory(image->storage.get());
    image->updateDeviceCopy({.region = image->extent()});
    return image;
  }
  auto image = Ref<Image>::adopt(new Image(context, flags, format, tight, std::move(properties)));
  image->storage = allocateMemory(tight.bytes());
  if (!image->storage)
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  image->setMemory(image->storage.get());
  if (!(flags & CL_MEM_COPY_HOST_PTR))
    image->unwritten.fill(image->bytes, tight.bytes());
  else
    copyBox(image->bytes, image->boxPitches(), static_cast<std::byte *>(hostPtr),
            image->boxPitchesOf(shape.pitches), image->boxSize(image->extent()));
  return image;
}

Ref<Image> Image::createOfBuffer(Buffer &buffer, cl_mem_flags flags, const ImageFormat &format,
                                 const ImageShape &shape,
                                 std::vector<cl_mem_properties> properties) {
  auto image =
      Ref<Image>::adopt(new Image(buffer.context(), flags, format, shape, std::move(properties)));
  image->owner = Ref<MemoryObject>(buffer);
  image->host = buffer.hostPointer();
  image->shadow = buffer.mappedPointer(0) != buffer.data();
  image->svm = buffer.usesSvmPointer();
  image->setMemory(buffer.data());
  return image;
}

Ref<Image> Image::createOfImage(Image &original, cl_mem_flags flags, const ImageFormat &format,
                                std::vector<cl_mem_properties> properties) {
  auto image = Ref<Image>::adopt(
      new Image(original.context(), flags, format, original.layout, std::move(properties)));
  image->owner = Ref<MemoryObject>(original);
  image->host = original.host;
  image->hostPitches = original.hostPitches;
  image->shadow = original.shadow;
  image->svm = original.svm;
  image->setMemory(original.bytes);
  return image;
}

Buffer *Image::buffer() const { return owner ? fromHandle<Buffer>(owner->handle()) : nullptr; }

std::array<std::size_t, 3> Image::extent() const {
  if (layout.type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
    return {layout.width, layout.arraySize, 1};
  return {layout.width, layout.height, layout.slices()};
}

BoxPitches Image::boxPitchesOf(const BoxPitches &pitches) const {
  // The second place of an origin in a 1D array is the number of an image.
  if (layout.type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
    return {pitches.slice, pitches.slice * layout.arraySize};
  return pitches;
}

std::size_t Image::offsetOf(const std::array<std::size_t, 3> &origin,
                            const BoxPitches &pitches) const {
  const BoxPitches box = boxPitchesOf(pitches);
  return origin[0] * pixelFormat->pixelSize + origin[1] * box.row + origin[2] * box.slice;
}

BoxSize Image::boxSize(const std::array<std::size_t, 3> &region) const {
  return {region[0] * pixelFormat->pixelSize, region[1], region[2]};
}

std::byte *Image::mappedPointer(const std::array<std::size_t, 3> &origin) const {
  return (host ? static_cast<std::byte *>(host) : bytes) + offsetOf(origin, hostPitches);
}

void Image::updateHostCopy(const Mapping &mapping) const {
  if (shadow)
    copyBox(mappedPointer(mapping.origin), boxPitchesOf(hostPitches),
            bytes + offsetOf(mapping.origin, layout.pitches), boxPitches(),
            boxSize(mapping.region));
}

void Image::updateDeviceCopy(const Mapping &mapping) const {
  if (shadow)
    copyBox(bytes + offsetOf(mapping.origin, layout.pitches), boxPitches(),
            mappedPointer(mapping.origin), boxPitchesOf(hostPitches), boxSize(mapping.region));
}

} // namespace heddle
