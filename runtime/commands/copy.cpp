#include "runtime/commands/copy.hpp"

#include "runtime/command_queue.hpp"

#include <cstring>
#include <utility>

namespace heddle {

CopyCommand::CopyCommand(CommandQueue &queue, cl_command_type type, CopySide source,
                         CopySide destination, std::size_t bytes, std::size_t rows,
                         std::size_t slices)
    : Command(queue, type), source(std::move(source)), destination(std::move(destination)),
      bytes(bytes), rows(rows), slices(slices) {
  // Rows without a gap on both sides are one long row, and slices without a gap likewise.
  if (this->rows > 1 && this->source.rowPitch == bytes && this->destination.rowPitch == bytes) {
    this->bytes = bytes * rows;
    this->rows = 1;
  }
  if (this->slices > 1 && this->rows == 1 && this->source.slicePitch == this->bytes &&
      this->destination.slicePitch == this->bytes) {
    this->bytes *= slices;
    this->slices = 1;
  }
}

Ref<Command> CopyCommand::create(CommandQueue &queue, cl_command_type type, CopySide source,
                                 CopySide destination, std::size_t bytes, std::size_t rows,
                                 std::size_t slices) {
  return Ref<Command>::adopt(
      new CopyCommand(queue, type, std::move(source), std::move(destination), bytes, rows, slices));
}

bool CopyCommand::runsQuickly() const { return bytes * rows * slices <= quickTransferBytes; }

cl_int CopyCommand::execute() {
  if (source.first == destination.first)
    return CL_SUCCESS;
  copy(0, total());
  return CL_SUCCESS;
}

std::uint64_t CopyCommand::pieces() const {
  return source.first == destination.first ? 1 : transferPieces(bytes * rows * slices);
}

void CopyCommand::executePieces(std::uint64_t first, std::uint64_t count) {
  copy(startOfPiece(total(), first, pieces()), startOfPiece(total(), first + count, pieces()));
}

void CopyCommand::copy(std::size_t first, std::size_t end) {
  if (rows * slices == 1) {
    std::memcpy(destination.first + first, source.first + first, end - first);
    return;
  }
  for (std::size_t index = first; index < end; ++index) {
    const std::size_t slice = index / rows, row = index % rows;
    std::memcpy(destination.first + slice * destination.slicePitch + row * destination.rowPitch,
                source.first + slice * source.slicePitch + row * source.rowPitch, bytes);
  }
}

void CopyCommand::releaseResources() {
  source.buffer = nullptr;
  destination.buffer = nullptr;
}

} // namespace heddle
