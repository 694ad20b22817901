// Several work-groups as one: what code is compiled for where those of the application are small.
#ifndef HEDDLE_RUNTIME_ABI_JOINED_GROUPS_HPP
#define HEDDLE_RUNTIME_ABI_JOINED_GROUPS_HPP

#include <array>
#include <cstdint>

namespace heddle::abi {

/// A box of neighbouring work-groups whose work-items are cut into sub-groups together.
struct JoinedGroups {
  std::array<std::uint32_t, 3> localSize{}; ///< that the application enqueues; zeros: none joined
  std::array<std::uint32_t, 3> groups{};    ///< in each dimension
  bool uniform = true;                      ///< no trailing work-group is smaller than localSize
  /// Each row of work-items begins a sub-group, and fills as many as it needs; the last may be
  /// short of lanes. One work-group only.
  bool rowsApart = false;

  explicit operator bool() const { return localSize[0] != 0; }
  std::uint64_t numGroups() const { return std::uint64_t(groups[0]) * groups[1] * groups[2]; }
  std::uint64_t numWorkItems() const {
    return numGroups() * localSize[0] * localSize[1] * localSize[2];
  }
  friend auto operator<=>(const JoinedGroups &, const JoinedGroups &) = default;
};

} // namespace heddle::abi

#endif
