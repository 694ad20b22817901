// Markers and barriers: commands that do nothing at the right moment.
#ifndef HEDDLE_RUNTIME_COMMANDS_MARKER_HPP
#define HEDDLE_RUNTIME_COMMANDS_MARKER_HPP

#include "runtime/command.hpp"

namespace heddle {

/// Also what an unmap or a migration without work becomes: `type` says what the event shows.
class MarkerCommand final : public Command {
public:
  static Ref<Command> create(CommandQueue &queue, cl_command_type type) {
    return Ref<Command>::adopt(new MarkerCommand(queue, type, /*mayBeSkipped=*/true));
  }
  Result<Ref<Command>> repeat(CommandQueue &queue) override { return create(queue, commandType()); }

protected:
  bool runsQuickly() const override { return true; }

private:
  using Command::Command;
};

} // namespace heddle

#endif
