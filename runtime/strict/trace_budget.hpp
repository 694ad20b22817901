// How much of a kernel's time is spent on tracing it.
#ifndef HEDDLE_RUNTIME_STRICT_TRACE_BUDGET_HPP
#define HEDDLE_RUNTIME_STRICT_TRACE_BUDGET_HPP

#include <atomic>
#include <cstdint>

namespace heddle {

/// All launches of one kernel. Any threads may ask and tell at a time.
class TraceBudget {
public:
  /// Whether one more work-group may be traced: the first ones, and as long as they have taken no
  /// more than a quarter of the time of all others.
  bool allows() const {
    return groups.load(std::memory_order_relaxed) < firstGroups ||
           shareOfTraced * traced.load(std::memory_order_relaxed) <
               untraced.load(std::memory_order_relaxed);
  }
  /// Ticks of the time stamp counter.
  void spend(bool isTraced, std::uint64_t ticks) {
    if (isTraced)
      groups.fetch_add(1, std::memory_order_relaxed);
    (isTraced ? traced : untraced).fetch_add(ticks, std::memory_order_relaxed);
  }

private:
  static constexpr std::uint64_t firstGroups = 64, shareOfTraced = 4;
  std::atomic<std::uint64_t> groups{0}, traced{0}, untraced{0};
};

} // namespace heddle

#endif
