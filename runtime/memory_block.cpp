#include "runtime/memory_block.hpp"

#include <sys/mman.h>

namespace heddle {

namespace {

constexpr std::size_t pageSize = 4096;
/// From this size on a block starts at a page.
constexpr std::size_t largeSize = 64 * 1024;
constexpr std::size_t hugePageSize = 2 * 1024 * 1024;
/// From this size on it asks for huge pages, of which the last may be filled in part: the first
/// touch of 64 MiB takes 16384 faults of small pages, which is longer than most kernels of it.
constexpr std::size_t hugeSize = 4 * hugePageSize;

} // namespace

MemoryBlock allocateMemory(std::size_t size) {
  const std::size_t alignment = size >= hugeSize    ? hugePageSize
                                : size >= largeSize ? pageSize
                                                    : largestTypeBytes;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  auto *memory = static_cast<std::byte *>(std::aligned_alloc(alignment, rounded));
  // A wish: without huge pages the block is as good as before.
  if (memory && alignment == hugePageSize)
    (void)::madvise(memory, rounded, MADV_HUGEPAGE);
  return MemoryBlock(memory);
}

} // namespace heddle
