// Memory for small objects that one thread makes and another one ends, as commands are.
//
// A general allocator is slow at that: what a worker frees goes back to the memory of the thread
// that enqueues through locks and merging of neighbours, which took a third of a small command's
// time. Here each thread keeps what it frees and takes from that again; what is too much goes to
// the other threads in one piece, so a lock is taken once for many objects.
#ifndef HEDDLE_RUNTIME_SUPPORT_RECYCLED_MEMORY_HPP
#define HEDDLE_RUNTIME_SUPPORT_RECYCLED_MEMORY_HPP

#include <cstddef>

// The sanitizer finds uses of what was freed, if it is.
#if defined(__SANITIZE_ADDRESS__)
#define HEDDLE_RECYCLES 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEDDLE_RECYCLES 0
#endif
#endif
#ifndef HEDDLE_RECYCLES
#define HEDDLE_RECYCLES 1
#endif

namespace heddle {

inline constexpr bool recyclesMemory = HEDDLE_RECYCLES;

class RecycledMemory {
public:
  /// Of every piece, in bytes.
  static constexpr std::size_t alignment = 128;

  /// Throws std::bad_alloc. Large ones come from the general allocator.
  static void *allocate(std::size_t size);
  /// size: as it was given to allocate().
  static void release(void *memory, std::size_t size) noexcept;
};

} // namespace heddle

#endif
