#include "runtime/commands/fill.hpp"

#include "runtime/command_queue.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace heddle {

FillCommand::FillCommand(CommandQueue &queue, cl_command_type type, CopySide destination,
                         const BoxSize &size)
    : Command(queue, type), destination(std::move(destination)),
      size(joinRows(size, this->destination.pitches(), this->destination.pitches())) {}

Ref<Command> FillCommand::create(CommandQueue &queue, cl_command_type type, CopySide destination,
                                 const BoxSize &size, const void *pattern,
                                 std::size_t patternSize) {
  auto command =
      Ref<FillCommand>::adopt(new FillCommand(queue, type, std::move(destination), size));
  for (; command->blockSize + patternSize <= largestPattern; command->blockSize += patternSize)
    std::memcpy(command->block.data() + command->blockSize, pattern, patternSize);
  return command;
}

bool FillCommand::runsQuickly() const {
  return size.bytes * size.rows * size.slices <= quickTransferBytes;
}

cl_int FillCommand::execute() {
  for (std::size_t slice = 0; slice < size.slices; ++slice)
    for (std::size_t row = 0; row < size.rows; ++row) {
      std::byte *first =
          destination.first + slice * destination.slicePitch + row * destination.rowPitch;
      for (std::size_t at = 0; at < size.bytes; at += blockSize)
        std::memcpy(first + at, block.data(), std::min(blockSize, size.bytes - at));
    }
  return CL_SUCCESS;
}

} // namespace heddle
