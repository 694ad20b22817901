// How the threads that run one task share out its units: each claims the next chunk with one atomic
// addition, so that slow units (or slow cores) need no planning.
#ifndef HEDDLE_RUNTIME_EXECUTOR_WORK_QUEUE_HPP
#define HEDDLE_RUNTIME_EXECUTOR_WORK_QUEUE_HPP

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

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

/// Work-groups that follow one another may share what they read. Then each worker has a part of
/// them that lies together, the same one in each launch of so many: what its caches hold, and what
/// it has packed, serves the next one. Who is done with its part takes chunks of the others'.
///
/// Each begins somewhere else in its part, the first at its beginning and the last near its end,
/// and goes around: units at one place of two parts may read the same, which one worker then has
/// packed by the time that the other one comes to it.
class WorkQueue {
public:
  explicit WorkQueue(std::uint64_t units) : units(units) {}

  /// Before the first claim.
  void prepare(unsigned workers, bool inParts = false, bool isSpread = false) {
    chunk = chunkSize(units, workers);
    if (!inParts || workers < 2 || units < workers)
      return;
    parts.reset(new (std::nothrow) Part[workers]);
    if (!parts)
      return;
    partCount = workers;
    partsLeft.store(workers, std::memory_order_relaxed);
    // The first ones have one more.
    const std::uint64_t each = units / workers, more = units % workers;
    for (std::uint64_t i = 0, begin = 0; i < workers; ++i) {
      Part &part = parts[i];
      part.begin = begin;
      part.count = each + (i < more ? 1 : 0);
      // From there on are whole chunks.
      if (const std::uint64_t chunks = (part.count - part.count * i / workers) / chunk;
          isSpread && chunks != 0)
        part.before = part.count - chunks * chunk;
      begin += part.count;
    }
  }

  /// Where a thread is in the queue, from its first claim on.
  class Place {
  public:
    /// worker: a number that it has in other tasks as well.
    explicit Place(unsigned worker = 0) : worker(worker) {}

  private:
    friend class WorkQueue;
    unsigned worker;
    unsigned part = none;
  };

  Chunk claim(Place &place) {
    if (!parts)
      return claimFrom(next, units);
    if (place.part == none)
      place.part = partFor(place.worker);
    for (unsigned i = 0; i < partCount; ++i) {
      Part &part = parts[place.part];
      if (Chunk claimed = claimFrom(part.next, part.count); claimed.count != 0) {
        if (claimed.first + claimed.count == part.count)
          partsLeft.fetch_sub(1, std::memory_order_relaxed);
        claimed.first += part.begin + part.before;
        if (claimed.first >= part.begin + part.count)
          claimed.first -= part.count;
        return claimed;
      }
      place.part = (place.part + 1) % partCount;
    }
    return {};
  }

  bool exhausted() const {
    return parts ? partsLeft.load(std::memory_order_relaxed) <= 0
                 : next.load(std::memory_order_relaxed) >= units;
  }
  /// Gives up what nobody has claimed.
  void drain() {
    next.store(units, std::memory_order_relaxed);
    for (unsigned i = 0; i < partCount; ++i)
      parts[i].next.store(parts[i].count, std::memory_order_relaxed);
    partsLeft.store(0, std::memory_order_relaxed);
  }
  /// An upper bound on how many threads could still find a chunk.
  std::uint64_t chunksLeft() const {
    if (parts) {
      const std::int64_t left =
          std::max<std::int64_t>(0, partsLeft.load(std::memory_order_relaxed));
      return static_cast<std::uint64_t>(left) * (units / partCount / chunk + 1);
    }
    std::uint64_t at = next.load(std::memory_order_relaxed);
    return at >= units ? 0 : (units - at + chunk - 1) / chunk;
  }

private:
  static constexpr unsigned none = ~0u;

  struct alignas(64) Part {
    std::atomic<std::uint64_t> next{0}; ///< of its units, as they are claimed
    std::uint64_t begin = 0, count = 0;
    std::uint64_t before = 0;           ///< units that are claimed last
    std::atomic<unsigned> worker{none}; ///< whose it is
  };

  Chunk claimFrom(std::atomic<std::uint64_t> &from, std::uint64_t end) {
    // Looking first keeps the counter from running over when many threads come late.
    if (from.load(std::memory_order_relaxed) >= end)
      return {};
    const std::uint64_t first = from.fetch_add(chunk, std::memory_order_relaxed);
    if (first >= end)
      return {};
    return {first, std::min(chunk, end - first)};
  }

  /// The one that the worker had before or would have, or another one that nobody has.
  unsigned partFor(unsigned worker) {
    for (unsigned i = 0; i < partCount; ++i) {
      const unsigned part = (worker + i) % partCount;
      unsigned owner = none;
      if (parts[part].worker.compare_exchange_strong(owner, worker, std::memory_order_relaxed) ||
          owner == worker)
        return part;
    }
    return worker % partCount;
  }

  const std::uint64_t units;
  std::uint64_t chunk = 1;
  std::unique_ptr<Part[]> parts; ///< none: `next` is for all
  unsigned partCount = 0;
  /// That have a chunk; less than none where the last one of a part was claimed while it was
  /// drained.
  std::atomic<std::int64_t> partsLeft{0};
  // A line of its own: everybody writes it.
  alignas(64) std::atomic<std::uint64_t> next{0};
};

} // namespace heddle::executor

#endif
