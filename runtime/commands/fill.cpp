#include "runtime/commands/fill.hpp"

#include "runtime/command_queue.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace heddle {

FillCommand::FillCommand(CommandQueue &queue, cl_command_type type, CopySide destination,
                         const BoxSize &size)
    : Command(queue, type, size.bytes * size.rows * size.slices <= quickTransferBytes),
      destination(std::move(destination)),
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

Result<Ref<Command>> FillCommand::repeat(CommandQueue &queue) {
  return create(queue, commandType(), destination, size, block.data(), blockSize);
}

bool FillCommand::runsQuickly() const {
  return size.bytes * size.rows * size.slices <= quickTransferBytes;
}

cl_int FillCommand::execute() {
  fill(0, total());
  return CL_SUCCESS;
}

std::uint64_t FillCommand::pieces() const {
  return transferPieces(size.bytes * size.rows * size.slices);
}

void FillCommand::executePieces(std::uint64_t piece, std::uint64_t count) {
  fill(startOfPiece(total(), piece, pieces()), startOfPiece(total(), piece + count, pieces()));
}

void FillCommand::fill(std::size_t begin, std::size_t end) {
  if (size.rows * size.slices == 1) {
    fillRow(destination.first, begin * blockSize, std::min(size.bytes, end * blockSize));
    return;
  }
  for (std::size_t index = begin; index < end; ++index) {
    const std::size_t slice = index / size.rows, row = index % size.rows;
    fillRow(destination.first + slice * destination.slicePitch + row * destination.rowPitch, 0,
            size.bytes);
  }
}

void FillCommand::fillRow(std::byte *row, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; at += blockSize)
    std::memcpy(row + at, block.data(), std::min(blockSize, end - at));
}

} // namespace heddle
