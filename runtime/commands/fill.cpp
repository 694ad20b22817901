#include "runtime/commands/fill.hpp"

#include "runtime/command_queue.hpp"
#include "runtime/commands/copy.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace heddle {

FillCommand::FillCommand(CommandQueue &queue, cl_command_type type, std::byte *first,
                         std::size_t size, Ref<Buffer> buffer)
    : Command(queue, type), first(first), size(size), buffer(std::move(buffer)) {}

Ref<Command> FillCommand::create(CommandQueue &queue, cl_command_type type, std::byte *first,
                                 std::size_t size, const void *pattern, std::size_t patternSize,
                                 Ref<Buffer> buffer) {
  auto command =
      Ref<FillCommand>::adopt(new FillCommand(queue, type, first, size, std::move(buffer)));
  for (std::size_t at = 0; at < largestPattern; at += patternSize)
    std::memcpy(command->block.data() + at, pattern, patternSize);
  return command;
}

bool FillCommand::runsQuickly() const { return size <= quickTransferBytes; }

cl_int FillCommand::execute() {
  for (std::size_t at = 0; at < size; at += largestPattern)
    std::memcpy(first + at, block.data(), std::min(largestPattern, size - at));
  return CL_SUCCESS;
}

} // namespace heddle
