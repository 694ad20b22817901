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
#include <optional>
#include <utility>
#include <vector>

namespace heddle::executor {

/// Some launches have all threads, some a part of them, and so on down while there is hope; the
/// rest have what was quickest. After many launches it begins anew, as the data may have changed.
class ThreadTrial {
public:
  struct Settings {
    unsigned divisor = 4;  ///< how many times fewer threads come next
    unsigned launches = 3; ///< of each number, up to `mostLaunches`
    bool hasRule = false;  ///< some have `byRule` first, which only what is clearly quicker beats
  };
  static constexpr unsigned mostLaunches = 5;
  /// As many threads as the executor thinks right.
  static constexpr unsigned byRule = 0;

  ThreadTrial() = default;
  explicit ThreadTrial(Settings settings) : settings(settings) {}

  /// How many of at most so many threads this launch gets, or byRule.
  unsigned next(unsigned most) EXCLUDES(mutex) {
    MutexLock lock(mutex);
    if (most != all || chosen >= launchesOfChoice) {
      all = most;
      chosen = 0;
      outcome.reset();
      ways.assign(1, {settings.hasRule ? byRule : most});
    }
    if (!outcome && isTried(ways.back())) {
      if (goesOn())
        ways.push_back({fewerThan(ways.back().threads)});
      else
        outcome = quickest().threads;
    }
    if (!outcome && ways.back().launches < settings.launches) {
      ++ways.back().launches;
      return ways.back().threads;
    }
    ++chosen;
    return outcome ? *outcome : quickest().threads;
  }

  /// threads: as next() said. ticks, or any unit of time: from the beginning of the launch to its
  /// end.
  void learn(unsigned threads, double items, std::uint64_t ticks) EXCLUDES(mutex) {
    if (items < 1 || ticks == 0)
      return;
    MutexLock lock(mutex);
    for (Way &way : ways)
      if (way.threads == threads && way.learned < way.launches)
        way.ticksPerItem[way.learned++] = double(ticks) / items;
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
  };

  /// As long as next to nothing is known of it, too.
  bool isHopeful(const Way &way) const REQUIRES(mutex) {
    return way.learned < 2 ||
           std::min(way.ticksPerItem[0], way.ticksPerItem[1]) <=
               1.5 * std::min_element(ways.begin(), ways.end(), isQuicker)->usual();
  }
  bool isTried(const Way &way) const REQUIRES(mutex) {
    return way.learned == settings.launches || !isHopeful(way);
  }
  /// Whether there are fewer threads than those of the newest way, with which it is not hopeless
  /// and getting worse.
  bool goesOn() const REQUIRES(mutex) {
    const Way &newest = ways.back();
    return newest.threads != 1 &&
           (isHopeful(newest) || newest.threads == byRule || newest.threads == all ||
            isQuicker(newest, ways[ways.size() - 2]));
  }
  unsigned fewerThan(unsigned threads) const REQUIRES(mutex) {
    return threads == byRule ? all : std::max(1u, threads / settings.divisor);
  }
  /// Of those that are as quick, the one of the fewest threads.
  const Way &quickest() const REQUIRES(mutex) {
    constexpr double clearly = 0.9;
    const Way &best = *std::min_element(ways.rbegin(), ways.rend(), isQuicker);
    return settings.hasRule && best.usual() > clearly * ways.front().usual() ? ways.front() : best;
  }
  static bool isQuicker(const Way &a, const Way &b) { return a.usual() < b.usual(); }

  const Settings settings;
  Mutex mutex;
  unsigned all GUARDED_BY(mutex) = 0;
  std::vector<Way> ways GUARDED_BY(mutex); ///< by falling numbers, behind byRule
  std::optional<unsigned> outcome GUARDED_BY(mutex);
  unsigned chosen GUARDED_BY(mutex) = 0; ///< launches that had what was quickest
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
  /// a trial, if as many threads may find work in them.
  ThreadTrial &ofShort(double items, unsigned most) EXCLUDES(mutex) {
    MutexLock lock(mutex);
    return bySize.try_emplace({std::ilogb(items), most}, finer).first->second;
  }

private:
  /// Short launches come often, and are easily disturbed.
  static constexpr ThreadTrial::Settings finer{.divisor = 2, .launches = 5, .hasRule = true};

  ThreadTrial atomics;
  Mutex mutex;
  std::map<std::pair<int, unsigned>, ThreadTrial> bySize GUARDED_BY(mutex);
};

} // namespace heddle::executor

#endif
