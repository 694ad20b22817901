#include "runtime/commands/command_buffer_run.hpp"

#include "runtime/command_graph.hpp"

#include <algorithm>

namespace heddle {

/// Comes after all commands, and ends the whole.
class CommandBufferRun::End final : public Command {
public:
  explicit End(CommandBufferRun &run)
      : Command(*run.queue(), CL_COMMAND_COMMAND_BUFFER_KHR, Unseen()), run(run) {}

protected:
  void submit() override {
    // The graph holds a reference to the run until it is finished, which gives this one up.
    CommandBufferRun &whole = run;
    markStarted();
    finish(CL_SUCCESS);
    whole.ended();
  }

private:
  CommandBufferRun &run;
};

Result<Ref<Command>> CommandBufferRun::create(CommandQueue &queue, CommandBuffer &buffer) {
  auto run = Ref<CommandBufferRun>::adopt(new CommandBufferRun(queue, buffer));
  Result<std::vector<Ref<Event>>> made = buffer.repeatAll(queue);
  if (!made)
    return made.error();
  run->commands = std::move(*made);
  run->end = Ref<Command>::adopt(new End(*run));
  return Ref<Command>(std::move(run));
}

CommandBufferRun::CommandBufferRun(CommandQueue &queue, CommandBuffer &buffer)
    : Command(queue, CL_COMMAND_COMMAND_BUFFER_KHR, /*mayBeSkipped=*/true), buffer(Ref(buffer)) {}

bool CommandBufferRun::isTimedByKernel() const {
  return commands.size() == 1 && commands[0]->commandType() == CL_COMMAND_NDRANGE_KERNEL &&
         static_cast<const Command &>(*commands[0]).isSkipped();
}

void CommandBufferRun::submit() {
  if (isSkipped() && !isTimedByKernel()) [[unlikely]]
    startTicks = __builtin_ia32_rdtsc();
  markStarted();
  std::vector<Event *> waitList;
  std::vector<Ref<Event>> order;
  const std::span<const CommandBuffer::Recorded> recorded = buffer->commands();
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    waitList.clear();
    order.clear();
    for (const std::uint32_t other : recorded[i].waitsFor)
      waitList.push_back(commands[other].get());
    // Mostly it is one.
    Event *previous = nullptr;
    if (recorded[i].follows.size() == 1)
      previous = commands[recorded[i].follows.front()].get();
    else
      for (const std::uint32_t other : recorded[i].follows)
        order.push_back(commands[other]);
    CommandGraph::insert(Ref(static_cast<Command &>(*commands[i])), waitList, previous, order,
                         false);
  }
  order.clear();
  for (std::size_t i = 0; i < recorded.size(); ++i)
    if (recorded[i].isLast)
      order.push_back(commands[i]);
  CommandGraph::insert(end, {}, nullptr, order, false);
}

void CommandBufferRun::ended() {
  const cl_int status = result();
  // One that failed is shown in any case.
  if (status >= 0 && startTicks != 0) [[unlikely]]
    traceIfLong(__builtin_ia32_rdtsc() - startTicks);
  else if (status >= 0 && isSkipped()) [[unlikely]]
    if (const std::uint64_t start = static_cast<const Command &>(*commands[0]).lateStart())
      traceLate(start, status);
  finish(status);
}

cl_int CommandBufferRun::result() const {
  cl_int worst = CL_SUCCESS;
  for (const Ref<Event> &command : commands) {
    const cl_int status = command->status();
    if (status < 0 && status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
      return status;
    worst = std::min(worst, status);
  }
  return worst;
}

void CommandBufferRun::releaseResources() {
  commands.clear();
  end = nullptr;
  buffer = nullptr;
}

} // namespace heddle
