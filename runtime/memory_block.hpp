// The memory behind buffers and shared allocations.
#ifndef HEDDLE_RUNTIME_MEMORY_BLOCK_HPP
#define HEDDLE_RUNTIME_MEMORY_BLOCK_HPP

#include <cstddef>
#include <memory>

namespace heddle {

/// Keeps some of the memory for the next block of its size: what a program makes and releases for
/// each operation it would otherwise get from the system, and touch page by page, each time.
struct FreeMemory {
  std::size_t bytes = 0;

  void operator()(std::byte *memory) const;
};
using MemoryBlock = std::unique_ptr<std::byte, FreeMemory>;

/// What long16 needs, the largest type of OpenCL C.
inline constexpr std::size_t largestTypeBytes = 128;

/// The most that a block can be asked to be aligned for.
inline constexpr std::size_t pageBytes = 4096;

/// Aligned for every OpenCL C type, and large blocks to a page, so that copies and tiles of them
/// are, too; those of megabytes lie in huge pages where the system has them. Nobody else's memory
/// begins right behind the end, where a vector may be touched whole. Blocks of less than 64 KiB are
/// zero. Null when there is no memory.
/// \param alignment bytes, a power of two of at most pageBytes.
MemoryBlock allocateMemory(std::size_t size, std::size_t alignment = largestTypeBytes);

} // namespace heddle

#endif
