#include "runtime/shared_memory.hpp"

#include "runtime/context.hpp"
#include "runtime/strict/strict_mode.hpp"

#include <algorithm>

namespace heddle {

namespace {

/// Older ones are forgotten.
constexpr std::size_t mostFreedBytes = std::size_t(256) << 20;

} // namespace

void *SharedMemory::allocate(Context &context, SharedAllocation wanted) {
  MemoryBlock block = allocateMemory(wanted.size, wanted.alignment);
  if (!block)
    return nullptr;
  std::byte *const base = wanted.base = block.get();
  MutexLock lock(mutex);
  Entry &entry = entries[std::uintptr_t(base)];
  entry.allocation = wanted;
  entry.block = std::move(block);
  entry.context = Ref(context);
  entry.unwritten.fill(base, wanted.size);
  return base;
}

const SharedMemory::Entry *SharedMemory::entryOf(const void *pointer) const {
  auto after = entries.upper_bound(std::uintptr_t(pointer));
  if (after == entries.begin())
    return nullptr;
  const Entry &entry = std::prev(after)->second;
  return entry.allocation.contains(pointer, 1) ? &entry : nullptr;
}

std::optional<SharedAllocation> SharedMemory::find(const void *pointer) const {
  MutexLock lock(mutex);
  if (const Entry *entry = entryOf(pointer))
    return entry->allocation;
  return std::nullopt;
}

std::uint64_t SharedMemory::writtenBytes(const void *pointer) const {
  MutexLock lock(mutex);
  const Entry *entry = entryOf(pointer);
  const std::uint64_t all = entry ? entry->unwritten.writtenBytes() : UINT64_MAX;
  if (all == UINT64_MAX)
    return all;
  const auto offset = std::uintptr_t(pointer) - std::uintptr_t(entry->allocation.base);
  return all - std::min<std::uint64_t>(all, offset);
}

std::optional<SharedAllocation> SharedMemory::startingAt(const void *pointer) const {
  MutexLock lock(mutex);
  auto found = entries.find(std::uintptr_t(pointer));
  if (found == entries.end())
    return std::nullopt;
  return found->second.allocation;
}

void SharedMemory::free(void *pointer) {
  // Ends after the lock: with the last reference to the context this object goes, too.
  decltype(entries)::node_type removed;
  MutexLock lock(mutex);
  removed = entries.extract(std::uintptr_t(pointer));
  if (checksWanted() && !removed.empty())
    keep({removed.mapped().allocation, std::move(removed.mapped().block)});
}

void SharedMemory::keep(Freed last) {
  freedBytes += last.allocation.size;
  freed.push_back(std::move(last));
  while (freedBytes > mostFreedBytes) {
    freedBytes -= freed.front().allocation.size;
    freed.pop_front();
  }
}

bool SharedMemory::wasFreed(const void *pointer) const {
  MutexLock lock(mutex);
  return std::any_of(freed.begin(), freed.end(),
                     [&](const Freed &one) { return one.allocation.contains(pointer, 1); });
}

} // namespace heddle
