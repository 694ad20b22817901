#include "runtime/memory_block.hpp"

#include "runtime/support/fork_lock.hpp"
#include "runtime/support/recycled_memory.hpp"
#include "runtime/support/thread_annotations.hpp"
#include "runtime/support/trace.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace heddle {

namespace {

/// From this size on a block starts at a page.
constexpr std::size_t largeSize = 64 * 1024;
constexpr std::size_t hugePageSize = 2 * 1024 * 1024;
/// From this size on it asks for huge pages, of which the last may be filled in part: the first
/// touch of 64 MiB takes 16384 faults of small pages, which is longer than most kernels of it.
constexpr std::size_t hugeSize = 4 * hugePageSize;

/// Of what lies behind a block. GPUs allocate whole pages, and there are programs that read the
/// next tile behind the last one, or write a few rows too many, and have never been told.
constexpr std::size_t leastSlack = 1024, mostSlack = 64 * 1024;

/// What freed blocks may hold together.
constexpr std::size_t keptBytes = recyclesMemory ? std::size_t(64) * 1024 * 1024 : 0;

struct Block {
  std::byte *memory = nullptr;
  std::size_t bytes = 0;
};

/// Large blocks that were freed, the oldest first.
class FreeBlocks {
public:
  static FreeBlocks &instance() {
    static FreeBlocks &blocks = *[] {
      auto *made = new FreeBlocks;
      holdAcrossFork(made->mutex);
      return made;
    }();
    return blocks;
  }

  /// The newest of that size, or a little more; none if there is none.
  Block take(std::size_t bytes) EXCLUDES(mutex) {
    MutexLock lock(mutex);
    for (std::size_t i = count; i-- > 0;)
      if (blocks[i].bytes >= bytes && blocks[i].bytes <= bytes + bytes / 4)
        return remove(i);
    return {};
  }

  void put(Block block) EXCLUDES(mutex) {
    if (block.bytes < largeSize || block.bytes > keptBytes / 2) {
      std::free(block.memory);
      return;
    }
    MutexLock lock(mutex);
    while (count == blocks.size() || held + block.bytes > keptBytes)
      std::free(remove(0).memory);
    held += block.bytes;
    blocks[count++] = block;
  }

private:
  Block remove(std::size_t index) REQUIRES(mutex) {
    const Block removed = blocks[index];
    held -= removed.bytes;
    for (--count; index < count; ++index)
      blocks[index] = blocks[index + 1];
    return removed;
  }

  Mutex mutex;
  std::array<Block, 32> blocks GUARDED_BY(mutex);
  std::size_t count GUARDED_BY(mutex) = 0, held GUARDED_BY(mutex) = 0;
};

} // namespace

void FreeMemory::operator()(std::byte *memory) const {
  if (bytes >= largeSize)
    Trace::mayTakeLong();
  FreeBlocks::instance().put({memory, bytes});
}

MemoryBlock allocateMemory(std::size_t size, std::size_t alignment) {
  alignment = size >= hugeSize    ? hugePageSize
              : size >= largeSize ? pageBytes
                                  : std::max(alignment, largestTypeBytes);
  // The sanitizer is to find what comes behind the end.
  const std::size_t slack = recyclesMemory ? std::clamp(size, leastSlack, mostSlack) : 0;
  const std::size_t rounded = (size + slack + alignment - 1) / alignment * alignment;
  if (size >= largeSize) {
    Trace::mayTakeLong();
    if (const Block kept = FreeBlocks::instance().take(rounded); kept.memory)
      return MemoryBlock(kept.memory, {kept.bytes});
  }
  auto *memory = static_cast<std::byte *>(std::aligned_alloc(alignment, rounded));
  // Counters and places in rings, which programs take to be zero: GPUs hand out empty pages.
  if (memory && size < largeSize)
    std::memset(memory, 0, rounded);
  // A wish: without huge pages the block is as good as before.
  if (memory && alignment == hugePageSize)
    (void)::madvise(memory, rounded, MADV_HUGEPAGE);
  return MemoryBlock(memory, {rounded});
}

} // namespace heddle
