// Calls a function of the application.
#ifndef HEDDLE_RUNTIME_COMMANDS_NATIVE_KERNEL_HPP
#define HEDDLE_RUNTIME_COMMANDS_NATIVE_KERNEL_HPP

#include "runtime/command.hpp"
#include "runtime/memory_object.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace heddle {

class NativeKernelCommand final : public Command {
public:
  using Function = void(CL_CALLBACK *)(void *);

  /// Where in the arguments the address of an object's memory has to stand, and which; null stays
  /// null.
  struct MemoryArgument {
    std::size_t offset = 0;
    void *address = nullptr;
    Ref<MemoryObject> memory;
  };

  /// The arguments are copied.
  static Ref<Command> create(CommandQueue &queue, Function function,
                             std::span<const std::byte> arguments,
                             std::vector<MemoryArgument> memory);

protected:
  cl_int execute() override;
  const char *whatFaults() const override { return "native kernel"; }
  void releaseResources() override;

private:
  NativeKernelCommand(CommandQueue &queue, Function function, std::span<const std::byte> arguments,
                      std::vector<MemoryArgument> memory);

  const Function function;
  std::unique_ptr<std::byte[]> arguments; ///< null when there are none
  std::vector<MemoryArgument> memory;
};

} // namespace heddle

#endif
