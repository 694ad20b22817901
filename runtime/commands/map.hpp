// Mapping and unmapping of buffers. The memory is the application's already, so there is work only
// for buffers whose host memory is a copy (runtime/buffer.hpp).
#ifndef HEDDLE_RUNTIME_COMMANDS_MAP_HPP
#define HEDDLE_RUNTIME_COMMANDS_MAP_HPP

#include "runtime/buffer.hpp"
#include "runtime/command.hpp"

namespace heddle {

class MapCommand final : public Command {
public:
  /// Adds the mapping to the buffer at once: its pointer is known before the command has run.
  static Ref<MapCommand> create(CommandQueue &queue, Buffer &buffer, std::size_t offset,
                                std::size_t size, cl_map_flags flags);

  void *pointer() const { return mapping.pointer; }

protected:
  bool runsQuickly() const override { return true; }
  cl_int execute() override;
  void releaseResources() override;

private:
  MapCommand(CommandQueue &queue, Buffer &buffer, const Buffer::Mapping &mapping);

  Ref<Buffer> buffer;
  Buffer::Mapping mapping;
  bool executed = false;
};

class UnmapCommand final : public Command {
public:
  /// CL_INVALID_VALUE when the buffer has no mapping at that pointer.
  static Result<Ref<Command>> create(CommandQueue &queue, Buffer &buffer, void *pointer);

protected:
  bool runsQuickly() const override { return true; }
  cl_int execute() override;
  void releaseResources() override;

private:
  UnmapCommand(CommandQueue &queue, Buffer &buffer, const Buffer::Mapping &mapping);

  Ref<Buffer> buffer;
  Buffer::Mapping mapping;
};

} // namespace heddle

#endif
