#include "runtime/commands/map.hpp"

#include "runtime/command_queue.hpp"

namespace heddle {

MapCommand::MapCommand(CommandQueue &queue, Buffer &buffer, const Buffer::Mapping &mapping)
    : Command(queue, CL_COMMAND_MAP_BUFFER), buffer(Ref(buffer)), mapping(mapping) {}

Ref<MapCommand> MapCommand::create(CommandQueue &queue, Buffer &buffer, std::size_t offset,
                                   std::size_t size, cl_map_flags flags) {
  Buffer::Mapping mapping{buffer.mappedPointer(offset), offset, size, flags};
  auto command = Ref<MapCommand>::adopt(new MapCommand(queue, buffer, mapping));
  buffer.addMapping(mapping);
  return command;
}

cl_int MapCommand::execute() {
  executed = true;
  if (!(mapping.flags & CL_MAP_WRITE_INVALIDATE_REGION))
    buffer->updateHostCopy(mapping.offset, mapping.size);
  return CL_SUCCESS;
}

void MapCommand::releaseResources() {
  // Terminated by its wait list: nothing was mapped.
  if (!executed)
    buffer->removeMapping(mapping);
  buffer = nullptr;
}

UnmapCommand::UnmapCommand(CommandQueue &queue, Buffer &buffer, const Buffer::Mapping &mapping)
    : Command(queue, CL_COMMAND_UNMAP_MEM_OBJECT), buffer(Ref(buffer)), mapping(mapping) {}

Result<Ref<Command>> UnmapCommand::create(CommandQueue &queue, Buffer &buffer, void *pointer) {
  Buffer::Mapping mapping;
  if (!buffer.claimMapping(pointer, mapping))
    return CL_INVALID_VALUE;
  return Ref<Command>::adopt(new UnmapCommand(queue, buffer, mapping));
}

cl_int UnmapCommand::execute() {
  if (mapping.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
    buffer->updateDeviceCopy(mapping.offset, mapping.size);
  return CL_SUCCESS;
}

void UnmapCommand::releaseResources() {
  // Also when the wait list failed: the application may not use the pointer any more.
  buffer->removeClaimedMapping(mapping);
  buffer = nullptr;
}

} // namespace heddle
