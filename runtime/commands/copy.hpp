// Transfers of bytes: reads, writes and copies of buffers and images, linear and rectangular.
#ifndef HEDDLE_RUNTIME_COMMANDS_COPY_HPP
#define HEDDLE_RUNTIME_COMMANDS_COPY_HPP

#include "runtime/command.hpp"
#include "runtime/memory_box.hpp"
#include "runtime/memory_object.hpp"

namespace heddle {

/// One side of a transfer.
struct CopySide {
  std::byte *first; ///< the first byte of the region
  std::size_t rowPitch = 0;
  std::size_t slicePitch = 0;
  Ref<MemoryObject> memory; ///< kept until the transfer has run; null for the application's

  BoxPitches pitches() const { return {rowPitch, slicePitch}; }
};

class CopyCommand final : public Command {
public:
  /// `bytes` in a row, `rows` in a slice, `slices`; pitches matter only where there is more than
  /// one. The sides do not overlap, except when they are the very same bytes.
  static Ref<Command> create(CommandQueue &queue, cl_command_type type, CopySide source,
                             CopySide destination, std::size_t bytes, std::size_t rows = 1,
                             std::size_t slices = 1);
  Result<Ref<Command>> repeat(CommandQueue &queue) override;

protected:
  const char *whatFaults() const override { return "copy"; }
  bool runsQuickly() const override;
  cl_int execute() override;
  std::uint64_t pieces() const override;
  void executePieces(std::uint64_t first, std::uint64_t count) override;
  void releaseResources() override;
  void describe(TraceEvent &event) const override {
    event.argument("bytes", size.bytes * size.rows * size.slices);
  }

private:
  /// Of several rows the whole ones from `first` up to `end`, of one its bytes.
  void copy(std::size_t first, std::size_t end);
  std::size_t total() const {
    return size.rows * size.slices == 1 ? size.bytes : size.rows * size.slices;
  }

  CopyCommand(CommandQueue &queue, cl_command_type type, CopySide source, CopySide destination,
              std::size_t bytes, std::size_t rows, std::size_t slices);

  CopySide source;
  CopySide destination;
  const BoxSize size;
};

/// Up to this many bytes a transfer takes less time than waking a thread for it.
inline constexpr std::size_t quickTransferBytes = 16 * 1024;

/// In how many pieces threads share a transfer of so many bytes: one thread cannot move as much as
/// the memory can, and pieces of this size take longer than what it costs to share them out.
inline std::uint64_t transferPieces(std::size_t bytes) {
  constexpr std::size_t pieceBytes = 256 * 1024;
  return bytes < 4 * pieceBytes ? 1 : bytes / pieceBytes;
}

/// The first of `total` equal parts that belongs to a piece, for whatever total and pieces are.
inline std::size_t startOfPiece(std::size_t total, std::uint64_t piece, std::uint64_t pieces) {
  return static_cast<std::size_t>(static_cast<unsigned __int128>(total) * piece / pieces);
}

} // namespace heddle

#endif
