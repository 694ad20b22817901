#include "runtime/commands/map.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/commands/copy.hpp"

namespace heddle {

namespace {

/// Whether there is next to nothing to do: where the application's memory is not the device's, all
/// of what is mapped may be copied.
bool isQuick(const MemoryObject &memory) {
  return !(memory.flags() & CL_MEM_USE_HOST_PTR) || memory.size() <= quickTransferBytes;
}

} // namespace

MapCommand::MapCommand(CommandQueue &queue, cl_command_type type, MemoryObject &memory,
                       const MemoryObject::Mapping &mapping)
    : Command(queue, type, isQuick(memory)), memory(Ref(memory)), mapping(mapping) {}

Result<Ref<Command>> MapCommand::create(CommandQueue &queue, cl_command_type type,
                                        MemoryObject &memory,
                                        const MemoryObject::Mapping &mapping) {
  auto command = Ref<MapCommand>::adopt(new MapCommand(queue, type, memory, mapping));
  // The command was not enqueued, so nothing takes the mapping back.
  if (!memory.addMapping(mapping))
    return CL_INVALID_OPERATION;
  return Ref<Command>(std::move(command));
}

cl_int MapCommand::execute() {
  executed = true;
  if (!(mapping.flags & CL_MAP_WRITE_INVALIDATE_REGION))
    memory->updateHostCopy(mapping);
  return CL_SUCCESS;
}

void MapCommand::releaseResources() {
  // Terminated by its wait list: nothing was mapped.
  if (!executed)
    memory->removeMapping(mapping);
  memory = nullptr;
}

UnmapCommand::UnmapCommand(CommandQueue &queue, MemoryObject &memory,
                           const MemoryObject::Mapping &mapping)
    : Command(queue, CL_COMMAND_UNMAP_MEM_OBJECT, isQuick(memory)), memory(Ref(memory)),
      mapping(mapping) {}

Result<Ref<Command>> UnmapCommand::create(CommandQueue &queue, MemoryObject &memory,
                                          void *pointer) {
  MemoryObject::Mapping mapping;
  if (!memory.claimMapping(pointer, mapping))
    return CL_INVALID_VALUE;
  return Ref<Command>::adopt(new UnmapCommand(queue, memory, mapping));
}

cl_int UnmapCommand::execute() {
  if (mapping.writes())
    memory->updateDeviceCopy(mapping);
  return CL_SUCCESS;
}

void UnmapCommand::releaseResources() {
  // Also when the wait list failed: the application may not use the pointer any more.
  memory->removeClaimedMapping(mapping);
  memory = nullptr;
}

} // namespace heddle
