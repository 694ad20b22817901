#include "runtime/strict/unwritten_memory.hpp"

#include "runtime/strict/strict_mode.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

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

/// What a program may leave out of each word: a half, or every other short or byte.
constexpr std::uint64_t parts[] = {0x00000000FFFFFFFF, 0xFFFFFFFF00000000, 0x0000FFFF0000FFFF,
                                   0xFFFF0000FFFF0000, 0x00FF00FF00FF00FF, 0xFF00FF00FF00FF00};

/// At a multiple of its size.
bool halfIsUnwritten(std::uintptr_t address) {
  std::uint32_t half = 0;
  std::memcpy(&half, reinterpret_cast<const void *>(address), halfBytes);
  return half == static_cast<std::uint32_t>(unwrittenWord >> (address % wordBytes * 8));
}

/// A mask of the bytes of the word at `word` that an access has.
std::uint64_t accessedBytes(std::uintptr_t word, std::uintptr_t address, std::uint64_t bytes) {
  const std::uintptr_t begin = std::max(word, address),
                       end = std::min(word + wordBytes, address + bytes);
  const std::uint64_t mask = UINT64_MAX >> (8 * (wordBytes - (end - begin)));
  return mask << (8 * (begin - word));
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
  const auto hasUnwrittenPart = [](std::uint64_t word) {
    const std::uint64_t difference = word ^ unwrittenWord;
    bool isUnwritten = false;
    for (std::uint64_t part : parts)
      isUnwritten |= !(difference & part);
    return isUnwritten;
  };
  while (at < filled && !hasUnwrittenPart(wordAt(begin + at)))
    at += wordBytes;
  written.store(at, std::memory_order_relaxed);
  if (at < filled) // the upper half, or something in the lower one
    return wordAt(begin + at) >> 32 == unwrittenWord >> 32 && !halfIsUnwritten(begin + at)
               ? at + halfBytes
               : at;
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
  for (std::uintptr_t word = address / wordBytes * wordBytes; word < address + bytes;
       word += wordBytes) {
    const std::uint64_t difference = wordAt(word) ^ unwrittenWord;
    if (difference == 0)
      continue;
    areWhole = false;
    const std::uint64_t accessed = accessedBytes(word, address, bytes);
    if (std::none_of(std::begin(parts), std::end(parts), [&](std::uint64_t part) {
          return !(difference & part) && !(accessed & ~part);
        }))
      return Content::written;
  }
  return areWhole ? Content::unwritten : Content::perhapsUnwritten;
}

} // namespace heddle
