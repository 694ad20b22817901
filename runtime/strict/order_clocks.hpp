// What was done before what, as it follows from what some have released and others acquired.
#ifndef HEDDLE_RUNTIME_STRICT_ORDER_CLOCKS_HPP
#define HEDDLE_RUNTIME_STRICT_ORDER_CLOCKS_HPP

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heddle {

/// Vector clocks of the work-groups of a launch, or of the sub-groups of a work-group. Each counts
/// its releases, and knows up to which ones of the others it has acquired.
class OrderClocks {
public:
  using Who = std::uint64_t;
  using Time = std::uint32_t;
  static constexpr Time start = 1;

  /// Releases what `who` has done until now by an operation on the word at the address; the time
  /// that begins.
  Time release(Who who, std::uintptr_t address);
  /// Acquires what was released there until now, and until settle() or isBefore(): the operation
  /// itself comes a moment later.
  void acquire(Who who, std::uintptr_t address);
  /// Returns whether others than `who` had released something.
  bool settle(Who who);
  /// Acquires all that others have done until now.
  void acquireAll(Who who);
  /// Those below the number, and whoever else is known, acquire all that any has done until now.
  void meet(Who actors);
  /// Whether what `earlier` did at the time is known to `later`.
  bool isBefore(Who earlier, Time at, Who later);
  /// Whether there is more than is remembered: then all may be ordered.
  bool isFull() const { return published.size() > mostWords || known.size() > mostActors; }
  void clear();

private:
  static constexpr std::size_t mostWords = 1 << 16, mostActors = 1 << 10;
  /// In the order of who.
  using Clock = std::vector<std::pair<Who, Time>>;
  struct Actor {
    Time now = start;
    Clock clock;                                ///< without its own time
    std::unordered_set<std::uintptr_t> pending; ///< one that spins acquires a word many times
  };
  static void merge(Clock &into, const Clock &from);
  static void note(Clock &clock, Who who, Time time);
  static bool knows(const Clock &clock, Who earlier, Time at);

  std::unordered_map<Who, Actor> known;
  Clock met; ///< what all know since meet(), whose clocks begin anew there
  std::unordered_map<std::uintptr_t, Clock> published;
};

} // namespace heddle

#endif
