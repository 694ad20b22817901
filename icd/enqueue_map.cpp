// Mapping and unmapping of memory objects.
#include "icd/enqueue.hpp"
#include "runtime/commands/map.hpp"

using namespace heddle;

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
        // CL_INVALID_OPERATION: the buffer was created with flags that keep the host out.
        if (((flags & CL_MAP_READ) && !buffer->hostMayRead()) ||
            ((flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) && !buffer->hostMayWrite()))
          return CL_INVALID_OPERATION;
        Ref<MapCommand> command = MapCommand::create(target, *buffer, offset, size, flags);
        pointer = command->pointer();
        return Ref<Command>(std::move(command));
      });
  if (errcodeRet)
    *errcodeRet = status;
  return status == CL_SUCCESS ? pointer : nullptr;
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
                          // CL_INVALID_VALUE: not a pointer that mapping gave. Only buffers can be
                          // mapped.
                          Buffer *buffer = fromHandle<Buffer>(handle);
                          if (!buffer || !mappedPtr)
                            return CL_INVALID_VALUE;
                          return UnmapCommand::create(target, *buffer, mappedPtr);
                        });
}
