// Commands on shared virtual memory, which the device has not: CL_INVALID_OPERATION.
#include "icd/entry.hpp"
#include "icd/validate.hpp"
#include "runtime/command_queue.hpp"

using namespace heddle;

namespace {

cl_int refuseSvmCommand(cl_command_queue handle, cl_uint numEvents, const cl_event *events) {
  return returnStatus([&]() -> cl_int {
    CommandQueue *queue = fromHandle<CommandQueue>(handle);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    WaitList waitList;
    if (cl_int error = readWaitList(queue->context(), numEvents, events, waitList))
      return error;
    return CL_INVALID_OPERATION;
  });
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint, void *[],
                                                 void(CL_CALLBACK *)(cl_command_queue, cl_uint,
                                                                     void *[], void *),
                                                 void *, cl_uint numEvents, const cl_event *events,
                                                 cl_event *) {
  return refuseSvmCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool, void *,
                                                   const void *, size_t, cl_uint numEvents,
                                                   const cl_event *events, cl_event *) {
  return refuseSvmCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *, const void *,
                                                    size_t, size_t, cl_uint numEvents,
                                                    const cl_event *events, cl_event *) {
  return refuseSvmCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool, cl_map_flags,
                                                void *, size_t, cl_uint numEvents,
                                                const cl_event *events, cl_event *) {
  return refuseSvmCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *, cl_uint numEvents,
                                                  const cl_event *events, cl_event *) {
  return refuseSvmCommand(queue, numEvents, events);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint,
                                                       const void **, const size_t *,
                                                       cl_mem_migration_flags, cl_uint numEvents,
                                                       const cl_event *events, cl_event *) {
  return refuseSvmCommand(queue, numEvents, events);
}
