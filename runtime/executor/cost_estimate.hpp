// How long the work-items of a kernel took so far, to guess how long the next ones will. The guess
// decides how many threads are called for a launch, so it errs to the long side: it follows what
// takes longer at once, and what takes less time by an eighth a launch.
#ifndef HEDDLE_RUNTIME_EXECUTOR_COST_ESTIMATE_HPP
#define HEDDLE_RUNTIME_EXECUTOR_COST_ESTIMATE_HPP

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

namespace heddle::executor {

/// Any threads may learn and ask at a time; of two that learn together one may be lost.
class CostEstimate {
public:
  /// Ticks of the time stamp counter for one thread; 0 as long as nothing is known.
  std::uint64_t expected(double items) const {
    const double known = ticksPerItem.load(std::memory_order_relaxed);
    return known == 0 ? 0 : std::max<std::uint64_t>(1, toTicks(known * items));
  }
  /// The same, by the launch that was quickest so far.
  std::uint64_t leastExpected(double items) const {
    return expected(items) == 0 ? 0 : toTicks(least() * items);
  }
  /// ticks: of all threads together; 0 is no news.
  void learn(double items, std::uint64_t ticks) {
    if (items < 1 || ticks == 0)
      return;
    const double known = ticksPerItem.load(std::memory_order_relaxed);
    const double now = static_cast<double>(ticks) / items;
    ticksPerItem.store(std::max(now, known * 7 / 8), std::memory_order_relaxed);
    leastPerItem.store(std::min(now, least()), std::memory_order_relaxed);
    learned.store(launches() + 1, std::memory_order_relaxed);
  }
  /// Ticks of a work-item in the launch that was quickest so far; without end before the first.
  double least() const { return leastPerItem.load(std::memory_order_relaxed); }

  /// Of which it has learned.
  std::uint32_t launches() const { return learned.load(std::memory_order_relaxed); }

  /// A launch has asked for a panel of a matrix of so many bytes.
  void askedForPanel(std::uint64_t bytes) {
    if (bytes > largestPanel())
      panelBytes.store(bytes, std::memory_order_relaxed);
  }
  std::uint64_t largestPanel() const { return panelBytes.load(std::memory_order_relaxed); }
  /// A bit for each table of panels that a launch gave up, as nobody wanted them again.
  std::atomic<std::uint64_t> &unwantedPanels() { return unwanted; }

private:
  static std::uint64_t toTicks(double ticks) {
    constexpr double most = 1e18;
    return static_cast<std::uint64_t>(std::min(ticks, most));
  }

  std::atomic<double> ticksPerItem{0};
  std::atomic<double> leastPerItem{std::numeric_limits<double>::infinity()};
  std::atomic<std::uint32_t> learned{0};
  std::atomic<std::uint64_t> panelBytes{0};
  std::atomic<std::uint64_t> unwanted{0};
};

} // namespace heddle::executor

#endif
