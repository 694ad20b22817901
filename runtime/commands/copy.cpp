#include "runtime/commands/copy.hpp"

#include "runtime/command_queue.hpp"

#include <utility>

namespace heddle {

CopyCommand::CopyCommand(CommandQueue &queue, cl_command_type type, CopySide source,
                         CopySide destination, std::size_t bytes, std::size_t rows,
                         std::size_t slices)
    : Command(queue, type), source(std::move(source)), destination(std::move(destination)),
      size(joinRows({bytes, rows, slices}, this->source.pitches(), this->destination.pitches())) {}

Ref<Command> CopyCommand::create(CommandQueue &queue, cl_command_type type, CopySide source,
                                 CopySide destination, std::size_t bytes, std::size_t rows,
                                 std::size_t slices) {
  return Ref<Command>::adopt(
      new CopyCommand(queue, type, std::move(source), std::move(destination), bytes, rows, slices));
}

bool CopyCommand::runsQuickly() const {
  return size.bytes * size.rows * size.slices <= quickTransferBytes;
}

cl_int CopyCommand::execute() {
  if (source.first == destination.first)
    return CL_SUCCESS;
  copyBox(destination.first, destination.pitches(), source.first, source.pitches(), size);
  return CL_SUCCESS;
}

void CopyCommand::releaseResources() {
  source.memory = nullptr;
  destination.memory = nullptr;
}

} // namespace heddle
