#include "runtime/memory_block.hpp"

namespace heddle {

namespace {

constexpr std::size_t pageSize = 4096;
/// From this size on a block starts at a page.
constexpr std::size_t largeSize = 64 * 1024;

} // namespace

MemoryBlock allocateMemory(std::size_t size) {
  const std::size_t alignment = size >= largeSize ? pageSize : largestTypeBytes;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  return MemoryBlock(static_cast<std::byte *>(std::aligned_alloc(alignment, rounded)));
}

} // namespace heddle
