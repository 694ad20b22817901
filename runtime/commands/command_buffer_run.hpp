// One execution of a command buffer: a command that starts others and ends after the last of them.
#ifndef HEDDLE_RUNTIME_COMMANDS_COMMAND_BUFFER_RUN_HPP
#define HEDDLE_RUNTIME_COMMANDS_COMMAND_BUFFER_RUN_HPP

#include "runtime/command_buffer.hpp"

namespace heddle {

/// The commands of the buffer are nodes of the graph as all others, but the queue does not know
/// them: it sees one command, which is what the application waits for and measures.
class CommandBufferRun final : public Command {
public:
  /// The buffer is finalized; the queue is for the same device as the one that it was recorded for.
  /// Makes all commands, so that what is missing is an error of the enqueue.
  static Result<Ref<Command>> create(CommandQueue &queue, CommandBuffer &buffer);

protected:
  void submit() override;
  void releaseResources() override;

private:
  class End;

  CommandBufferRun(CommandQueue &queue, CommandBuffer &buffer);

  /// Whether a trace need not look at the time stamp counter: the run is one kernel, which is
  /// skipped, too.
  bool isTimedByKernel() const;
  /// All of its commands have.
  void ended();
  /// CL_SUCCESS, or how the first command that failed by itself did.
  cl_int result() const;

  Ref<CommandBuffer> buffer;
  std::vector<Ref<Event>> commands; ///< as they were recorded
  Ref<Command> end;
  std::uint64_t startTicks = 0; ///< where a trace does without it, and looks whether it is long
};

} // namespace heddle

#endif
