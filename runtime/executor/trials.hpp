// Which of several codes for the same launches is the quickest.
#ifndef HEDDLE_RUNTIME_EXECUTOR_TRIALS_HPP
#define HEDDLE_RUNTIME_EXECUTOR_TRIALS_HPP

#include "runtime/executor/cost_estimate.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>

namespace heddle::executor {

/// Each gets a few launches, the newest first; all others go to the one whose work-items took
/// least. One that has no hope of that gets fewer. Who calls add() and next()
/// takes turns; the costs may be learned at any time.
class Trials {
public:
  /// Those that are there already stay where they are.
  CostEstimate &add() { return contestants.emplace_back().cost; }
  CostEstimate &cost(std::size_t index) { return contestants[index].cost; }
  std::size_t size() const { return contestants.size(); }

  /// The number of the one that gets this launch. There is one at least.
  std::size_t next() {
    std::size_t best = 0;
    for (std::size_t i = 1; i < contestants.size(); ++i)
      if (comesBefore(contestants[i], contestants[best]))
        best = i;
    if (!isTried(contestants[best]))
      ++contestants[best].launches;
    return best;
  }

  /// Whether more launches would change nothing but for the better measuring of who has won.
  bool areOver() const {
    return std::all_of(contestants.begin(), contestants.end(), [&](const Contestant &one) {
      return isTried(one) && one.cost.launches() >= one.launches;
    });
  }
  /// Of the quickest so far; there is one at least.
  const CostEstimate &bestCost() const {
    return std::min_element(contestants.begin(), contestants.end(),
                            [](const Contestant &a, const Contestant &b) {
                              return a.cost.least() < b.cost.least();
                            })
        ->cost;
  }

private:
  static constexpr unsigned launchesOfTrial = 4;
  /// How many times as long as the quickest one it may take after so many launches; the first one
  /// finds nothing in the caches.
  static constexpr double hopeful[launchesOfTrial] = {0, 4, 1.5, 1.5};

  struct Contestant {
    CostEstimate cost;
    unsigned launches = 0;
  };

  /// For now: an unfinished launch takes without end.
  bool isTried(const Contestant &one) const {
    if (one.launches == 0 || one.launches >= launchesOfTrial)
      return one.launches != 0;
    return std::any_of(contestants.begin(), contestants.end(), [&](const Contestant &other) {
      return one.cost.least() > hopeful[one.launches] * other.cost.least();
    });
  }

  bool comesBefore(const Contestant &newer, const Contestant &older) const {
    const bool newerIsTried = isTried(newer), olderIsTried = isTried(older);
    if (newerIsTried != olderIsTried)
      return olderIsTried;
    return newerIsTried ? newer.cost.least() <= older.cost.least()
                        : newer.launches <= older.launches;
  }

  std::deque<Contestant> contestants;
};

} // namespace heddle::executor

#endif
