#include "runtime/commands/copy.hpp"

#include "runtime/command_queue.hpp"

#include <cstring>
#include <utility>

namespace heddle {

CopyCommand::CopyCommand(CommandQueue &queue, cl_command_type type, CopySide source,
                         CopySide destination, std::size_t bytes, std::size_t rows,
                         std::size_t slices)
    : Command(queue, type, bytes * rows * slices <= quickTransferBytes), source(std::move(source)),
      destination(std::move(destination)),
      size(joinRows({bytes, rows, slices}, this->source.pitches(), this->destination.pitches())) {}

Ref<Command> CopyCommand::create(CommandQueue &queue, cl_command_type type, CopySide source,
                                 CopySide destination, std::size_t bytes, std::size_t rows,
                                 std::size_t slices) {
  return Ref<Command>::adopt(
      new CopyCommand(queue, type, std::move(source), std::move(destination), bytes, rows, slices));
}

Result<Ref<Command>> CopyCommand::repeat(CommandQueue &queue) {
  return create(queue, commandType(), source, destination, size.bytes, size.rows, size.slices);
}

bool CopyCommand::runsQuickly() const {
  return size.bytes * size.rows * size.slices <= quickTransferBytes;
}

cl_int CopyCommand::execute() {
  if (source.first == destination.first)
    return CL_SUCCESS;
  copy(0, total());
  return CL_SUCCESS;
}

std::uint64_t CopyCommand::pieces() const {
  return source.first == destination.first ? 1
                                           : transferPieces(size.bytes * size.rows * size.slices);
}

void CopyCommand::executePieces(std::uint64_t first, std::uint64_t count) {
  copy(startOfPiece(total(), first, pieces()), startOfPiece(total(), first + count, pieces()));
}

void CopyCommand::copy(std::size_t first, std::size_t end) {
  // Host memory may overlap the buffer that lies in it: what is copied then is undefined, nothing
  // else.
  if (size.rows * size.slices == 1)
    std::memmove(destination.first + first, source.first + first, end - first);
  else
    copyRows(destination.first, destination.pitches(), source.first, source.pitches(), size, first,
             end);
}

void CopyCommand::releaseResources() {
  source.memory = nullptr;
  destination.memory = nullptr;
}

} // namespace heddle
