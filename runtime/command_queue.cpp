#include "runtime/command_queue.hpp"

#include "runtime/command_graph.hpp"
#include "runtime/commands/marker.hpp"
#include "runtime/context.hpp"

namespace heddle {

Result<Ref<CommandQueue>> CommandQueue::create(Context &context, Device &device,
                                               cl_command_queue_properties properties,
                                               std::vector<cl_queue_properties> propertyList,
                                               const Hints &hints) {
  return Ref<CommandQueue>::adopt(
      new CommandQueue(context, device, properties, std::move(propertyList), hints));
}

CommandQueue::CommandQueue(Context &context, Device &device, cl_command_queue_properties properties,
                           std::vector<cl_queue_properties> propertyList, const Hints &hints)
    : Object(ObjectKind::commandQueue, &context), owner(Ref(context)), target(Ref(device)),
      flags(properties), list(std::move(propertyList)), wishes(hints),
      tracks(QueueTrace::create(onCallingThread() ? "on the calling thread"
                                : inOrder()       ? "in order"
                                                  : "out of order")) {
  owner->queueCreated(*this);
}

CommandQueue::~CommandQueue() { owner->queueDestroyed(*this); }

executor::Priority CommandQueue::priority() const {
  switch (wishes.priority) {
  case CL_QUEUE_PRIORITY_HIGH_KHR:
    return executor::Priority::high;
  case CL_QUEUE_PRIORITY_LOW_KHR:
    return executor::Priority::low;
  default:
    return executor::Priority::medium;
  }
}

cl_int CommandQueue::enqueue(const Ref<Command> &command, const WaitList &waitList, bool blocking,
                             Ordering ordering) {
  Ref<Event> previous;
  std::vector<Ref<Event>> order;
  {
    MutexLock lock(mutex);
    if (inOrder()) {
      previous = std::exchange(last, command);
    } else {
      if (ordering != Ordering::afterAll)
        previous = last;
      if (ordering == Ordering::afterAll || ordering == Ordering::barrier)
        for (Command *other = outstanding; other; other = other->nextOutstanding)
          order.push_back(Ref<Event>(other));
      command->isOutstanding = true;
      command->nextOutstanding = outstanding;
      if (outstanding)
        outstanding->previousOutstanding = command.get();
      outstanding = command.get();
      if (ordering == Ordering::barrier || ordering == Ordering::waitListFence)
        last = command;
    }
  }
  if (onCallingThread()) {
    if (previous)
      order.push_back(std::exchange(previous, nullptr));
    // Counted: while this thread waits, another one may release an event.
    for (Event *event : waitList)
      order.push_back(Ref(*event));
    for (const Ref<Event> &event : order)
      event->wait();
  }
  // From here on other threads may already draw edges from this command; it cannot end before its
  // own edges are drawn, so they stay in order.
  CommandGraph::insert(command, waitList, previous.get(), order, blocking);
  if (!blocking && !onCallingThread())
    return CL_SUCCESS;
  cl_int status = command->wait();
  return status == CL_COMPLETE || !blocking ? CL_SUCCESS : status;
}

cl_int CommandQueue::finish() {
  Ref<Command> marker = MarkerCommand::create(*this, CL_COMMAND_MARKER);
  enqueue(marker, {}, true, Ordering::afterAll);
  return CL_SUCCESS;
}

void CommandQueue::commandEnded(Command &command) {
  // Dropped after the lock: it may be the last reference to anything.
  Ref<Command> dropped;
  MutexLock lock(mutex);
  if (command.isOutstanding) {
    Command *const before = command.previousOutstanding;
    Command *const after = command.nextOutstanding;
    (before ? before->nextOutstanding : outstanding) = after;
    if (after)
      after->previousOutstanding = before;
  }
  if (last.get() == &command)
    std::swap(dropped, last);
}

} // namespace heddle
