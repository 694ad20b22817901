// Panels of matrices that a worker has packed, for the sub-groups that it runs later.
#ifndef HEDDLE_RUNTIME_EXECUTOR_PANEL_CACHE_HPP
#define HEDDLE_RUNTIME_EXECUTOR_PANEL_CACHE_HPP

#include "runtime/abi/entry_point.h"
#include "runtime/executor/arena.hpp"
#include "runtime/executor/launch_panels.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heddle::executor {

/// Finds the memory that HeddleWorkerContext::panel lends. One thread at a time.
///
/// A panel that was found again after some lookups and is then not wanted for longer than that is
/// taken to be over: the next new one takes its place, while its memory is still in the caches.
/// But those that other workers may find stay until their launch is over.
class PanelCache {
public:
  static constexpr std::size_t mostTables = 64;
  static constexpr std::size_t largestPanel = std::size_t(8) << 20; ///< bytes
  static constexpr std::size_t mostBytes = std::size_t(16) << 20;   ///< of all panels
  static constexpr std::size_t mostShared = mostBytes / 2; ///< of those for others in a launch

  struct Launch {
    std::uint64_t number;
    /// What its workers have made; may be null.
    const std::shared_ptr<LaunchPanels> &others = noOthers;
    /// Of the kernel: a bit for each table that a launch so far gave up. May be null.
    std::atomic<std::uint64_t> *unwanted = nullptr;
    /// That a worker runs of it, and that may ask for panels: a table is given up when half of them
    /// have done so and no panel was wanted again.
    std::uint64_t subGroups = UINT64_MAX;
  };
  /// The panel with these keys, or memory for it; none if it would be larger than a panel may be,
  /// if the system has no memory, or if the table's panels are never wanted twice. Those of another
  /// launch are forgotten. The last `kept` panels stay what they are.
  HeddlePanel find(const Launch &launch, std::uint32_t table, std::uint64_t bytes,
                   std::span<const std::uint64_t> keys);
  /// The last panel has been written. It is known without a call when the next one is looked for.
  void finishLast();

  static constexpr std::uint64_t kept = 4;

private:
  struct Entry {
    PanelName name;
    std::weak_ptr<LaunchPanels> others; ///< that may have it, of this launch or another one
    Arena memory;
  };
  /// Apart from the entry, since those of all are looked at where a panel is made.
  struct Use {
    std::uint64_t last = 0;       ///< when
    std::uint64_t longestGap = 0; ///< between two uses; 0 until the second one
  };
  struct Table {
    std::uint64_t made = 0, found = 0, bytes = 0; ///< bytes of those made
    std::size_t last = 0;                         ///< the entry that it was last
    std::uint64_t inVain = 0;                     ///< lookups after those made were in vain
    std::uint64_t spared = 0;                     ///< that might have been made
  };
  static constexpr std::size_t none = SIZE_MAX;
  static const std::shared_ptr<LaunchPanels> noOthers;

  std::uint64_t age(std::size_t index) const; ///< lookups since it was wanted
  bool mayGo(std::size_t index) const;
  std::size_t anywhere(std::size_t count) const;
  void link(std::size_t index, std::uint64_t hash);
  void unlink(std::size_t index);
  std::size_t known(std::uint64_t hash, const PanelName &name) const;
  std::size_t dispensable(std::size_t size) const;
  std::size_t make(std::size_t bytes);
  void remove(std::size_t index);

  std::uint64_t launch = 0;
  std::uint64_t clock = 0; ///< lookups
  std::size_t total = 0;   ///< bytes of all entries' memory
  std::size_t shared = 0;  ///< of those that others may find in this launch
  std::size_t sharedEntries = 0;
  std::size_t unfinished = none; ///< the entry that is being written for them
  std::vector<Entry> entries;
  std::vector<Use> uses;             ///< of the entries
  std::vector<std::uint64_t> hashes; ///< of the entries, 0 for what is forgotten
  /// For each of some ranges of hashes, and behind each entry, the next one of that range, counted
  /// from 1; 0 behind the last.
  std::vector<std::uint16_t> firsts, nexts;
  std::vector<Table> tables; ///< mostTables, from the first lookup on
};

} // namespace heddle::executor

#endif
