// Commands that move pixels: read, write, fill, copy.
#include "icd/enqueue_image.hpp"

#include "icd/enqueue.hpp"
#include "icd/image_region.hpp"
#include "runtime/buffer.hpp"
#include "runtime/commands/fill.hpp"

using namespace heddle;

namespace {

enum class Direction { read, write };

Ref<Command> copyPixels(CommandQueue &queue, cl_command_type type, CopySide source,
                        CopySide destination, const BoxSize &size) {
  return CopyCommand::create(queue, type, std::move(source), std::move(destination), size.bytes,
                             size.rows, size.slices);
}

/// clEnqueueReadImage and clEnqueueWriteImage.
Result<Ref<Command>> makeTransfer(CommandQueue &queue, Direction direction, cl_mem handle,
                                  const size_t *origin, const size_t *region, size_t rowPitch,
                                  size_t slicePitch, const void *pointer) {
  Image *image;
  if (cl_int error = findImage(queue, handle, image))
    return error;
  ImageRegion pixels;
  if (cl_int error = readImageRegion(*image, origin, region, pixels))
    return error;
  Box hostBox;
  if (cl_int error = readLinearBox(*image, pixels, rowPitch, slicePitch, hostBox))
    return error;
  if (!pointer)
    return CL_INVALID_VALUE;
  // CL_INVALID_OPERATION: the image was created with flags that keep the host out.
  if (direction == Direction::read ? !image->hostMayRead() : !image->hostMayWrite())
    return CL_INVALID_OPERATION;
  // The one type of a side serves both directions; a source is only read.
  CopySide host{static_cast<std::byte *>(const_cast<void *>(pointer)), hostBox.rowPitch,
                hostBox.slicePitch, nullptr};
  if (direction == Direction::read)
    return copyPixels(queue, CL_COMMAND_READ_IMAGE, imageSide(*image, pixels), std::move(host),
                      pixels.box);
  return copyPixels(queue, CL_COMMAND_WRITE_IMAGE, std::move(host), imageSide(*image, pixels),
                    pixels.box);
}

} // namespace

namespace heddle {

Result<Ref<Command>> makeImageFill(CommandQueue &queue, cl_mem handle, const void *color,
                                   const size_t *origin, const size_t *region) {
  Image *image;
  if (cl_int error = findImage(queue, handle, image))
    return error;
  if (!color)
    return CL_INVALID_VALUE;
  ImageRegion pixels;
  if (cl_int error = readImageRegion(*image, origin, region, pixels))
    return error;
  std::array<std::byte, 16> pixel;
  storeColor(image->format(), color, pixel.data());
  return FillCommand::create(queue, CL_COMMAND_FILL_IMAGE, imageSide(*image, pixels), pixels.box,
                             pixel.data(), image->format().pixelSize);
}

} // namespace heddle

namespace {

bool sameFormat(const Image &a, const Image &b) {
  const cl_image_format &x = a.format().name, &y = b.format().name;
  return x.image_channel_order == y.image_channel_order &&
         x.image_channel_data_type == y.image_channel_data_type;
}

/// The size of a region in rows and slices, as boxesOverlap() counts them.
Region rowsOf(const BoxSize &box) { return {box.bytes, box.rows, box.slices}; }

} // namespace

namespace heddle {

Result<Ref<Command>> makeImageCopy(CommandQueue &queue, cl_mem sourceHandle,
                                   cl_mem destinationHandle, const size_t *sourceOrigin,
                                   const size_t *destinationOrigin, const size_t *region) {
  Image *source, *destination;
  if (cl_int error = findImage(queue, sourceHandle, source))
    return error;
  if (cl_int error = findImage(queue, destinationHandle, destination))
    return error;
  if (!sameFormat(*source, *destination))
    return CL_IMAGE_FORMAT_MISMATCH;
  ImageRegion from, to;
  if (cl_int error = readImageRegion(*source, sourceOrigin, region, from))
    return error;
  if (cl_int error = readImageRegion(*destination, destinationOrigin, region, to))
    return error;
  // Images that are made of one object share pixels; so addresses decide, not objects.
  if (boxesOverlap(from.inMemory, to.inMemory, destination->data() - source->data(),
                   rowsOf(from.box)))
    return CL_MEM_COPY_OVERLAP;
  return copyPixels(queue, CL_COMMAND_COPY_IMAGE, imageSide(*source, from),
                    imageSide(*destination, to), from.box);
}

} // namespace heddle

