#include "runtime/commands/copy.hpp"

#include "runtime/command_queue.hpp"

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
  copyBox(destination.first, {destination.rowPitch, destination.slicePitch}, source.first,
          {source.rowPitch, source.slicePitch}, {bytes, rows, slices});
  return CL_SUCCESS;
}

void CopyCommand::releaseResources() {
  source.memory = nullptr;
  destination.memory = nullptr;
}

} // namespace heddle
