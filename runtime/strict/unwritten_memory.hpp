// Which memory nobody has written, in words of eight bytes, and where several show in halves of
// them.
//
// Memory that the application gets without a content is filled with a word that no program writes.
// Where a kernel, a command or the host has written, it is gone, whoever it was and however; and a
// copy of what nobody has written is as unwritten as that.
#ifndef HEDDLE_RUNTIME_STRICT_UNWRITTEN_MEMORY_HPP
#define HEDDLE_RUNTIME_STRICT_UNWRITTEN_MEMORY_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle {

/// Of one allocation, which must outlive this.
class UnwrittenMemory {
public:
  /// Two floats that are no numbers, or one; two integers that are large and differ. No byte of it
  /// is 0 or all ones.
  static constexpr std::uint64_t word = 0x7FF5A7C37FB1E9D5;

  UnwrittenMemory() = default;
  ~UnwrittenMemory();
  UnwrittenMemory(const UnwrittenMemory &) = delete;
  UnwrittenMemory &operator=(const UnwrittenMemory &) = delete;

  /// Fills the memory, if HEDDLE_STRICT is on: it is aligned for words, and its last one is whole.
  /// As much of it as all of them may have together; the rest counts as written.
  void fill(std::byte *memory, std::size_t bytes);
  /// How many bytes from the start on have been written. Goes on where it stopped the last time.
  std::uint64_t writtenBytes() const;

  /// Whether one of the bytes at the address has been written: not where all words that have one of
  /// them are as they were, or the half one at the end of the object. A half word that is as it was
  /// may be a number of the program's.
  enum class Content { written, perhapsUnwritten, unwritten };
  static Content contentAt(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t end);

private:
  const std::byte *memory = nullptr;
  std::size_t size = 0, filled = 0;              ///< bytes
  mutable std::atomic<std::uint64_t> written{0}; ///< bytes that were found to be
};

} // namespace heddle

#endif
