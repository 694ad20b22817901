// What all clEnqueue* functions have in common: the queue, the wait list, blocking, the event.
#ifndef HEDDLE_ICD_ENQUEUE_HPP
#define HEDDLE_ICD_ENQUEUE_HPP

#include "icd/entry.hpp"
#include "icd/validate.hpp"
#include "runtime/command_queue.hpp"

namespace heddle {

/// The tail of every clEnqueue* function.
struct EnqueueTail {
  cl_uint numEvents = 0;
  const cl_event *events = nullptr;
  cl_event *event = nullptr;
  bool blocking = false;
  CommandQueue::Ordering ordering = CommandQueue::Ordering::usual;
};

/// Checks queue and wait list, lets `make(CommandQueue &) -> Result<Ref<Command>>` check the rest
/// and build the command, enqueues it, and hands its event out.
template <typename Make>
cl_int enqueueCommand(cl_command_queue commandQueue, const EnqueueTail &tail,
                      Make &&make) noexcept {
  return guarded([&]() -> cl_int {
    CommandQueue *queue = fromHandle<CommandQueue>(commandQueue);
    if (!queue)
      return CL_INVALID_COMMAND_QUEUE;
    WaitList waitList;
    if (cl_int error = readWaitList(queue->context(), tail.numEvents, tail.events, waitList))
      return error;
    auto made = make(*queue);
    if (!made)
      return made.error();
    Ref<Command> command = std::move(*made);
    if (cl_int error = queue->enqueue(command, waitList, tail.blocking, tail.ordering))
      return error;
    if (tail.event) {
      command->retainForApplication();
      *tail.event = command->handle();
    }
    return CL_SUCCESS;
  });
}

} // namespace heddle

#endif
