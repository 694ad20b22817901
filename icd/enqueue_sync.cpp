// Markers and barriers.
#include "icd/enqueue.hpp"
#include "runtime/commands/marker.hpp"

using namespace heddle;

CL_API_ENTRY cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue,
                                                            cl_uint numEvents,
                                                            const cl_event *events,
                                                            cl_event *event) {
  // Without a list, it waits for all that was enqueued before.
  const auto ordering =
      numEvents == 0 ? CommandQueue::Ordering::afterAll : CommandQueue::Ordering::usual;
  return enqueueCommand(queue, {numEvents, events, event, false, ordering},
                        [&](CommandQueue &target) -> Result<Ref<Command>> {
                          return MarkerCommand::create(target, CL_COMMAND_MARKER);
                        });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue,
                                                             cl_uint numEvents,
                                                             const cl_event *events,
                                                             cl_event *event) {
  const auto ordering =
      numEvents == 0 ? CommandQueue::Ordering::barrier : CommandQueue::Ordering::waitListFence;
  return enqueueCommand(queue, {numEvents, events, event, false, ordering},
                        [&](CommandQueue &target) -> Result<Ref<Command>> {
                          return MarkerCommand::create(target, CL_COMMAND_BARRIER);
                        });
}
