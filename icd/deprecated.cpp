// Entry points of older versions that have a successor or nothing left to do.
#include "icd/entry.hpp"
#include "runtime/command_queue.hpp"

using namespace heddle;

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarker(cl_command_queue queue, cl_event *event) {
  if (!fromHandle<CommandQueue>(queue))
    return CL_INVALID_COMMAND_QUEUE;
  if (!event)
    return CL_INVALID_VALUE;
  return clEnqueueMarkerWithWaitList(queue, 0, nullptr, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue) {
  return clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint numEvents,
                                                       const cl_event *events) {
  if (!fromHandle<CommandQueue>(queue))
    return CL_INVALID_COMMAND_QUEUE;
  if (numEvents == 0 || !events)
    return CL_INVALID_VALUE;
  cl_int status = clEnqueueBarrierWithWaitList(queue, numEvents, events, nullptr);
  // The old function knows no wait lists, so it speaks of the event itself.
  return status == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : status;
}

CL_API_ENTRY cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue queue,
                                                          cl_command_queue_properties, cl_bool,
                                                          cl_command_queue_properties *) {
  // CL_INVALID_OPERATION: queues of devices above version 1.0 do not change.
  return fromHandle<CommandQueue>(queue) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadCompiler(void) { return CL_SUCCESS; }
