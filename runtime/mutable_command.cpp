#include "runtime/mutable_command.hpp"

#include "runtime/command_buffer.hpp"

#include <utility>

namespace heddle {

Ref<MutableCommand> MutableCommand::create(CommandBuffer &buffer, Recording recording,
                                           Dispatch dispatch) {
  return Ref<MutableCommand>::adopt(
      new MutableCommand(buffer, std::move(recording), std::move(dispatch)));
}

MutableCommand::MutableCommand(CommandBuffer &buffer, Recording recording, Dispatch dispatch)
    : Object(ObjectKind::mutableCommand, &buffer), owner(buffer), recorded(std::move(recording)),
      current(std::move(dispatch)) {}

MutableCommand::Dispatch MutableCommand::dispatch() const {
  MutexLock lock(mutex);
  return current;
}

} // namespace heddle
