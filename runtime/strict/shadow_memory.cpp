#include "runtime/strict/shadow_memory.hpp"

#include <algorithm>
#include <new>

namespace heddle {

namespace {

/// Of all launches together. Beyond it accesses are not remembered.
constexpr std::uint64_t mostBytes = std::uint64_t(1) << 30;
std::atomic<std::uint64_t> bytesInUse{0};

/// What the slot leads to, made now if it leads nowhere; null without memory.
template <typename Object> Object *objectAt(std::atomic<Object *> &slot) {
  if (Object *known = slot.load(std::memory_order_acquire))
    return known;
  if (bytesInUse.load(std::memory_order_relaxed) > mostBytes)
    return nullptr;
  auto *made = new (std::nothrow) Object;
  Object *other = nullptr;
  if (made && slot.compare_exchange_strong(other, made, std::memory_order_acq_rel)) {
    bytesInUse.fetch_add(sizeof(Object), std::memory_order_relaxed);
    return made;
  }
  delete made;
  return other;
}

template <typename Object> void release(std::atomic<Object *> &slot) {
  if (const Object *object = slot.load(std::memory_order_relaxed)) {
    delete object;
    bytesInUse.fetch_sub(sizeof(Object), std::memory_order_relaxed);
  }
}

} // namespace

ShadowMemory::ShadowMemory(std::vector<Span> spans) {
  // Arguments may lead to the same buffer, or to parts of it.
  std::sort(spans.begin(), spans.end(),
            [](const Span &a, const Span &b) { return a.begin < b.begin; });
  for (const Span &span : spans) {
    const Span whole{span.begin / shadowGranule * shadowGranule, span.end};
    if (!regions.empty() && whole.begin < regions.back().span.end)
      regions.back().span.end = std::max(regions.back().span.end, whole.end);
    else
      regions.push_back({whole, nullptr, 0});
  }
  constexpr std::uint64_t pageBytes = chunkBytes * pageChunks;
  for (Region &region : regions) {
    region.count = (region.span.end - region.span.begin + pageBytes - 1) / pageBytes;
    region.pages = std::make_unique<std::atomic<Page *>[]>(region.count);
  }
}

ShadowMemory::Page::~Page() {
  for (std::atomic<Chunk *> &chunk : chunks)
    release(chunk);
}

ShadowMemory::~ShadowMemory() {
  for (Region &region : regions)
    for (std::size_t i = 0; i < region.count; ++i)
      release(region.pages[i]);
}

const ShadowMemory::Region *ShadowMemory::regionOf(std::uintptr_t address) const {
  for (const Region &region : regions)
    if (address >= region.span.begin && address < region.span.end)
      return &region;
  return nullptr;
}

std::uintptr_t ShadowMemory::endOf(std::uintptr_t address) const {
  const Region *region = regionOf(address);
  return region ? region->span.end : 0;
}

ShadowMemory::Chunk *ShadowMemory::chunkAt(const Region &region, std::size_t index) {
  Page *page = objectAt(region.pages[index / pageChunks]);
  return page ? objectAt(page->chunks[index % pageChunks]) : nullptr;
}

} // namespace heddle
