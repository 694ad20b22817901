// Commands that move bytes of buffers.
#include "icd/enqueue_buffer.hpp"

#include "icd/enqueue.hpp"
#include "runtime/buffer.hpp"
#include "runtime/commands/copy.hpp"
#include "runtime/commands/fill.hpp"
#include "runtime/commands/marker.hpp"

#include <bit>

using namespace heddle;

namespace {

/// A buffer that a command of the queue works on: CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT.
cl_int findBuffer(const CommandQueue &queue, cl_mem handle, Buffer *&buffer) {
  buffer = fromHandle<Buffer>(handle);
  if (!buffer)
    return CL_INVALID_MEM_OBJECT;
  if (&buffer->context() != &queue.context())
    return CL_INVALID_CONTEXT;
  // CL_MISALIGNED_SUB_BUFFER_OFFSET: made for another device of the context.
  if (buffer->offset() % queue.device().limits().memBaseAddrAlign != 0)
    return CL_MISALIGNED_SUB_BUFFER_OFFSET;
  return CL_SUCCESS;
}

CopySide bufferSide(Buffer &buffer, std::size_t offset) {
  return {buffer.data() + offset, 0, 0, Ref(buffer)};
}

CopySide bufferSide(Buffer &buffer, const Box &box) {
  return {buffer.data() + box.offset, box.rowPitch, box.slicePitch, Ref(buffer)};
}

CopySide hostSide(const void *pointer) {
  // The one type serves both directions; a source is only read.
  return {static_cast<std::byte *>(const_cast<void *>(pointer)), 0, 0, nullptr};
}

CopySide hostSide(const void *pointer, const Box &box) {
  return {static_cast<std::byte *>(const_cast<void *>(pointer)) + box.offset, box.rowPitch,
          box.slicePitch, nullptr};
}

enum class Direction { read, write };

/// CL_INVALID_OPERATION: the buffer was created with flags that keep the host out.
bool hostMayAccess(const Buffer &buffer, Direction direction) {
  return direction == Direction::read ? buffer.hostMayRead() : buffer.hostMayWrite();
}

Result<Ref<Command>> makeTransfer(CommandQueue &queue, Direction direction, cl_mem handle,
                                  std::size_t offset, std::size_t size, const void *pointer) {
  Buffer *buffer;
  if (cl_int error = findBuffer(queue, handle, buffer))
    return error;
  // CL_INVALID_VALUE: outside of the buffer, or no memory. No bytes at all are a command like
  // others.
  if (!pointer || !inBounds(offset, size, buffer->size()))
    return CL_INVALID_VALUE;
  if (!hostMayAccess(*buffer, direction))
    return CL_INVALID_OPERATION;
  if (direction == Direction::read)
    return CopyCommand::create(queue, CL_COMMAND_READ_BUFFER, bufferSide(*buffer, offset),
                               hostSide(pointer), size);
  return CopyCommand::create(queue, CL_COMMAND_WRITE_BUFFER, hostSide(pointer),
                             bufferSide(*buffer, offset), size);
}

struct RectArguments {
  const size_t *bufferOrigin;
  const size_t *hostOrigin;
  const size_t *region;
  size_t bufferRowPitch, bufferSlicePitch;
  size_t hostRowPitch, hostSlicePitch;
};

Result<Ref<Command>> makeRectTransfer(CommandQueue &queue, Direction direction, cl_mem handle,
                                      const RectArguments &arguments, const void *pointer) {
  Buffer *buffer;
  if (cl_int error = findBuffer(queue, handle, buffer))
    return error;
  if (!pointer || !arguments.bufferOrigin || !arguments.hostOrigin || !arguments.region)
    return CL_INVALID_VALUE;
  const Region region{arguments.region[0], arguments.region[1], arguments.region[2]};
  Box bufferBox, hostBox;
  if (cl_int error = readBox(arguments.bufferOrigin, region, arguments.bufferRowPitch,
                             arguments.bufferSlicePitch, bufferBox))
    return error;
  if (cl_int error = readBox(arguments.hostOrigin, region, arguments.hostRowPitch,
                             arguments.hostSlicePitch, hostBox))
    return error;
  if (bufferBox.end > buffer->size())
    return CL_INVALID_VALUE;
  if (!hostMayAccess(*buffer, direction))
    return CL_INVALID_OPERATION;
  CopySide device = bufferSide(*buffer, bufferBox);
  CopySide host = hostSide(pointer, hostBox);
  if (direction == Direction::read)
    return CopyCommand::create(queue, CL_COMMAND_READ_BUFFER_RECT, std::move(device),
                               std::move(host), region[0], region[1], region[2]);
  return CopyCommand::create(queue, CL_COMMAND_WRITE_BUFFER_RECT, std::move(host),
                             std::move(device), region[0], region[1], region[2]);
}

} // namespace

