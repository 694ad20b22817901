// How a chain of commands unwinds: the thread that ends a command finds those that it made ready
// and starts them. A command that runs at once ends at once and makes others ready, so a long chain
// would recurse; instead, the outermost call on each thread keeps a list and works it off.
#include "runtime/command_graph.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/support/log.hpp"

namespace heddle {

/// Commands with a counted reference each, linked by Command::nextReady.
struct CommandGraph::ReadyList {
  Command *first = nullptr;
  Command **end = &first;

  /// Null when it is empty.
  Command *take() {
    Command *taken = first;
    if (!taken)
      return nullptr;
    first = taken->nextReady;
    if (!first)
      end = &first;
    return taken;
  }
};

// A plain pointer: a thread-local object with a destructor could be gone when a thread that ends
// still releases a user event.
thread_local CommandGraph::ReadyList *CommandGraph::readyList = nullptr;

void CommandGraph::insert(Ref<Command> command, std::span<Event *const> waitList, Event *previous,
                          std::span<const Ref<Event>> order, bool callerWaits) {
  command->callerWaits = callerWaits;
  if (CommandTrace *trace = command->commandTrace())
    for (Event *event : waitList)
      if (event->trace())
        trace->waitsFor(event->trace());
  for (Event *event : waitList)
    if (!event->addDependent(*command, EdgeKind::waitList) && event->status() < 0)
      command->dependencyFailed.store(true, std::memory_order_relaxed);
  if (previous)
    previous->addDependent(*command, EdgeKind::order);
  for (const Ref<Event> &event : order)
    event->addDependent(*command, EdgeKind::order);
  // While edges are left, another thread starts the command: then nobody may run it in the
  // caller's name. The flag is read only by the thread that removes the last edge.
  if (command->pending.load(std::memory_order_acquire) != 1)
    command->callerWaits = false;
  edgeGone(std::move(command), EdgeKind::order, CL_COMPLETE);
}

void CommandGraph::edgeGone(Ref<Command> command, EdgeKind edge, cl_int status) {
  if (status < 0 && edge == EdgeKind::waitList)
    command->dependencyFailed.store(true, std::memory_order_relaxed);
  if (command->pending.fetch_sub(1, std::memory_order_acq_rel) == 1)
    makeReady(std::move(command));
}

void CommandGraph::makeReady(Ref<Command> command) {
  if (readyList) {
    Command *last = command.detach();
    *readyList->end = last;
    readyList->end = &last->nextReady;
    return;
  }
  ReadyList list;
  readyList = &list;
  start(*command.detach());
  while (Command *next = list.take())
    start(*next);
  readyList = nullptr;
}

CommandGraph::WaitingScope::WaitingScope() : outer(readyList) {
  if (!readyList)
    return;
  while (Command *next = readyList->take())
    start(*next);
  readyList = nullptr;
}

CommandGraph::WaitingScope::~WaitingScope() { readyList = outer; }

void CommandGraph::start(Command &command) {
  if (command.ownerQueue->profiling())
    command.stamps.submitted = hostTimer();
  if (CommandTrace *trace = command.commandTrace())
    trace->submitted();
  command.advance(CL_SUBMITTED);
  if (logEnabled(LogTopic::queue))
    log(LogTopic::queue, "command %p of type 0x%x is ready", static_cast<void *>(&command),
        command.commandType());
  // The reference that came with the command is given up by finish().
  if (command.dependencyFailed.load(std::memory_order_relaxed))
    command.finish(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  else
    command.submit();
}

} // namespace heddle
