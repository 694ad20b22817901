// Whether large launches of a kernel write past the caches.
#ifndef HEDDLE_RUNTIME_EXECUTOR_STREAM_TRIAL_HPP
#define HEDDLE_RUNTIME_EXECUTOR_STREAM_TRIAL_HPP

#include "runtime/support/thread_annotations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace heddle::executor {

/// What is quicker depends on what the caches hold besides and on who shares them, and virtual
/// machines do not tell how large they are. So it is measured, for launches of about one size: some
/// in a row through the caches, some past them. The first one each way has what the other way left
/// in the caches, and does not count.
class StreamTrial {
public:
  /// Launches that write less have a good chance to stay in caches.
  static constexpr std::uint64_t leastBytes = std::uint64_t(32) << 20;

  /// Whether this launch, which writes so many bytes, is to write past the caches.
  bool next(std::uint64_t bytes) EXCLUDES(mutex) {
    if (bytes < leastBytes)
      return false;
    MutexLock lock(mutex);
    const std::array<Way, 2> &ways = sizes[indexOf(bytes)];
    for (const bool past : {false, true})
      if (ways[past].launches < launchesOfTrial)
        return past;
    return ways[true].ticksPerByte < ways[false].ticksPerByte;
  }

  /// ticks: of all threads together.
  void learn(bool past, std::uint64_t bytes, std::uint64_t ticks) EXCLUDES(mutex) {
    if (bytes < leastBytes || ticks == 0)
      return;
    MutexLock lock(mutex);
    Way &way = sizes[indexOf(bytes)][past];
    if (way.launches == launchesOfTrial)
      return;
    if (way.launches++ != 0)
      way.ticksPerByte = std::min(way.ticksPerByte, double(ticks) / double(bytes));
  }

private:
  static constexpr unsigned launchesOfTrial = 4;

  struct Way {
    double ticksPerByte = std::numeric_limits<double>::infinity(); ///< the least
    unsigned launches = 0;
  };

  /// Doubled from one to the next; the last one is for all that is larger.
  static constexpr std::size_t numSizes = 8;
  static std::size_t indexOf(std::uint64_t bytes) {
    return std::min<std::size_t>(std::bit_width(bytes / leastBytes) - 1, numSizes - 1);
  }

  Mutex mutex;
  std::array<std::array<Way, 2>, numSizes> sizes GUARDED_BY(mutex);
};

} // namespace heddle::executor

#endif
