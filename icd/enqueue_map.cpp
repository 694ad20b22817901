// Mapping and unmapping of memory objects.
#include "icd/enqueue.hpp"
#include "icd/image_region.hpp"
#include "runtime/buffer.hpp"
#include "runtime/commands/map.hpp"

using namespace heddle;

namespace {

/// CL_INVALID_OPERATION: the object was created with flags that keep the host out.
bool hostMayMap(const MemoryObject &object, cl_map_flags flags) {
  const bool writes = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
  return (!(flags & CL_MAP_READ) || object.hostMayRead()) && (!writes || object.hostMayWrite());
}

} // namespace

CL_API_ENTRY void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem handle,
                                                  cl_bool blocking, cl_map_flags flags,
                                                  size_t offset, size_t size, cl_uint numEvents,
                                                  const cl_event *events, cl_event *event,
                                                  cl_int *errcodeRet) {
  void *pointer = nullptr;
  cl_int status = enqueueCommand(
      queue, {numEvents, events, event, blocking != CL_FALSE},
      [&](CommandQueue &target) -> Result<Ref<Command>> {
        Buffer *buffer = fromHandle<Buffer>(handle);
        if (!buffer)
          return CL_INVALID_MEM_OBJECT;
        if (&buffer->context() != &target.context())
          return CL_INVALID_CONTEXT;
        if (buffer->offset() % target.device().limits().memBaseAddrAlign != 0)
          return CL_MISALIGNED_SUB_BUFFER_OFFSET;
        // CL_INVALID_VALUE: outside of the buffer, no bytes, or flags that exclude one another.
        if (size == 0 || !inBounds(offset, size, buffer->size()) || !mapFlagsAreValid(flags))
          return CL_INVALID_VALUE;
        if (!hostMayMap(*buffer, flags))
          return CL_INVALID_OPERATION;
        pointer = buffer->mappedPointer(offset);
        return MapCommand::create(
            target, CL_COMMAND_MAP_BUFFER, *buffer,
            {.pointer = pointer, .flags = flags, .origin = {offset, 0, 0}, .region = {size, 1, 1}});
      });
  if (errcodeRet)
    *errcodeRet = status;
  return status == CL_SUCCESS ? pointer : nullptr;
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem handle,
                                                 cl_bool blocking, cl_map_flags flags,
                                                 const size_t *origin, const size_t *region,
                                                 size_t *rowPitch, size_t *slicePitch,
                                                 cl_uint numEvents, const cl_event *events,
                                                 cl_event *event, cl_int *errcodeRet) {
  void *pointer = nullptr;
  BoxPitches pitches;
  cl_int status = enqueueCommand(
      queue, {numEvents, events, event, blocking != CL_FALSE},
      [&](CommandQueue &target) -> Result<Ref<Command>> {
        Image *image;
        if (cl_int error = findImage(target, handle, image))
          return error;
        ImageRegion mapped;
        if (cl_int error = readImageRegion(*image, origin, region, mapped))
          return error;
        // CL_INVALID_VALUE: nowhere to tell how far rows are apart, or slices where there are any.
        if (!mapFlagsAreValid(flags) || !rowPitch || (image->shape().hasSlices() && !slicePitch))
          return CL_INVALID_VALUE;
        if (!hostMayMap(*image, flags))
          return CL_INVALID_OPERATION;
        pitches = image->mappedPitches();
        if (!image->shape().hasSlices())
          pitches.slice = 0;
        pointer = image->mappedPointer(mapped.origin);
        return MapCommand::create(
            target, CL_COMMAND_MAP_IMAGE, *image,
            {.pointer = pointer, .flags = flags, .origin = mapped.origin, .region = mapped.size});
      });
  if (errcodeRet)
    *errcodeRet = status;
  if (status != CL_SUCCESS)
    return nullptr;
  *rowPitch = pitches.row;
  if (slicePitch)
    *slicePitch = pitches.slice;
  return pointer;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem handle,
                                                        void *mappedPtr, cl_uint numEvents,
                                                        const cl_event *events, cl_event *event) {
  return enqueueCommand(queue, {numEvents, events, event},
                        [&](CommandQueue &target) -> Result<Ref<Command>> {
                          MemoryObject *object = fromHandle<MemoryObject>(handle);
                          if (!object)
                            return CL_INVALID_MEM_OBJECT;
                          if (&object->context() != &target.context())
                            return CL_INVALID_CONTEXT;
                          // CL_INVALID_VALUE: not a pointer that mapping gave.
                          if (!mappedPtr)
                            return CL_INVALID_VALUE;
                          return UnmapCommand::create(target, *object, mappedPtr);
                        });
}
