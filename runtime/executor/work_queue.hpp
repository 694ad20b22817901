// How the threads that run one task share out its units: each claims the next chunk with one atomic
// addition, so that slow units (or slow cores) need no planning.
#ifndef HEDDLE_RUNTIME_EXECUTOR_WORK_QUEUE_HPP
#define HEDDLE_RUNTIME_EXECUTOR_WORK_QUEUE_HPP

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace heddle::executor {

struct Chunk {
  std::uint64_t first = 0;
  std::uint64_t count = 0; ///< 0: nothing is left
};

/// The size of a chunk, in units. A worker gets about 16 of them: enough that the last ones even
/// out what the others ran over (6% of a worker's share), few enough that the addition and the
/// call, some 30 ns together when two cores fight for the line, do not matter beside the work.
inline std::uint64_t chunkSize(std::uint64_t units, unsigned workers) {
  constexpr std::uint64_t chunksPerWorker = 16;
  return std::max<std::uint64_t>(1, units / (std::max(workers, 1u) * chunksPerWorker));
}

class WorkQueue {
public:
  explicit WorkQueue(std::uint64_t units) : units(units) {}

  /// Before the first claim.
  void prepare(unsigned workers) { chunk = chunkSize(units, workers); }

  Chunk claim() {
    // Looking first keeps the counter from running over when many threads come late.
    if (exhausted())
      return {};
    std::uint64_t first = next.fetch_add(chunk, std::memory_order_relaxed);
    if (first >= units)
      return {};
    return {first, std::min(chunk, units - first)};
  }

  bool exhausted() const { return next.load(std::memory_order_relaxed) >= units; }
  /// Gives up what nobody has claimed.
  void drain() { next.store(units, std::memory_order_relaxed); }
  /// An upper bound on how many threads could still find a chunk.
  std::uint64_t chunksLeft() const {
    std::uint64_t at = next.load(std::memory_order_relaxed);
    return at >= units ? 0 : (units - at + chunk - 1) / chunk;
  }

private:
  const std::uint64_t units;
  std::uint64_t chunk = 1;
  // A line of its own: everybody writes it.
  alignas(64) std::atomic<std::uint64_t> next{0};
};

} // namespace heddle::executor

#endif
