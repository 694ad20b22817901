// Fills of memory with a repeated pattern, linear and rectangular.
#ifndef HEDDLE_RUNTIME_COMMANDS_FILL_HPP
#define HEDDLE_RUNTIME_COMMANDS_FILL_HPP

#include "runtime/commands/copy.hpp"

#include <array>

namespace heddle {

class FillCommand final : public Command {
public:
  static constexpr std::size_t largestPattern = 128; ///< bytes, of long16

  /// A row of `size` is a multiple of patternSize, which is at most largestPattern; each row starts
  /// with the pattern's first byte. The pattern is copied.
  static Ref<Command> create(CommandQueue &queue, cl_command_type type, CopySide destination,
                             const BoxSize &size, const void *pattern, std::size_t patternSize);
  Result<Ref<Command>> repeat(CommandQueue &queue) override;

protected:
  const char *whatFaults() const override { return "fill"; }
  bool runsQuickly() const override;
  cl_int execute() override;
  std::uint64_t pieces() const override;
  void executePieces(std::uint64_t piece, std::uint64_t count) override;
  void releaseResources() override { destination.memory = nullptr; }
  void describe(TraceEvent &event) const override {
    event.argument("bytes", size.bytes * size.rows * size.slices);
  }

private:
  FillCommand(CommandQueue &queue, cl_command_type type, CopySide destination, const BoxSize &size);

  /// Of several rows the whole ones from `begin` up to `end`, of one its blocks.
  void fill(std::size_t begin, std::size_t end);
  void fillRow(std::byte *row, std::size_t begin, std::size_t end);
  std::size_t total() const {
    const std::size_t rows = size.rows * size.slices;
    return rows == 1 ? (size.bytes + blockSize - 1) / blockSize : rows;
  }

  CopySide destination;
  const BoxSize size;
  /// The pattern, repeated as often as it fits, so that there are few steps.
  std::array<std::byte, largestPattern> block;
  std::size_t blockSize = 0;
};

} // namespace heddle

#endif
