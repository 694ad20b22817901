// Memory that a worker lends to the work-groups it runs: local memory and the frames of suspended
// sub-groups. One mapping for each worker, followed by a page that cannot be touched, so that a
// kernel that overruns its local memory stops there instead of in somebody else's data.
//
// Beside both ends of what was asked for lies memory that is there: in `l >= d ? part[l - d] : 0`
// the lanes that are masked out of an access lie in front of the local memory, and where that is a
// page without memory processors look at each lane by itself, which takes hundreds of cycles.
#ifndef HEDDLE_RUNTIME_EXECUTOR_ARENA_HPP
#define HEDDLE_RUNTIME_EXECUTOR_ARENA_HPP

#include <cstddef>

namespace heddle::executor {

class Arena {
public:
  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  Arena(Arena &&other) noexcept;
  Arena &operator=(Arena &&other) noexcept;
  ~Arena();

  /// An arena of at least `size` bytes, aligned to a page; data() is null when the system has no
  /// memory for it. Pages cost memory from their first use on.
  static Arena allocate(std::size_t size);

  std::byte *data() const { return base; }
  std::size_t size() const { return usable; }

private:
  std::byte *base = nullptr;
  std::size_t usable = 0;
};

} // namespace heddle::executor

#endif
