// Fills of buffers with a repeated pattern.
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
  /// copied.
  static Ref<Command> create(CommandQueue &queue, Buffer &buffer, std::size_t offset,
                             std::size_t size, const void *pattern, std::size_t patternSize);

protected:
  bool runsQuickly() const override;
  cl_int execute() override;
  void releaseResources() override { buffer = nullptr; }

private:
  FillCommand(CommandQueue &queue, Buffer &buffer, std::size_t offset, std::size_t size);

  Ref<Buffer> buffer;
  std::size_t offset;
  std::size_t size;
  /// Repeated to full length, so that every fill is one of 128-byte blocks.
  std::array<std::byte, largestPattern> block;
};

} // namespace heddle

#endif
