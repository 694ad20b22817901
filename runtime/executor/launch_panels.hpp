// Panels of matrices that the workers of a launch have packed for one another.
#ifndef HEDDLE_RUNTIME_EXECUTOR_LAUNCH_PANELS_HPP
#define HEDDLE_RUNTIME_EXECUTOR_LAUNCH_PANELS_HPP

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace heddle::executor {

/// What tells panels apart.
struct PanelName {
  static constexpr std::size_t mostKeys = 8;

  PanelName() = default;
  /// No more keys than that.
  PanelName(std::uint32_t table, std::uint64_t bytes, std::span<const std::uint64_t> words)
      : bytes(bytes), table(table), count(static_cast<std::uint32_t>(words.size())) {
    std::ranges::copy(words, keys.begin());
  }
  bool operator==(const PanelName &) const = default;
  /// Never 0.
  std::uint64_t hash() const {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
    std::uint64_t hash = (table + 1) * odd ^ bytes;
    for (std::uint32_t i = 0; i < count; ++i)
      hash = (hash ^ keys[i] ^ hash >> 29) * odd;
    return hash | 1;
  }

  std::uint64_t bytes = 0;
  std::uint32_t table = 0, count = 0;
  std::array<std::uint64_t, mostKeys> keys{};
};

/// Panels are put here when they are made, and stay what they are until the launch is over, which
/// is when the last owner of this goes. Any threads at a time.
class LaunchPanels {
public:
  LaunchPanels() = default;
  LaunchPanels(const LaunchPanels &) = delete;
  LaunchPanels &operator=(const LaunchPanels &) = delete;
  ~LaunchPanels() {
    for (std::atomic<const Panel *> &slot : slots)
      delete slot.load(std::memory_order_relaxed);
  }

  /// Null for one that nobody has put here.
  void *find(const PanelName &name, std::uint64_t hash) {
    for (std::size_t i = 0; i < mostProbes; ++i) {
      const Panel *panel = slots[(hash >> 32) + i & mask].load(std::memory_order_acquire);
      if (!panel)
        return nullptr;
      if (panel->hash == hash && panel->name == name) {
        if (found.load(std::memory_order_relaxed) == 0)
          found.store(1, std::memory_order_relaxed);
        return panel->memory;
      }
    }
    return nullptr;
  }

  /// Without an effect if another worker was quicker, or if there is no room.
  void put(const PanelName &name, std::uint64_t hash, void *memory) {
    const Panel *panel = new (std::nothrow) Panel{name, hash, memory};
    for (std::size_t i = 0; panel && i < mostProbes; ++i) {
      std::atomic<const Panel *> &slot = slots[(hash >> 32) + i & mask];
      const Panel *there = nullptr;
      if (slot.compare_exchange_strong(there, panel, std::memory_order_acq_rel)) {
        made.fetch_add(1, std::memory_order_relaxed);
        return;
      }
      if (there->hash == hash && there->name == name)
        break;
    }
    delete panel;
  }

  /// False once many were made and no worker has found another's.
  bool pays() const {
    return found.load(std::memory_order_relaxed) != 0 ||
           made.load(std::memory_order_relaxed) < patience;
  }

private:
  static constexpr std::size_t mask = 1023, mostProbes = 8;
  static constexpr unsigned patience = 64;

  struct Panel {
    PanelName name;
    std::uint64_t hash;
    void *memory;
  };
  std::array<std::atomic<const Panel *>, mask + 1> slots{};
  std::atomic<unsigned> made{0}, found{0};
};

} // namespace heddle::executor

#endif
