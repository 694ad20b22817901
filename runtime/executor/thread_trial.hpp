// How many threads run the launches of a kernel where more may be slower: its work-groups change
// the same memory, or are done before many threads have been called.
#ifndef HEDDLE_RUNTIME_EXECUTOR_THREAD_TRIAL_HPP
#define HEDDLE_RUNTIME_EXECUTOR_THREAD_TRIAL_HPP

#include "runtime/support/thread_annotations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

namespace heddle::executor {

/// Some launches have all threads, some a part of them, and so on down while that is no slower; the
/// rest have what was quickest. After many launches it begins anew, as the data may have changed.
class ThreadTrial {
public:
  struct Settings {
    unsigned divisor = 4;  ///< how many times fewer threads come next
    unsigned launches = 3; ///< of each number, up to `mostLaunches`
  };
  static constexpr unsigned mostLaunches = 5;

  ThreadTrial() = default;
  explicit ThreadTrial(Settings settings) : settings(settings) {}

  /// How many of at most so many threads this launch gets.
  unsigned next(unsigned most) EXCLUDES(mutex) {
    MutexLock lock(mutex);
    if (most != all || chosen >= launchesOfChoice) {
      all = most;
      chosen = 0;
      current = {most};
      fewer = {fewerThan(most)};
    }
    if (current.launches < settings.launches) {
      ++current.launches;
      return current.threads;
    }
    if (current.threads > 1 && fewer.isHopeful(current)) {
      if (fewer.launches < settings.launches) {
        ++fewer.launches;
        return fewer.threads;
      }
      if (fewer.learned == settings.launches && fewer.usual() <= current.usual()) {
        current = fewer;
        fewer = {fewerThan(current.threads)};
      }
    }
    ++chosen;
    return current.threads;
  }

  /// ticks: from the beginning of a launch of so many threads to its end.
  void learn(unsigned threads, double items, std::uint64_t ticks) EXCLUDES(mutex) {
    if (items < 1 || ticks == 0)
      return;
    MutexLock lock(mutex);
    for (Way *way : {&current, &fewer})
      if (way->threads == threads && way->learned < settings.launches) {
        way->ticksPerItem[way->learned++] = double(ticks) / items;
        return;
      }
  }

private:
  static constexpr unsigned launchesOfChoice = 1000;

  struct Way {
    unsigned threads = 0;
    unsigned launches = 0, learned = 0;
    std::array<double, mostLaunches> ticksPerItem{};

    /// Others may disturb a launch; and one may be the quickest as they left it one processor.
    double usual() const {
      std::array<double, mostLaunches> sorted = ticksPerItem;
      std::sort(sorted.begin(), sorted.begin() + learned);
      return learned == 0 ? std::numeric_limits<double>::infinity() : sorted[learned / 2];
    }
    /// As long as next to nothing is known of it, too.
    bool isHopeful(const Way &other) const {
      return learned < 2 || std::min(ticksPerItem[0], ticksPerItem[1]) <= 1.5 * other.usual();
    }
  };

  unsigned fewerThan(unsigned threads) const { return std::max(1u, threads / settings.divisor); }

  const Settings settings;
  Mutex mutex;
  unsigned all GUARDED_BY(mutex) = 0;
  unsigned chosen GUARDED_BY(mutex) = 0; ///< launches that had what was quickest
  Way current GUARDED_BY(mutex), fewer GUARDED_BY(mutex);
};

/// Those of one kernel.
class ThreadTrials {
public:
  /// Processors take lines of the cache from each other to change them, one atomic operation at a
  /// time, which takes 10 to 20 times as long as by one processor alone: then fewer are quicker.
  /// How many work-groups change the same lines is known only to the data.
  ThreadTrial &ofAtomics() { return atomics; }

  /// To call threads takes microseconds, what they have to read may be in the caches of others, and
  /// the more they are, the longer they wait for the list of tasks: what a launch of some
  /// microseconds gains by them depends on all of that. Launches of about as many work-items share
  /// a trial.
  ThreadTrial &ofShort(double items) EXCLUDES(mutex) {
    MutexLock lock(mutex);
    return bySize.try_emplace(std::ilogb(items), finer).first->second;
  }

private:
  /// Short launches come often, and are easily disturbed.
  static constexpr ThreadTrial::Settings finer{.divisor = 2, .launches = 5};

  ThreadTrial atomics;
  Mutex mutex;
  std::map<int, ThreadTrial> bySize GUARDED_BY(mutex);
};

} // namespace heddle::executor

#endif
