#include "runtime/command.hpp"

#include "runtime/command_graph.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/executor/fault_guard.hpp"
#include "runtime/executor/thread_pool.hpp"
#include "runtime/running_here.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <atomic>

namespace heddle {

namespace {

/// Calls the function, in which a fault is a message and CL_OUT_OF_RESOURCES where that is wanted
/// and possible. `what` is Command::whatFaults().
template <typename Function> cl_int guarded(const char *what, Function &&function) {
  if (!what || !options().catchFaults)
    return function();
  cl_int status = CL_SUCCESS;
  const auto call = [&] { status = function(); };
  const std::optional<executor::Fault> fault = executor::FaultGuard::run(
      [](void *argument) { (*static_cast<decltype(call) *>(argument))(); },
      const_cast<void *>(static_cast<const void *>(&call)));
  if (!fault)
    return status;
  complain("%s: %s; its command fails", what, fault->description().c_str());
  return CL_OUT_OF_RESOURCES;
}

} // namespace

/// Brings a command that is one function, or pieces of one, to worker threads.
class CommandTask final : public executor::Task {
public:
  explicit CommandTask(Command &command)
      : Task({.units = command.pieces(),
              .owner = command.queue(),
              .priority = command.queue()->priority(),
              .group = command.queue()->device().workerGroup()}),
        command(command), isWhole(command.pieces() == 1) {}

  void starting() override { command.markStarted(); }
  void run(std::uint64_t first, std::uint64_t count, executor::Worker &) override {
    if (isWhole)
      status = command.executeGuarded();
    else if (status.load(std::memory_order_relaxed) == CL_SUCCESS) // the others would fault, too
      if (const cl_int how = command.executePiecesGuarded(first, count))
        status = how;
  }
  void finished() override {
    Command &ended = command;
    cl_int how = status;
    delete this;
    ended.finish(how);
  }

private:
  Command &command;
  const bool isWhole;
  std::atomic<cl_int> status{CL_SUCCESS};
};

Command::Command(CommandQueue &queue, cl_command_type type, Unseen)
    : Event(queue.context(), type, CL_QUEUED), ownerQueue(Ref(queue)) {
  if (queue.profiling())
    stamps.queued = hostTimer();
}

Command::Command(CommandQueue &queue, cl_command_type type, bool mayBeSkipped)
    : Command(queue, type, Unseen()) {
  if (QueueTrace *tracks = queue.trace(); tracks && !(mayBeSkipped && Trace::skipsNext())) {
    // The call begins here if it was skipped.
    Trace::mayTakeLong();
    traced = std::make_shared<CommandTrace>(*tracks);
  }
}

Command::~Command() = default;

Context &Command::context() const { return ownerQueue->context(); }

void Command::submit() {
  if (runsQuickly() || ownerQueue->onCallingThread() || (callerWaits && pieces() == 1)) {
    markStarted();
    cl_int status = CL_SUCCESS;
    if (runsQuickly()) {
      status = executeGuarded();
    } else {
      RunningHere here(*this);
      status = executeGuarded();
    }
    finish(status);
  } else {
    executor::ThreadPool::shared().submit(*new CommandTask(*this));
  }
}

cl_int Command::executeGuarded() {
  const TracedPart part(commandTrace(), traced ? traceName() : "", 0, 1);
  return guarded(whatFaults(), [this] { return execute(); });
}

cl_int Command::executePiecesGuarded(std::uint64_t first, std::uint64_t count) {
  const TracedPart part(commandTrace(), traced ? traceName() : "", first, count);
  return guarded(whatFaults(), [&] {
    executePieces(first, count);
    return CL_SUCCESS;
  });
}

void Command::markStarted() {
  if (ownerQueue->profiling())
    stamps.started = hostTimer();
  if (CommandTrace *trace = commandTrace())
    trace->started();
  advance(CL_RUNNING);
}

bool Command::isSkipped() const { return !traced && ownerQueue->trace(); }

void Command::traceLate(std::uint64_t start, cl_int status) const {
  Trace::hasNotSkipped();
  CommandTrace late(*ownerQueue->trace(), start);
  traceEnd(late, status);
}

void Command::traceIfLong(std::uint64_t ticks) {
  if (!Trace::mayBeLong(ticks))
    return;
  const std::uint64_t nanoseconds = Trace::active()->nanoseconds(ticks);
  if (nanoseconds < Trace::isLong)
    return;
  shownFrom = Trace::now() - nanoseconds;
  traceLate(shownFrom, CL_SUCCESS);
}

void Command::traceEnd(CommandTrace &trace, cl_int status) const {
  if (!trace.ended(status))
    return trace.forget();
  TraceEvent event = trace.end(traceName(), commandTypeName(commandType()), status);
  describe(event);
  if (status >= 0)
    describeWork(event);
  trace.write(event);
}

void Command::finish(cl_int status) {
  // The graph's reference, given up at the end: advance() must not lose the object under it.
  Ref<Command> self = Ref<Command>::adopt(this);
  if (ownerQueue->profiling()) {
    stamps.ended = hostTimer();
    // A command that never started because its wait list failed still has ordered stamps.
    if (stamps.started == 0)
      stamps.started = stamps.ended;
  }
  if (traced)
    traceEnd(*commandTrace(), status);
  else if (status < 0 && isSkipped())
    traceLate(Trace::now(), status);
  releaseResources();
  ownerQueue->commandEnded(*this);
  advance(status);
}

} // namespace heddle
