#include "runtime/executor/group_codes.hpp"

#include "runtime/executor/work_group_size.hpp"

#include <algorithm>
#include <utility>

namespace heddle::executor {

namespace {

using abi::GroupBoundaries;

// Work-groups of so few work-items, and of at most an eighth of the lanes, are faster without
// lanes: what code does for lanes costs about as much again as the work of one.
constexpr std::uint64_t fewWorkItems = 2, leastShareOfLanes = 8;
// Joined work-groups may have so much local memory together: it should stay in the second cache.
constexpr std::uint64_t mostLocalMemory = std::uint64_t(128) << 10;
constexpr std::size_t fewestLanes = 8;
// One work-item after another, as many as a work-group may have: where rows are shorter than
// sub-groups, and where lanes could do.
constexpr std::uint64_t mostOneByOne = 256, mostOneByOneInRow = 32;

std::uint64_t itemsOf(const std::array<std::size_t, 3> &size) {
  return std::uint64_t(size[0]) * size[1] * size[2];
}

bool isTiny(const abi::KernelMetadata &usual, std::uint64_t items) {
  return items <= fewWorkItems && items * leastShareOfLanes <= usual.subGroupSize &&
         !usual.seesSubGroups;
}

bool hasRows(const std::array<std::size_t, 3> &localSize) {
  return localSize[1] * localSize[2] > 1;
}

/// The size of the launch's work-groups as the usual code wants it known; zeros if it does not, or
/// they are not all whole rows of sub-groups.
std::array<std::uint32_t, 3> wantedLocalSize(const abi::KernelMetadata &usual,
                                             const std::array<std::size_t, 3> &globalSize,
                                             const std::array<std::size_t, 3> &localSize) {
  if (!usual.wantsLocalSize || !usual.wholeSubGroupsOnly || usual.firstDimension != 0 ||
      localSize[0] % usual.subGroupSize != 0)
    return {};
  std::array<std::uint32_t, 3> size{};
  for (int i = 0; i < 3; ++i) {
    if (globalSize[i] % localSize[i] != 0)
      return {};
    size[i] = static_cast<std::uint32_t>(localSize[i]);
  }
  return size;
}

/// The most lanes of which whole rows consist, at most the usual ones; 0 where rows are shorter.
std::uint32_t lanesOfRows(const abi::KernelMetadata &usual,
                          const std::array<std::size_t, 3> &localSize) {
  std::size_t lanes = usual.subGroupSize;
  while (lanes > fewestLanes && localSize[0] % lanes != 0)
    lanes /= 2;
  return localSize[0] % lanes == 0 ? static_cast<std::uint32_t>(lanes) : 0;
}

/// The lanes by which each row for itself takes least, the last sub-group of it short of some. What
/// does not depend on the lanes takes about a quarter of what the usual ones do.
std::uint32_t lanesOfRowsApart(const abi::KernelMetadata &usual, std::size_t row) {
  const std::uint64_t whole = usual.subGroupSize;
  std::uint64_t best = whole, least = UINT64_MAX;
  for (std::uint64_t lanes = whole; lanes >= fewestLanes; lanes /= 2)
    if (const std::uint64_t time = (row + lanes - 1) / lanes * (4 * lanes + whole); time < least)
      best = lanes, least = time;
  return static_cast<std::uint32_t>(best);
}

/// Several work-groups as lanes.
abi::JoinedGroups joinedGroups(const abi::KernelMetadata &usual, const GroupsOfLaunch &launch) {
  const std::uint64_t most = mostLocalMemory / std::max<std::uint64_t>(launch.localMemSize, 1);
  const auto join = [&](bool oneSubGroup) {
    return joinSmallGroups(launch.globalSize, launch.localSize, usual.subGroupSize, oneSubGroup,
                           most);
  };
  const bool shareMemory = usual.groupBoundaries == GroupBoundaries::shareMemory;
  abi::JoinedGroups joined = join(/*oneSubGroup=*/shareMemory);
  // Those that need more sub-groups have frames for what lives across barriers.
  if (shareMemory && !joined)
    joined = join(/*oneSubGroup=*/false);
  // All workers are to get some.
  else if (!shareMemory && launch.groups < joined.numGroups() * launch.workers)
    joined = join(/*oneSubGroup=*/true);
  // There are not enough of them.
  if (isTiny(usual, itemsOf(launch.localSize)) &&
      joined.numWorkItems() * leastShareOfLanes <= usual.subGroupSize)
    joined = {};
  return joined;
}

/// Of which no more than its size is to be known.
abi::JoinedGroups oneGroup(const GroupsOfLaunch &launch) {
  abi::JoinedGroups one{{}, {1, 1, 1}, true};
  for (int i = 0; i < 3; ++i) {
    one.localSize[i] = static_cast<std::uint32_t>(launch.localSize[i]);
    one.uniform &= launch.globalSize[i] % launch.localSize[i] == 0;
  }
  return one;
}

/// Work-groups beside one another whose rows, shorter than any lanes, make one of a sub-group:
/// columns of an image, for example. Neighbours in memory are lanes then, and those of a column are
/// in sub-groups of their own.
abi::JoinedGroups groupsOfColumns(const abi::KernelMetadata &usual, const GroupsOfLaunch &launch) {
  const std::size_t row = launch.localSize[0], lanes = usual.subGroupSize;
  const std::size_t columns = launch.globalSize[0] / row;
  if (!(usual.sameAtAnySize || usual.sameInAnyLanes) || !hasRows(launch.localSize) ||
      row >= fewestLanes || lanes % row != 0 || columns < lanes / row ||
      launch.groups < lanes / row * launch.workers ||
      launch.localMemSize * (lanes / row) > mostLocalMemory)
    return {};
  abi::JoinedGroups joined = oneGroup(launch);
  joined.groups[0] = static_cast<std::uint32_t>(lanes / row);
  return joined;
}

} // namespace

bool areSmall(const abi::KernelMetadata &usual, const std::array<std::size_t, 3> &localSize) {
  const std::uint64_t items = itemsOf(localSize), lanes = usual.subGroupSize;
  return items < lanes || (items < 2 * lanes && items % lanes != 0);
}

bool areTiny(const abi::KernelMetadata &usual, const std::array<std::size_t, 3> &localSize) {
  return isTiny(usual, itemsOf(localSize));
}

bool breaksRows(const abi::KernelMetadata &usual, const std::array<std::size_t, 3> &localSize) {
  const std::array<std::size_t, 3> inCode = inOrderOfCode(usual.firstDimension, localSize);
  return hasRows(inCode) && inCode[0] % usual.subGroupSize != 0;
}

namespace {

/// With dimensions as in the usual code, and back.
GroupsOfLaunch exchanged(std::uint8_t firstDimension, GroupsOfLaunch launch) {
  launch.globalSize = inOrderOfCode(firstDimension, launch.globalSize);
  launch.localSize = inOrderOfCode(firstDimension, launch.localSize);
  return launch;
}

abi::JoinedGroups exchanged(std::uint8_t firstDimension, abi::JoinedGroups joined) {
  if (firstDimension < joined.groups.size()) {
    std::swap(joined.localSize[0], joined.localSize[firstDimension]);
    std::swap(joined.groups[0], joined.groups[firstDimension]);
  }
  return joined;
}

bool mayWantCodeForSize(const abi::KernelMetadata &usual,
                        const std::array<std::size_t, 3> &localSize) {
  switch (usual.groupBoundaries) {
  // The executor itself joins those.
  case GroupBoundaries::invisible:
  case GroupBoundaries::visibleInTail:
    return false;
  case GroupBoundaries::visible:
    return usual.subGroupSize > 1 && !usual.seesSubGroups &&
           (isTiny(usual, itemsOf(localSize)) ||
            (breaksRows(usual, localSize) && lanesOfRows(usual, localSize) != 0));
  case GroupBoundaries::haveIds:
    return usual.subGroupSize > 1 &&
           (breaksRows(usual, localSize) || itemsOf(localSize) % usual.subGroupSize != 0);
  case GroupBoundaries::shareMemory:
    return usual.subGroupSize > 1;
  }
  return false;
}

/// In the order of the usual code, as the sizes of the launch.
GroupCodes codesForSizeInCode(const abi::KernelMetadata &usual, const GroupsOfLaunch &launch) {
  const std::uint64_t items = itemsOf(launch.localSize);
  const std::uint32_t lanes = lanesOfRows(usual, launch.localSize);
  if (usual.groupBoundaries == GroupBoundaries::visible)
    return {GroupCode{isTiny(usual, items) ? 1 : lanes, {}}};
  GroupCodes result;
  if (const abi::JoinedGroups joined = joinedGroups(usual, launch))
    result.add({usual.subGroupSize, joined});
  const abi::JoinedGroups columns = groupsOfColumns(usual, launch);
  // By themselves the shortest rows have next to no lanes.
  const bool areColumnsFirst = launch.localSize[0] < fewestLanes / 2;
  if (columns && areColumnsFirst)
    result.add({usual.subGroupSize, columns});
  if (isTiny(usual, items))
    result.add({1, {}});
  if (usual.seesSubGroups || items == 1)
    return result;

  const abi::JoinedGroups one = oneGroup(launch);
  const bool breaks = hasRows(launch.localSize) && launch.localSize[0] % usual.subGroupSize != 0;
  const bool sharesMemory = usual.groupBoundaries == GroupBoundaries::shareMemory;
  if (breaks && lanes != 0 && usual.sameAtAnySize) {
    result.add({lanes, one});
  } else if (breaks) {
    abi::JoinedGroups rows = one;
    rows.rowsApart = true;
    const std::uint32_t best = lanesOfRowsApart(usual, launch.localSize[0]);
    result.add({usual.sameAtAnySize ? best : usual.subGroupSize, rows});
  }
  if (breaks && lanes == 0 && items <= mostOneByOne)
    result.add({1, one});
  else if (sharesMemory && items <= mostOneByOneInRow)
    result.add({1, one});
  // Of what it requires itself the size is known.
  if (sharesMemory && !breaks && lanes != 0 && usual.requiredWorkGroupSize[0] == 0)
    result.add({lanes, one});
  if (columns && !areColumnsFirst)
    result.add({usual.subGroupSize, columns});
  return result;
}

GroupCodes codesForSize(const abi::KernelMetadata &usual, const GroupsOfLaunch &launch) {
  GroupCodes result;
  // Rows of the work-group that are short in the dimension which is the first of the code.
  if (usual.firstDimension != 0 && breaksRows(usual, launch.localSize) &&
      launch.localSize[0] % usual.subGroupSize == 0)
    result.add({.subGroupSize = usual.subGroupSize,
                .joinedGroups = oneGroup(launch),
                .keepsDimensions = true});
  for (GroupCode code : codesForSizeInCode(usual, exchanged(usual.firstDimension, launch))) {
    code.joinedGroups = exchanged(usual.firstDimension, code.joinedGroups);
    result.add(code);
  }
  return result;
}

/// Whether rows have become shorter than sub-groups by an exchange of dimensions: lanes of several
/// rows gather.
bool hasShortRows(const abi::KernelMetadata &usual, const std::array<std::size_t, 3> &globalSize,
                  const std::array<std::size_t, 3> &localSize) {
  const auto &sizes = usual.groupBoundaries == GroupBoundaries::haveIds ? localSize : globalSize;
  return usual.firstDimension != 0 &&
         inOrderOfCode(usual.firstDimension, sizes)[0] < usual.subGroupSize;
}

/// In the order of what they often gain.
constexpr std::uint32_t sizesToTry[] = {1, 16, 32, 8};

} // namespace

bool mayWantGroupCode(const abi::KernelMetadata &usual,
                      const std::array<std::size_t, 3> &globalSize,
                      const std::array<std::size_t, 3> &localSize) {
  return usual.otherSizes != 0 || usual.wantsLocalSize || mayWantCodeForSize(usual, localSize) ||
         hasShortRows(usual, globalSize, localSize);
}

GroupCodes groupCodes(const abi::KernelMetadata &usual, const GroupsOfLaunch &launch) {
  GroupCodes result;
  if (const auto size = wantedLocalSize(usual, launch.globalSize, launch.localSize); size[0] != 0)
    return {GroupCode{usual.subGroupSize, {}, size}};
  if (mayWantCodeForSize(usual, launch.localSize))
    for (const GroupCode &code : codesForSize(usual, launch))
      if (usual.sameAtAnySize || (code.subGroupSize == usual.subGroupSize &&
                                  (!code.joinedGroups.rowsApart || usual.sameInAnyLanes)))
        result.add(code);
  if (hasShortRows(usual, launch.globalSize, launch.localSize))
    result.add({.subGroupSize = usual.subGroupSize, .keepsDimensions = true});
  for (const std::uint32_t size : sizesToTry)
    if (usual.otherSizes & abi::sizeBit(size)) {
      const GroupCode code{size, {}};
      if (std::find(result.begin(), result.end(), code) == result.end())
        result.add(code);
    }
  return result;
}

bool isCertain(const GroupCodes &codes) {
  return codes.size() == 1 && codes.begin()->knownLocalSize[0] != 0;
}

} // namespace heddle::executor
