#include "runtime/shared_memory.hpp"

#include "runtime/context.hpp"

namespace heddle {

void *SharedMemory::allocate(Context &context, SharedAllocation wanted) {
  MemoryBlock block = allocateMemory(wanted.size);
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
}

} // namespace heddle
