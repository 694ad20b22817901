// The memory behind buffers and shared allocations.
#ifndef HEDDLE_RUNTIME_MEMORY_BLOCK_HPP
#define HEDDLE_RUNTIME_MEMORY_BLOCK_HPP

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace heddle {

struct FreeMemory {
  void operator()(std::byte *memory) const { std::free(memory); }
};
using MemoryBlock = std::unique_ptr<std::byte, FreeMemory>;

/// What long16 needs, the largest type of OpenCL C.
inline constexpr std::size_t largestTypeBytes = 128;

/// Aligned for every OpenCL C type, and large blocks to a page, so that copies and tiles of them
/// are, too; those of megabytes lie in huge pages where the system has them. A vector at the end
/// may be touched whole. Null when there is no memory.
MemoryBlock allocateMemory(std::size_t size);

} // namespace heddle

#endif
