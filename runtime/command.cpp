#include "runtime/command.hpp"

#include "runtime/command_graph.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/executor/thread_pool.hpp"
#include "runtime/running_here.hpp"

namespace heddle {

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
      status = command.execute();
    else
      command.executePieces(first, count);
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
  cl_int status = CL_SUCCESS;
};

Command::Command(CommandQueue &queue, cl_command_type type)
    : Event(queue.context(), type, CL_QUEUED), ownerQueue(Ref(queue)) {
  if (queue.profiling())
    stamps.queued = hostTimer();
}

Command::~Command() = default;

Context &Command::context() const { return ownerQueue->context(); }

void Command::submit() {
  if (runsQuickly() || ownerQueue->onCallingThread() || (callerWaits && pieces() == 1)) {
    markStarted();
    cl_int status = CL_SUCCESS;
    if (runsQuickly()) {
      status = execute();
    } else {
      RunningHere here(*this);
      status = execute();
    }
    finish(status);
  } else {
    executor::ThreadPool::shared().submit(*new CommandTask(*this));
  }
}

void Command::markStarted() {
  if (ownerQueue->profiling())
    stamps.started = hostTimer();
  advance(CL_RUNNING);
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
  releaseResources();
  ownerQueue->commandEnded(*this);
  advance(status);
}

} // namespace heddle
