// Which other code than the usual one may be quicker for work-groups of some size.
#ifndef HEDDLE_RUNTIME_EXECUTOR_GROUP_CODES_HPP
#define HEDDLE_RUNTIME_EXECUTOR_GROUP_CODES_HPP

#include "runtime/abi/joined_groups.hpp"
#include "runtime/abi/kernel_metadata.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace heddle::executor {

struct GroupCode {
  std::uint32_t subGroupSize = 1;
  /// Those that are compiled as one; a single one where only its size is to be known.
  abi::JoinedGroups joinedGroups = {};
  /// All that is known of the work-groups beyond the usual code; zeros where nothing is.
  std::array<std::uint32_t, 3> knownLocalSize{};
  bool keepsDimensions = false; ///< which the usual code exchanges

  friend auto operator<=>(const GroupCode &, const GroupCode &) = default;
};

/// A few of them, without memory of the heap: enqueues ask for them.
class GroupCodes {
public:
  static constexpr std::size_t most = 8;

  GroupCodes() = default;
  GroupCodes(std::initializer_list<GroupCode> some) {
    for (const GroupCode &code : some)
      add(code);
  }
  void add(const GroupCode &code) {
    if (count < most)
      codes[count++] = code;
  }
  const GroupCode *begin() const { return codes.data(); }
  const GroupCode *end() const { return codes.data() + count; }
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }

  friend bool operator==(const GroupCodes &a, const GroupCodes &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

private:
  std::array<GroupCode, most> codes{};
  unsigned count = 0;
};

struct GroupsOfLaunch {
  std::array<std::size_t, 3> globalSize{};
  std::array<std::size_t, 3> localSize{}; ///< no zeros
  std::uint64_t groups = 0;
  std::uint64_t localMemSize = 0; ///< of a work-group
  unsigned workers = 1;
};

/// Whether other code may be worth while at all for those sizes. Most launches end here.
bool mayWantGroupCode(const abi::KernelMetadata &usual,
                      const std::array<std::size_t, 3> &globalSize,
                      const std::array<std::size_t, 3> &localSize);

/// Whether work-groups leave so many lanes of the usual code without work that there is no doubt.
bool areSmall(const abi::KernelMetadata &usual, const std::array<std::size_t, 3> &localSize);

/// Whether they are one or two work-items that leave nearly all lanes without work.
bool areTiny(const abi::KernelMetadata &usual, const std::array<std::size_t, 3> &localSize);

/// Whether sub-groups of the usual code have parts of several rows of the work-group: their lanes
/// gather what those of a row would load at once, and take many times as long where they do little
/// else.
bool breaksRows(const abi::KernelMetadata &usual, const std::array<std::size_t, 3> &localSize);

/// In the order in which they are to be tried. Rows are along the first dimension of the code.
/// Which of them is the quickest, if any, depends on the kernel:
///
///   one work-item after another, where rows are shorter than any sub-group;
///   the usual lanes for a known size and nothing else, where what is staged for products of
///   matrices is read where it comes from then;
///   dimensions in place and a known size, where only then rows are whole sub-groups;
///   several work-groups as the lanes of sub-groups, where they are small;
///   lanes that fit the rows of the work-group, which sub-groups of the usual size do not: neither
///   lie their neighbours side by side then, nor is a row's number the same for all;
///   each row in sub-groups of its own, where rows are no multiple of any lanes;
///   one work-item after another, where groups are small: what they write to local memory for one
///   another stays in registers;
///   the usual lanes, for a known size;
///   dimensions in place, where the one that the usual code has first is shorter than a sub-group;
///   other numbers of lanes, where the compiler was in doubt.
///
/// Where results may depend on the number of lanes, all have the usual one; and where they may
/// depend on which work-items are lanes of one sub-group, no row has its own.
GroupCodes groupCodes(const abi::KernelMetadata &usual, const GroupsOfLaunch &launch);

/// Whether that is one which needs no trial.
bool isCertain(const GroupCodes &codes);

} // namespace heddle::executor

#endif