namespace {

/// One side of a copy between an image and a buffer.
struct BufferArguments {
  cl_mem handle;
  size_t offset;
};

/// clEnqueueCopyImageToBuffer (read) and clEnqueueCopyBufferToImage (write).
Result<Ref<Command>> makeBufferCopy(CommandQueue &queue, Direction direction, cl_mem imageHandle,
                                    const BufferArguments &linear, const size_t *origin,
                                    const size_t *region) {
  Image *image;
  if (cl_int error = findImage(queue, imageHandle, image))
    return error;
  Buffer *buffer = fromHandle<Buffer>(linear.handle);
  // CL_INVALID_MEM_OBJECT: no buffer, or the one that the 1D image is made of.
  if (!buffer || (image->type() == CL_MEM_OBJECT_IMAGE1D_BUFFER && image->buffer() == buffer))
    return CL_INVALID_MEM_OBJECT;
  if (&buffer->context() != &queue.context())
    return CL_INVALID_CONTEXT;
  if (buffer->offset() % queue.device().limits().memBaseAddrAlign != 0)
    return CL_MISALIGNED_SUB_BUFFER_OFFSET;
  ImageRegion pixels;
  if (cl_int error = readImageRegion(*image, origin, region, pixels))
    return error;
  // In the buffer the pixels lie without gaps.
  Box box;
  if (cl_int error = readLinearBox(*image, pixels, 0, 0, box))
    return error;
  if (!inBounds(linear.offset, box.end, buffer->size()))
    return CL_INVALID_VALUE;
  // Not an error of the specification for other images of the buffer, but no copy could do it.
  if (boxesOverlap(pixels.inMemory, box, buffer->data() + linear.offset - image->data(),
                   rowsOf(pixels.box)))
    return CL_MEM_COPY_OVERLAP;
  CopySide bytes{buffer->data() + linear.offset, box.rowPitch, box.slicePitch,
                 Ref<MemoryObject>(*buffer)};
  if (direction == Direction::read)
    return copyPixels(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, imageSide(*image, pixels),
                      std::move(bytes), pixels.box);
  return copyPixels(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, std::move(bytes),
                    imageSide(*image, pixels), pixels.box);
}

} // namespace

namespace heddle {

Result<Ref<Command>> makeImageToBufferCopy(CommandQueue &queue, cl_mem image, cl_mem buffer,
                                           const std::size_t *origin, const std::size_t *region,
                                           std::size_t offset) {
  return makeBufferCopy(queue, Direction::read, image, {buffer, offset}, origin, region);
}

Result<Ref<Command>> makeBufferToImageCopy(CommandQueue &queue, cl_mem buffer, cl_mem image,
                                           std::size_t offset, const std::size_t *origin,
                                           const std::size_t *region) {
  return makeBufferCopy(queue, Direction::write, image, {buffer, offset}, origin, region);
}

} // namespace heddle

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image,
                                                   cl_bool blocking, const size_t *origin,
                                                   const size_t *region, size_t rowPitch,
                                                   size_t slicePitch, void *ptr, cl_uint numEvents,
                                                   const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event, blocking != CL_FALSE},
                        [&](CommandQueue &target) {
                          return makeTransfer(target, Direction::read, image, origin, region,
                                              rowPitch, slicePitch, ptr);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image,
                                                    cl_bool blocking, const size_t *origin,
                                                    const size_t *region, size_t rowPitch,
                                                    size_t slicePitch, const void *ptr,
                                                    cl_uint numEvents, const cl_event *events,
                                                    cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event, blocking != CL_FALSE},
                        [&](CommandQueue &target) {
                          return makeTransfer(target, Direction::write, image, origin, region,
                                              rowPitch, slicePitch, ptr);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image,
                                                   const void *color, const size_t *origin,
                                                   const size_t *region, cl_uint numEvents,
                                                   const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeImageFill(target, image, color, origin, region);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem source,
                                                   cl_mem destination, const size_t *sourceOrigin,
                                                   const size_t *destinationOrigin,
                                                   const size_t *region, cl_uint numEvents,
                                                   const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeImageCopy(target, source, destination, sourceOrigin, destinationOrigin, region);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(
    cl_command_queue queue, cl_mem image, cl_mem buffer, const size_t *origin, const size_t *region,
    size_t offset, cl_uint numEvents, const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeImageToBufferCopy(target, image, buffer, origin, region, offset);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(
    cl_command_queue queue, cl_mem buffer, cl_mem image, size_t offset, const size_t *origin,
    const size_t *region, cl_uint numEvents, const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeBufferToImageCopy(target, buffer, image, offset, origin, region);
  });
}
