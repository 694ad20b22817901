// Frees shared virtual memory in the order of a queue.
#ifndef HEDDLE_RUNTIME_COMMANDS_SVM_FREE_HPP
#define HEDDLE_RUNTIME_COMMANDS_SVM_FREE_HPP

#include "runtime/command.hpp"

#include <span>
#include <vector>

namespace heddle {

class SvmFreeCommand final : public Command {
public:
  using Callback = void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[], void *);

  /// With a callback it is the application that frees the memory; without one, each pointer of
  /// clSVMAlloc is freed, and others are left alone.
  static Ref<Command> create(CommandQueue &queue, std::span<void *const> pointers,
                             Callback callback, void *userData);

protected:
  /// A callback runs on a thread of its own. It may take any lock, even one that the thread holds
  /// that made the command ready; and it may wait for commands, to which a worker would be missing,
  /// and for callbacks of events, which wait for one another.
  void submit() override;
  bool runsQuickly() const override { return true; }
  cl_int execute() override;

private:
  SvmFreeCommand(CommandQueue &queue, std::span<void *const> pointers, Callback callback,
                 void *userData);

  std::vector<void *> pointers;
  const Callback callback;
  void *const userData;
};

} // namespace heddle

#endif
