// What the work-items of one launch access, in which order, and where they meet.
#ifndef HEDDLE_RUNTIME_STRICT_LAUNCH_TRACE_HPP
#define HEDDLE_RUNTIME_STRICT_LAUNCH_TRACE_HPP

#include "runtime/abi/entry_point.h"
#include "runtime/strict/describe_finding.hpp"
#include "runtime/strict/order_clocks.hpp"
#include "runtime/strict/shadow_memory.hpp"
#include "runtime/strict/trace_budget.hpp"
#include "runtime/support/thread_annotations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace heddle {

/// Finds accesses that race, memory that is read before it is written, and barriers to which only a
/// part of a work-group comes.
class LaunchTrace {
public:
  /// A finding, with `other` where there are two places.
  class Report {
  public:
    virtual void operator()(HeddlePlace &place, const HeddleFinders &finders, std::uint64_t value,
                            HeddleFindingKind kind, const OtherAccess *other) const = 0;

    /// Whether others than the launch may change what is accessed at the place while it runs.
    virtual bool isShared(const HeddlePlace &place) const = 0;

    /// The memory of the launch's arguments. Asked for with the first work-group that is traced:
    /// most short launches have none.
    virtual std::vector<ShadowMemory::Span> buffers() const = 0;

  protected:
    ~Report() = default;
  };

  /// All that is given by reference must outlive this. `all`: every work-group is traced, writes
  /// that change nothing count, and functions that are no barriers order no accesses.
  LaunchTrace(const HeddleNdRange &ndRange, const std::vector<HeddleArgumentRange> &ranges,
              std::uint64_t localMemorySize, TraceBudget &budget, const Report &report, bool all);

  /// How the work-group of this number is to be run, and how many from it on alike: each that is
  /// traced alone. A part is followed by a call of spent().
  struct Part {
    bool isTraced;
    std::uint64_t groups;
  };
  Part partAt(std::uint64_t group);
  void spent(const Part &part, std::uint64_t ticks) {
    budget.spend(part.isTraced, ticks);
    if (part.isTraced) {
      tracedGroups.fetch_add(part.groups, std::memory_order_relaxed);
      tracedTicks.fetch_add(ticks, std::memory_order_relaxed);
    }
  }
  /// Of the launch so far: how many work-groups were traced, and what they took.
  std::uint64_t groupsTraced() const { return tracedGroups.load(std::memory_order_relaxed); }
  std::uint64_t ticksOfTraced() const { return tracedTicks.load(std::memory_order_relaxed); }

  /// Around the work-groups that a thread runs one after another, and in front of each part.
  void enter();
  void leave();
  void begins(std::uint64_t groups);
  /// Whether all of them wait for one that has not begun, which has been reported: they are to be
  /// left.
  bool waitsForEver() const { return hangs.load(std::memory_order_relaxed); }

  /// Around a work-group that is traced, on the thread that runs it. The local memory is at
  /// `local`.
  void begin(const void *local);
  void end();
  /// Whether what is read at the place is as memory is that nobody has written: not by chance,
  /// where three of the half words that it has found are.
  bool isUnwritten(const HeddlePlace &place, std::uintptr_t address, std::uint64_t bytes,
                   std::uintptr_t end);
  /// HeddleWorkerContext::touched.
  void touched(HeddlePlace &place, const HeddleFinders &finders, const HeddleTouch &touch);

private:
  class WorkGroup;
  class Touch;
  static WorkGroup &current();
  void watch(HeddlePlace &place, const HeddleFinders &finders);
  void goesOn();
  void settle(const HeddlePlace &place, const HeddleFinders &finders);
  void meet(HeddlePlace &place, const HeddleFinders &finders);
  void arrive(HeddlePlace &place, const HeddleFinders &finders);
  void reportArrival(HeddlePlace &place, const HeddleFinders &finders, std::uint64_t lanes);
  void exchange(HeddlePlace &place, const HeddleFinders &finders);
  void compareOperand(HeddlePlace &place, const HeddleFinders &finders, const HeddleTouch &touch);
  void endArrivals();
  void endExchanges();
  void endMeetings();
  std::uint64_t itemsIn(const std::uint64_t *group) const;
  OtherAccess encounter(const HeddlePlace &place, std::uint64_t group, std::uint32_t item) const;

  const HeddleNdRange &ndRange;
  std::once_flag globalIsThere;
  std::optional<ShadowMemory> global;
  const std::vector<HeddleArgumentRange> &ranges; ///< of the arguments
  const std::uint64_t localMemorySize;
  TraceBudget &budget;
  const Report &report;
  const bool all;

  /// Of the threads that run work-groups.
  struct Waits {
    void start(bool second) REQUIRES(mutex) {
      ++epoch;
      isSecond = second;
      longOnes = 0;
    }

    Mutex mutex;
    std::uint64_t begun GUARDED_BY(mutex) = 0; ///< work-groups
    std::uint32_t running GUARDED_BY(mutex) = 0;
    std::uint64_t epoch GUARDED_BY(mutex) = 0;
    bool isSecond GUARDED_BY(mutex) = false;
    std::uint32_t longOnes GUARDED_BY(mutex) = 0; ///< that have looked for a while in this epoch
  };
  Waits waits;
  std::atomic<bool> hangs{false};
  std::atomic<std::uint64_t> tracedGroups{0}, tracedTicks{0};

  Mutex halvesMutex;
  std::unordered_map<const HeddlePlace *, std::set<std::uintptr_t>> halves GUARDED_BY(halvesMutex);

  /// What work-groups release and acquire, while all that have begun are traced.
  Mutex orderMutex;
  OrderClocks order GUARDED_BY(orderMutex);
  std::atomic<bool> knowsOrder{true};
};

} // namespace heddle

#endif
