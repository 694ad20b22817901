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
  fill(0, size);
  return CL_SUCCESS;
}

std::uint64_t FillCommand::pieces() const { return transferPieces(size); }

void FillCommand::executePieces(std::uint64_t piece, std::uint64_t count) {
  // Whole patterns, but for the last piece.
  const std::size_t patterns = (size + largestPattern - 1) / largestPattern;
  fill(startOfPiece(patterns, piece, pieces()) * largestPattern,
       std::min(size, startOfPiece(patterns, piece + count, pieces()) * largestPattern));
}

void FillCommand::fill(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; at += largestPattern)
    std::memcpy(first + at, block.data(), std::min(largestPattern, end - at));
}

} // namespace heddle
