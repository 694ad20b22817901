// Commands on images. The device has none, so no memory object that is given here can be one.
#include "icd/entry.hpp"
#include "icd/validate.hpp"
#include "runtime/command_queue.hpp"

using namespace heddle;

namespace {

/// The queue and the wait list, then CL_INVALID_MEM_OBJECT: whatever the handle is, it is no image.
cl_int refuseImageCommand(cl_command_queue handle, cl_uint numEvents, const cl_event *events) {
  return returnStatus([&]() -> cl_int {
    CommandQueue *queue = fromHandle<CommandQueue>(handle);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    WaitList waitList;
    if (cl_int error = readWaitList(queue->context(), numEvents, events, waitList))
      return error;
    return CL_INVALID_MEM_OBJECT;
  });
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem, cl_bool,
                                                   const size_t *, const size_t *, size_t, size_t,
                                                   void *, cl_uint numEvents,
                                                   const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem, cl_bool,
                                                    const size_t *, const size_t *, size_t, size_t,
                                                    const void *, cl_uint numEvents,
                                                    const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem, const void *,
                                                   const size_t *, const size_t *,
                                                   cl_uint numEvents, const cl_event *events,
                                                   cl_event *) {
  return refuseImageCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem, cl_mem,
                                                   const size_t *, const size_t *, const size_t *,
                                                   cl_uint numEvents, const cl_event *events,
                                                   cl_event *) {
  return refuseImageCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem, cl_mem,
                                                           const size_t *, const size_t *, size_t,
                                                           cl_uint numEvents,
                                                           const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem, cl_mem,
                                                           size_t, const size_t *, const size_t *,
                                                           cl_uint numEvents,
                                                           const cl_event *events, cl_event *) {
  return refuseImageCommand(queue, numEvents, events);
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem, cl_bool,
                                                 cl_map_flags, const size_t *, const size_t *,
                                                 size_t *, size_t *, cl_uint numEvents,
                                                 const cl_event *events, cl_event *,
                                                 cl_int *errcodeRet) {
  cl_int status = refuseImageCommand(queue, numEvents, events);
  if (errcodeRet)
    *errcodeRet = status;
  return nullptr;
}
