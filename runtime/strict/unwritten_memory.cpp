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

/// At a multiple of its size.
bool halfIsUnwritten(std::uintptr_t address) {
  std::uint32_t half = 0;
  std::memcpy(&half, reinterpret_cast<const void *>(address), halfBytes);
  return half == static_cast<std::uint32_t>(unwrittenWord >> (address % wordBytes * 8));
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
  constexpr std::uint64_t lowHalf = UINT32_MAX;
  const auto hasUnwrittenHalf = [](std::uint64_t word) {
    const std::uint64_t difference = word ^ unwrittenWord;
    return !(difference & lowHalf) || !(difference & ~lowHalf);
  };
  while (at < filled && !hasUnwrittenHalf(wordAt(begin + at)))
    at += wordBytes;
  written.store(at, std::memory_order_relaxed);
  if (at < filled)
    return halfIsUnwritten(begin + at) ? at : at + halfBytes;
  const bool endIsUnwritten =
      size >= halfBytes && size <= filled &&
      contentAt(begin + size - halfBytes, halfBytes, begin + size) == Content::unwritten;
  return endIsUnwritten ? size - halfBytes : UINT64_MAX;
}

[[gnu::no_sanitize("thread")]] UnwrittenMemory::Content
UnwrittenMemory::contentAt(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t end) {
  if (address % halfBytes == 0 && bytes == halfBytes && address + bytes == end)
    return halfIsUnwritten(address) ? Content::unwritten : Content::written;
  bool areWhole = true;
  for (std::uintptr_t half = address / halfBytes * halfBytes; half < address + bytes;
       half += halfBytes) {
    if (!halfIsUnwritten(half))
      return Content::written;
    areWhole = areWhole && wordAt(half / wordBytes * wordBytes) == unwrittenWord;
  }
  return areWhole ? Content::unwritten : Content::perhapsUnwritten;
}

} // namespace heddle
