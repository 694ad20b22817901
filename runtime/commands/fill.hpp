// Fills of memory with a repeated pattern.
#ifndef HEDDLE_RUNTIME_COMMANDS_FILL_HPP
#define HEDDLE_RUNTIME_COMMANDS_FILL_HPP

#include "runtime/buffer.hpp"
#include "runtime/command.hpp"

#include <array>

namespace heddle {

class FillCommand final : public Command {
public:
  static constexpr std::size_t largestPattern = 128; ///< bytes, of long16

  /// `size` is a multiple of patternSize, a power of two up to largestPattern. The pattern is
  /// copied. `buffer` is kept until the fill has run; null for memory of the application.
  static Ref<Command> create(CommandQueue &queue, cl_command_type type, std::byte *first,
                             std::size_t size, const void *pattern, std::size_t patternSize,
                             Ref<Buffer> buffer = nullptr);

protected:
  bool runsQuickly() const override;
  cl_int execute() override;
  std::uint64_t pieces() const override;
  void executePieces(std::uint64_t piece, std::uint64_t count) override;
  void releaseResources() override { buffer = nullptr; }

private:
  void fill(std::size_t begin, std::size_t end);

  FillCommand(CommandQueue &queue, cl_command_type type, std::byte *first, std::size_t size,
              Ref<Buffer> buffer);

  std::byte *const first;
  const std::size_t size;
  Ref<Buffer> buffer;
  /// Repeated to full length, so that every fill is one of 128-byte blocks.
  std::array<std::byte, largestPattern> block;
};

} // namespace heddle

#endif
