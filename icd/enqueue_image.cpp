// Commands on images. The device has none, so no memory object that is given here can be one.
#include "icd/entry.hpp"
#include "icd/validate.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/memory_object.hpp"

using namespace heddle;

namespace {

/// The queue, the memory objects (the second may be absent) and the wait list, then
/// CL_INVALID_OPERATION: the device of the queue does not support images.
cl_int refuseImageCommand(cl_command_queue handle, cl_mem memObject, const cl_mem *second,
                          cl_uint numEvents, const cl_event *events) {
  return returnStatus([&]() -> cl_int {
    CommandQueue *queue = fromHandle<CommandQueue>(handle);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    WaitList waitList;
    if (cl_int error = readWaitList(queue->context(), numEvents, events, waitList))
      return error;
    if (!fromHandle<MemoryObject>(memObject) || (second && !fromHandle<MemoryObject>(*second)))
      return CL_INVALID_MEM_OBJECT;
    return CL_INVALID_OPERATION;
  });
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool,
                                                   const size_t *, const size_t *, size_t, size_t,
                                                   void *, cl_uint numEvents,
                                                   const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, image, nullptr, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool,
                                                    const size_t *, const size_t *, size_t, size_t,
                                                    const void *, cl_uint numEvents,
                                                    const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, image, nullptr, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image,
                                                   const void *, const size_t *, const size_t *,
                                                   cl_uint numEvents, const cl_event *events,
                                                   cl_event *) {
  return refuseImageCommand(queue, image, nullptr, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem source,
                                                   cl_mem destination, const size_t *,
                                                   const size_t *, const size_t *,
                                                   cl_uint numEvents, const cl_event *events,
                                                   cl_event *) {
  return refuseImageCommand(queue, source, &destination, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem source,
                                                           cl_mem destination, const size_t *,
                                                           const size_t *, size_t,
                                                           cl_uint numEvents,
                                                           const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, source, &destination, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem source,
                                                           cl_mem destination, size_t,
                                                           const size_t *, const size_t *,
                                                           cl_uint numEvents,
                                                           const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, source, &destination, numEvents, events);
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool,
                                                 cl_map_flags, const size_t *, const size_t *,
                                                 size_t *, size_t *, cl_uint numEvents,
                                                 const cl_event *events, cl_event *,
                                                 cl_int *errcodeRet) {
  cl_int status = refuseImageCommand(queue, image, nullptr, numEvents, events);
  if (errcodeRet)
    *errcodeRet = status;
  return nullptr;
}
