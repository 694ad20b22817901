// What is remembered of accesses to memory, four bytes at a time.
#ifndef HEDDLE_RUNTIME_STRICT_SHADOW_MEMORY_HPP
#define HEDDLE_RUNTIME_STRICT_SHADOW_MEMORY_HPP

#include "runtime/abi/checks.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace heddle {

/// Who accesses, and since when: intervals of a work-group end at its barriers, those of a
/// sub-group where its work-items meet.
struct Actor {
  std::uint64_t group = 0;                       ///< number of the work-group
  std::uint32_t item = 0;                        ///< in its work-group
  std::uint32_t subGroup = 0;                    ///< likewise
  std::uint32_t interval = 0;                    ///< of the work-group
  std::uint32_t subInterval = 0;                 ///< of the sub-group
  std::uint32_t groupTime = 0, subGroupTime = 0; ///< what OrderClocks count

  bool isSameItem(const Actor &other) const { return group == other.group && item == other.item; }
  /// Whether an earlier access of this one happens before one of `later`.
  bool isBefore(const Actor &later) const {
    if (group != later.group)
      return false;
    return item == later.item || interval < later.interval ||
           (subGroup == later.subGroup && subInterval != later.subInterval);
  }
  /// The narrowest scope that has both in it.
  unsigned scopeWith(const Actor &other) const {
    if (group != other.group)
      return heddleScopeDevice;
    if (subGroup != other.subGroup)
      return heddleScopeWorkGroup;
    return item == other.item ? heddleScopeWorkItem : heddleScopeSubGroup;
  }
};

struct ShadowAccess {
  const HeddlePlace *place = nullptr; ///< null for none
  Actor actor;
  std::uint32_t bytes = 0; ///< a bit for each of the four
  std::uint32_t when = 0;  ///< of its work-group's accesses
};

struct ShadowCell {
  ShadowAccess write;
  ShadowAccess same;     ///< a write of what was there
  ShadowAccess reads[2]; ///< of two work-items, since one of them may write
  std::uint64_t writtenBy = 0;
  std::uint32_t written = 0; ///< bytes, by the work-group of that number
  std::uint32_t value = 0;   ///< that `write` leaves in them
  std::uint32_t known = 0;   ///< bits of it
};

constexpr std::uint64_t shadowGranule = 4;

/// Cells for the memory that the buffers of one launch have, made where they are asked for.
class ShadowMemory {
public:
  struct Span {
    std::uintptr_t begin, end;
  };
  explicit ShadowMemory(std::vector<Span> spans);
  ~ShadowMemory();
  ShadowMemory(const ShadowMemory &) = delete;
  ShadowMemory &operator=(const ShadowMemory &) = delete;

  /// Calls visit(cell, a bit for each byte) for each granule of an access, one thread at a time.
  /// Does nothing for other memory, nor where there is no more for cells.
  template <typename Visit> void visit(std::uintptr_t address, std::uint64_t bytes, Visit &&visit);
  /// Of the memory that the address leads into; 0 for none.
  std::uintptr_t endOf(std::uintptr_t address) const;

private:
  static constexpr std::uint64_t chunkBytes = 1024;
  static constexpr std::size_t chunkCells = chunkBytes / shadowGranule;
  struct Chunk {
    std::atomic_flag busy;
    ShadowCell cells[chunkCells];
  };
  static constexpr std::size_t pageChunks = 1024;
  struct Page {
    std::atomic<Chunk *> chunks[pageChunks];
    ~Page();
  };
  struct Region {
    Span span;
    std::unique_ptr<std::atomic<Page *>[]> pages; ///< of the span
    std::size_t count;
  };
  static Chunk *chunkAt(const Region &region, std::size_t index);
  const Region *regionOf(std::uintptr_t address) const;

  std::vector<Region> regions;
};

/// The bytes of a granule that an access has.
inline std::uint32_t bytesIn(std::uintptr_t granule, std::uintptr_t begin, std::uintptr_t end) {
  std::uint32_t bits = 0;
  for (std::uint64_t byte = 0; byte < shadowGranule; ++byte)
    if (granule + byte >= begin && granule + byte < end)
      bits |= 1u << byte;
  return bits;
}

template <typename Visit>
void ShadowMemory::visit(std::uintptr_t address, std::uint64_t bytes, Visit &&visit) {
  const Region *region = regionOf(address);
  if (!region)
    return;
  const std::uintptr_t end = std::min(address + bytes, region->span.end);
  for (std::uintptr_t granule = address / shadowGranule * shadowGranule; granule < end;
       granule += shadowGranule) {
    const std::uint64_t offset = granule - region->span.begin;
    Chunk *chunk = chunkAt(*region, offset / chunkBytes);
    if (!chunk)
      return;
    while (chunk->busy.test_and_set(std::memory_order_acquire))
      __builtin_ia32_pause();
    visit(chunk->cells[offset % chunkBytes / shadowGranule], bytesIn(granule, address, end));
    chunk->busy.clear(std::memory_order_release);
  }
}

} // namespace heddle

#endif
