#include "runtime/commands/native_kernel.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/executor/worker_binding.hpp"

#include <cstring>
#include <utility>

namespace heddle {

Ref<Command> NativeKernelCommand::create(CommandQueue &queue, Function function,
                                         std::span<const std::byte> arguments,
                                         std::vector<MemoryArgument> memory) {
  return Ref<Command>::adopt(
      new NativeKernelCommand(queue, function, arguments, std::move(memory)));
}

NativeKernelCommand::NativeKernelCommand(CommandQueue &queue, Function function,
                                         std::span<const std::byte> given,
                                         std::vector<MemoryArgument> memory)
    : Command(queue, CL_COMMAND_NATIVE_KERNEL), function(function), memory(std::move(memory)) {
  if (given.empty())
    return;
  arguments = std::make_unique<std::byte[]>(given.size());
  std::memcpy(arguments.get(), given.data(), given.size());
  // What is there has not to be aligned.
  for (const MemoryArgument &one : this->memory)
    std::memcpy(arguments.get() + one.offset, &one.address, sizeof(one.address));
}

cl_int NativeKernelCommand::execute() {
  // It may make threads, for which this one's processor is not the only one.
  executor::WorkerBinding::unsettleHere();
  function(arguments.get());
  return CL_SUCCESS;
}

void NativeKernelCommand::releaseResources() {
  memory.clear();
  arguments = nullptr;
}

} // namespace heddle
