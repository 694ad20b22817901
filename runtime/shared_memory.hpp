// Shared virtual memory and unified shared memory: allocations that the application holds pointers
// to, where buffers have handles.
//
// Host and device have one memory, so a pointer is the same everywhere, and the kinds of allocation
// differ in name only. What is kept of each is for queries and for arguments that are checked.
#ifndef HEDDLE_RUNTIME_SHARED_MEMORY_HPP
#define HEDDLE_RUNTIME_SHARED_MEMORY_HPP

#include "runtime/memory_block.hpp"
#include "runtime/strict/unwritten_memory.hpp"
#include "runtime/support/ref.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

namespace heddle {

class Context;
class Device;

/// Whether an allocation can be aligned so: zero, or a power of two of at most a page. Of more than
/// the largest type, which is what the specifications promise, programs want pages.
inline bool alignmentIsSupported(cl_uint alignment) {
  return alignment == 0 || (std::has_single_bit(alignment) && alignment <= pageBytes);
}

struct SharedAllocation {
  enum class Kind : std::uint8_t {
    svm,    ///< clSVMAlloc
    host,   ///< clHostMemAllocINTEL
    device, ///< clDeviceMemAllocINTEL
    shared, ///< clSharedMemAllocINTEL
  };
  std::byte *base = nullptr;
  std::size_t size = 0;
  Kind kind = Kind::svm;
  Device *device = nullptr;           ///< of the context; what the application named, or null
  cl_mem_alloc_flags_intel flags = 0; ///< of kinds other than svm
  cl_svm_mem_flags access = 0;        ///< of svm
  /// Bytes; more than this where other rules ask for it.
  std::size_t alignment = largestTypeBytes;

  bool contains(const void *pointer, std::size_t bytes) const {
    const auto offset = std::uintptr_t(pointer) - std::uintptr_t(base);
    return offset <= size && bytes <= size - offset;
  }
};

/// The allocations of one context. Each keeps the context alive, as a buffer does.
class SharedMemory {
public:
  /// `wanted` has everything but the base. Null when there is no memory.
  void *allocate(Context &context, SharedAllocation wanted) EXCLUDES(mutex);
  /// The allocation that the pointer leads into.
  std::optional<SharedAllocation> find(const void *pointer) const EXCLUDES(mutex);
  /// The allocation that starts there.
  std::optional<SharedAllocation> startingAt(const void *pointer) const EXCLUDES(mutex);
  /// How many bytes from the pointer on somebody has written; UINT64_MAX if it is all of its
  /// allocation, or not known.
  std::uint64_t writtenBytes(const void *pointer) const EXCLUDES(mutex);
  /// Does nothing for a pointer at which no allocation starts. May end the context.
  void free(void *pointer) EXCLUDES(mutex);
  /// Whether the pointer leads into one that was freed not long ago; with HEDDLE_STRICT only, which
  /// keeps the memory of these from being used for anything else.
  bool wasFreed(const void *pointer) const EXCLUDES(mutex);

private:
  struct Entry {
    SharedAllocation allocation;
    MemoryBlock block;
    Ref<Context> context;
    UnwrittenMemory unwritten;
  };

  struct Freed {
    SharedAllocation allocation;
    MemoryBlock block;
  };
  void keep(Freed freed) REQUIRES(mutex);
  /// Of the allocation that the pointer leads into, or null.
  const Entry *entryOf(const void *pointer) const REQUIRES(mutex);

  mutable Mutex mutex;
  std::map<std::uintptr_t, Entry> entries GUARDED_BY(mutex);
  std::deque<Freed> freed GUARDED_BY(mutex); ///< the last ones come last
  std::size_t freedBytes GUARDED_BY(mutex) = 0;
};

} // namespace heddle

#endif