namespace heddle {

Result<Ref<Command>> makeBufferCopy(CommandQueue &queue, cl_mem sourceHandle,
                                    cl_mem destinationHandle, std::size_t sourceOffset,
                                    std::size_t destinationOffset, std::size_t size) {
  Buffer *source, *destination;
  if (cl_int error = findBuffer(queue, sourceHandle, source))
    return error;
  if (cl_int error = findBuffer(queue, destinationHandle, destination))
    return error;
  if (!inBounds(sourceOffset, size, source->size()) ||
      !inBounds(destinationOffset, size, destination->size()))
    return CL_INVALID_VALUE;
  // Parts of one buffer share bytes; so addresses decide, not objects.
  const std::byte *from = source->data() + sourceOffset;
  const std::byte *to = destination->data() + destinationOffset;
  if (from < to + size && to < from + size)
    return CL_MEM_COPY_OVERLAP;
  return CopyCommand::create(queue, CL_COMMAND_COPY_BUFFER, bufferSide(*source, sourceOffset),
                             bufferSide(*destination, destinationOffset), size);
}

Result<Ref<Command>> makeBufferRectCopy(CommandQueue &queue, cl_mem sourceHandle,
                                        cl_mem destinationHandle, const std::size_t *sourceOrigin,
                                        const std::size_t *destinationOrigin,
                                        const std::size_t *regionSizes, std::size_t sourceRowPitch,
                                        std::size_t sourceSlicePitch,
                                        std::size_t destinationRowPitch,
                                        std::size_t destinationSlicePitch) {
  Buffer *source, *destination;
  if (cl_int error = findBuffer(queue, sourceHandle, source))
    return error;
  if (cl_int error = findBuffer(queue, destinationHandle, destination))
    return error;
  if (!sourceOrigin || !destinationOrigin || !regionSizes)
    return CL_INVALID_VALUE;
  const Region region{regionSizes[0], regionSizes[1], regionSizes[2]};
  Box from, to;
  if (cl_int error = readBox(sourceOrigin, region, sourceRowPitch, sourceSlicePitch, from))
    return error;
  if (cl_int error =
          readBox(destinationOrigin, region, destinationRowPitch, destinationSlicePitch, to))
    return error;
  if (from.end > source->size() || to.end > destination->size())
    return CL_INVALID_VALUE;
  // CL_INVALID_VALUE: within one buffer both sides have the same pitches.
  if (source == destination && (from.rowPitch != to.rowPitch || from.slicePitch != to.slicePitch))
    return CL_INVALID_VALUE;
  if (boxesOverlap(from, to, destination->data() - source->data(), region))
    return CL_MEM_COPY_OVERLAP;
  return CopyCommand::create(queue, CL_COMMAND_COPY_BUFFER_RECT, bufferSide(*source, from),
                             bufferSide(*destination, to), region[0], region[1], region[2]);
}

Result<Ref<Command>> makeBufferFill(CommandQueue &queue, cl_mem handle, const void *pattern,
                                    std::size_t patternSize, std::size_t offset, std::size_t size) {
  Buffer *buffer;
  if (cl_int error = findBuffer(queue, handle, buffer))
    return error;
  if (!inBounds(offset, size, buffer->size()))
    return CL_INVALID_VALUE;
  // CL_INVALID_VALUE: patterns have the sizes of OpenCL C's types, and offset and size are
  // multiples of them.
  if (!pattern || !std::has_single_bit(patternSize) || patternSize > FillCommand::largestPattern ||
      offset % patternSize != 0 || size % patternSize != 0)
    return CL_INVALID_VALUE;
  return FillCommand::create(queue, CL_COMMAND_FILL_BUFFER, bufferSide(*buffer, offset),
                             {.bytes = size}, pattern, patternSize);
}

} // namespace heddle

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer,
                                                    cl_bool blocking, size_t offset, size_t size,
                                                    void *ptr, cl_uint numEvents,
                                                    const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event, blocking != CL_FALSE},
                        [&](CommandQueue &target) {
                          return makeTransfer(target, Direction::read, buffer, offset, size, ptr);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer,
                                                     cl_bool blocking, size_t offset, size_t size,
                                                     const void *ptr, cl_uint numEvents,
                                                     const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event, blocking != CL_FALSE},
                        [&](CommandQueue &target) {
                          return makeTransfer(target, Direction::write, buffer, offset, size, ptr);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBufferRect(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *bufferOrigin,
    const size_t *hostOrigin, const size_t *region, size_t bufferRowPitch, size_t bufferSlicePitch,
    size_t hostRowPitch, size_t hostSlicePitch, void *ptr, cl_uint numEvents,
    const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event, blocking != CL_FALSE},
                        [&](CommandQueue &target) {
                          return makeRectTransfer(target, Direction::read, buffer,
                                                  {bufferOrigin, hostOrigin, region, bufferRowPitch,
                                                   bufferSlicePitch, hostRowPitch, hostSlicePitch},
                                                  ptr);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBufferRect(
    cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *bufferOrigin,
    const size_t *hostOrigin, const size_t *region, size_t bufferRowPitch, size_t bufferSlicePitch,
    size_t hostRowPitch, size_t hostSlicePitch, const void *ptr, cl_uint numEvents,
    const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event, blocking != CL_FALSE},
                        [&](CommandQueue &target) {
                          return makeRectTransfer(target, Direction::write, buffer,
                                                  {bufferOrigin, hostOrigin, region, bufferRowPitch,
                                                   bufferSlicePitch, hostRowPitch, hostSlicePitch},
                                                  ptr);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem source,
                                                    cl_mem destination, size_t sourceOffset,
                                                    size_t destinationOffset, size_t size,
                                                    cl_uint numEvents, const cl_event *events,
                                                    cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeBufferCopy(target, source, destination, sourceOffset, destinationOffset, size);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferRect(
    cl_command_queue queue, cl_mem source, cl_mem destination, const size_t *sourceOrigin,
    const size_t *destinationOrigin, const size_t *region, size_t sourceRowPitch,
    size_t sourceSlicePitch, size_t destinationRowPitch, size_t destinationSlicePitch,
    cl_uint numEvents, const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeBufferRectCopy(target, source, destination, sourceOrigin, destinationOrigin, region,
                              sourceRowPitch, sourceSlicePitch, destinationRowPitch,
                              destinationSlicePitch);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer,
                                                    const void *pattern, size_t patternSize,
                                                    size_t offset, size_t size, cl_uint numEvents,
                                                    const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event}, [&](CommandQueue &target) {
    return makeBufferFill(target, buffer, pattern, patternSize, offset, size);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemObjects(
    cl_command_queue queue, cl_uint numMemObjects, const cl_mem *memObjects,
    cl_mem_migration_flags flags, cl_uint numEvents, const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event},
                        [&](CommandQueue &target) -> Result<Ref<Command>> {
                          if (numMemObjects == 0 || !memObjects || !migrationFlagsAreValid(flags))
                            return CL_INVALID_VALUE;
                          for (cl_uint i = 0; i < numMemObjects; ++i) {
                            MemoryObject *object = fromHandle<MemoryObject>(memObjects[i]);
                            if (!object)
                              return CL_INVALID_MEM_OBJECT;
                            if (&object->context() != &target.context())
                              return CL_INVALID_CONTEXT;
                          }
                          // Host and device share the memory: it is where it should be.
                          return MarkerCommand::create(target, CL_COMMAND_MIGRATE_MEM_OBJECTS);
                        });
}
