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
  entries.emplace(std::uintptr_t(base), Entry{wanted, std::move(block), Ref(context)});
  return base;
}

std::optional<SharedAllocation> SharedMemory::find(const void *pointer) const {
  MutexLock lock(mutex);
  auto after = entries.upper_bound(std::uintptr_t(pointer));
  if (after == entries.begin())
    return std::nullopt;
  const SharedAllocation &allocation = std::prev(after)->second.allocation;
  if (!allocation.contains(pointer, 1))
    return std::nullopt;
  return allocation;
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
