// Mapping and unmapping of buffers and images. The memory is the application's already, so there is
// work only where the host memory is a copy (runtime/buffer.hpp, runtime/image.hpp).
#ifndef HEDDLE_RUNTIME_COMMANDS_MAP_HPP
#define HEDDLE_RUNTIME_COMMANDS_MAP_HPP

#include "runtime/command.hpp"
#include "runtime/memory_object.hpp"

namespace heddle {

class MapCommand final : public Command {
public:
  /// Adds the mapping to the object at once: its pointer is known before the command has run.
  /// CL_INVALID_OPERATION when part of the region would be mapped for writing twice.
  static Result<Ref<Command>> create(CommandQueue &queue, cl_command_type type,
                                     MemoryObject &memory, const MemoryObject::Mapping &mapping);

protected:
  bool runsQuickly() const override { return true; }
  cl_int execute() override;
  void releaseResources() override;

private:
  MapCommand(CommandQueue &queue, cl_command_type type, MemoryObject &memory,
             const MemoryObject::Mapping &mapping);

  Ref<MemoryObject> memory;
  MemoryObject::Mapping mapping;
  bool executed = false;
};

class UnmapCommand final : public Command {
public:
  /// CL_INVALID_VALUE when the object has no mapping at that pointer.
  static Result<Ref<Command>> create(CommandQueue &queue, MemoryObject &memory, void *pointer);

protected:
  bool runsQuickly() const override { return true; }
  cl_int execute() override;
  void releaseResources() override;

private:
  UnmapCommand(CommandQueue &queue, MemoryObject &memory, const MemoryObject::Mapping &mapping);

  Ref<MemoryObject> memory;
  MemoryObject::Mapping mapping;
};

} // namespace heddle

#endif
