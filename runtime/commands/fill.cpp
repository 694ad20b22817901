#include "runtime/commands/fill.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/commands/copy.hpp"

#include <algorithm>
#include <cstring>

namespace heddle {

FillCommand::FillCommand(CommandQueue &queue, Buffer &buffer, std::size_t offset, std::size_t size)
    : Command(queue, CL_COMMAND_FILL_BUFFER), buffer(Ref(buffer)), offset(offset), size(size) {}

Ref<Command> FillCommand::create(CommandQueue &queue, Buffer &buffer, std::size_t offset,
                                 std::size_t size, const void *pattern, std::size_t patternSize) {
  auto command = Ref<FillCommand>::adopt(new FillCommand(queue, buffer, offset, size));
  for (std::size_t at = 0; at < largestPattern; at += patternSize)
    std::memcpy(command->block.data() + at, pattern, patternSize);
  return command;
}

bool FillCommand::runsQuickly() const { return size <= quickTransferBytes; }

cl_int FillCommand::execute() {
  std::byte *const begin = buffer->data() + offset;
  for (std::size_t at = 0; at < size; at += largestPattern)
    std::memcpy(begin + at, block.data(), std::min(largestPattern, size - at));
  return CL_SUCCESS;
}

} // namespace heddle
