#include "runtime/strict/unwritten_memory.hpp"

#include "runtime/strict/strict_mode.hpp"

#include <algorithm>
#include <cstring>

namespace heddle {

namespace {

constexpr std::uint64_t unwrittenWord = UnwrittenMemory::word;
constexpr std::uint64_t wordBytes = sizeof(unwrittenWord), halfBytes = wordBytes / 2;

/// Of all allocations that live at a time: filling memory makes the system provide it.
constexpr std::size_t mostBytes = std::size_t(1) << 30;
std::atomic<std::size_t> bytesInUse{0};

std::uint64_t wordAt(std::uintptr_t address) {
  std::uint64_t word = 0;
  std::memcpy(&word, reinterpret_cast<const void *>(address), wordBytes);
  return word;
}

} // namespace

UnwrittenMemory::~UnwrittenMemory() { bytesInUse.fetch_sub(filled, std::memory_order_relaxed); }

void UnwrittenMemory::fill(std::byte *to, std::size_t bytes) {
  if (!checksWanted())
    return;
  memory = to;
  size = bytes;
  bytes = (bytes + wordBytes - 1) / wordBytes * wordBytes;
  const std::size_t others = bytesInUse.fetch_add(bytes, std::memory_order_relaxed);
  filled = others < mostBytes ? std::min(bytes, mostBytes - others) : 0;
  bytesInUse.fetch_sub(bytes - filled, std::memory_order_relaxed);
  std::fill_n(reinterpret_cast<std::uint64_t *>(to), filled / wordBytes, unwrittenWord);
}

// Others may write meanwhile: what they write need not be seen.
[[gnu::no_sanitize("thread")]] std::uint64_t UnwrittenMemory::writtenBytes() const {
  std::uint64_t at = written.load(std::memory_order_relaxed);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  while (at < filled && wordAt(begin + at) != unwrittenWord)
    at += wordBytes;
  written.store(at, std::memory_order_relaxed);
  if (at < filled)
    return at;
  const bool endIsUnwritten = size >= halfBytes && size <= filled &&
                              isUnwritten(begin + size - halfBytes, halfBytes, begin + size);
  return endIsUnwritten ? size - halfBytes : UINT64_MAX;
}

[[gnu::no_sanitize("thread")]] bool
UnwrittenMemory::isUnwritten(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t end) {
  if (address % halfBytes == 0 && bytes == halfBytes && address + bytes == end) {
    std::uint32_t half = 0;
    std::memcpy(&half, reinterpret_cast<const void *>(address), halfBytes);
    return half == static_cast<std::uint32_t>(unwrittenWord >> (address % wordBytes * 8));
  }
  for (std::uintptr_t word = address / wordBytes * wordBytes; word < address + bytes;
       word += wordBytes)
    if (wordAt(word) != unwrittenWord)
      return false;
  return true;
}

} // namespace heddle
