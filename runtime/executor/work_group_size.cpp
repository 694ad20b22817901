#include "runtime/executor/work_group_size.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace heddle::executor {

namespace {

// Larger work-groups gain nothing: their own cost is already spread over many sub-groups, while
// their local data and suspended frames leave the first-level cache.
constexpr std::size_t largestUsefulSize = 256;
// Smaller ones cost more than is lost by another order of the work-items.
constexpr std::size_t smallestUsefulSize = 64;
// Work-groups for each worker, so that no worker is alone with the last one for long.
constexpr std::uint64_t groupsPerWorker = 4;

// As many as a worker claims chunks of: those of a few of them may take longer than others.
constexpr std::uint64_t chunksPerWorker = 16;
// Ticks of the time stamp counter, some 0.1 ms, beside which a work-group costs nothing by itself.
constexpr std::uint64_t longGroup = 250'000;

// Sub-groups of a row that hide what a row costs by itself: where its accesses begin, what its
// work-items have in common.
constexpr std::size_t usefulRow = 4;

// What the launch may cost more for a size that code is there for, and how much shorter its rows
// may be: what a work-group and a row cost by themselves is felt in short kernels.
constexpr double worthCode = 1.1;
constexpr std::size_t shorterForCode = 2;

// Work-groups that have ids of their own are joined to about so many work-items; what is larger has
// less to gain than longer rows cost.
constexpr std::uint64_t usefulJoinedSize = 128, largestJoinedSize = 48;

// A line of the cache holds so many of the elements that are met most.
constexpr std::size_t elementsOfLine = 16;

constexpr std::uint64_t divideUp(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0); }

std::vector<std::size_t> candidates(std::size_t globalSize, std::size_t maximum, bool anySize) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 1; size <= std::min(globalSize, maximum); ++size)
    // Of sizes that do not divide, powers of two are enough to choose from.
    if (globalSize % size == 0 || (anySize && (size & (size - 1)) == 0))
      sizes.push_back(size);
  return sizes;
}

struct Choice {
  std::array<std::size_t, 3> localSize{1, 1, 1};
  double cost = -1;
  bool isThere() const { return cost >= 0; }
};

/// The cheapest of the candidates that are wanted, in the order of the code.
template <typename Predicate>
Choice cheapest(const std::array<std::size_t, 3> &globalSize, const WorkGroupLimits &limits,
                const Predicate &isWanted) {
  const std::size_t most = std::min(limits.maximumItems, largestUsefulSize);
  const std::array<std::size_t, 3> maximumSizes =
      limits.code ? inOrderOfCode(limits.code->firstDimension, limits.maximumSizes)
                  : limits.maximumSizes;
  std::vector<std::size_t> sizes[3];
  for (int i = 0; i < 3; ++i)
    sizes[i] = candidates(globalSize[i], std::min(most, maximumSizes[i]), limits.anySize);

  Choice best;
  // Dimension 0 from its longest candidate down, and only a better cost replaces an earlier choice.
  for (std::size_t z : sizes[2])
    for (std::size_t y : sizes[1]) {
      if (z * y > most)
        break;
      for (auto x = sizes[0].rbegin(); x != sizes[0].rend(); ++x) {
        const std::size_t items = *x * y * z;
        if (items > most || !isWanted({*x, y, z}))
          continue;
        const double groups = double(divideUp(globalSize[0], *x)) *
                              double(divideUp(globalSize[1], y)) *
                              double(divideUp(globalSize[2], z));
        // The share of the worker that has most to do, in quarters of a share.
        const double slots = double(limits.workers) * groupsPerWorker;
        const double rounds = std::max(groups / slots, 1.0);
        const double uneven = rounds < 1e9 ? double(std::uint64_t(rounds + 0.999999)) : rounds;
        // Sub-groups that begin inside a row and end in the next run masked, with gathers.
        const bool rowsBreak = *x % limits.subGroupSize != 0 && y * z > 1;
        // A work-group costs something by itself, and so does each row of it that fills sub-groups:
        // the processor fetches ahead along rows, and has to begin anew.
        const double beginnings = *x < limits.subGroupSize ? 0.5 : 0.5 * double(y * z);
        const double cost = uneven * (beginnings + double(divideUp(items, limits.subGroupSize))) *
                            (rowsBreak ? 4 : 1);
        if (!best.isThere() || cost < best.cost * 0.999)
          best = {{*x, y, z}, cost};
      }
    }
  return best;
}

/// The work-items of a work-group that leaves enough of them for all workers.
std::size_t usefulShare(const std::array<std::size_t, 3> &globalSize, std::size_t subGroupSize,
                        unsigned workers) {
  const double items = double(globalSize[0]) * double(globalSize[1]) * double(globalSize[2]);
  const double share = items / (double(workers) * groupsPerWorker);
  return std::max(subGroupSize, share < largestUsefulSize ? std::size_t(share) : largestUsefulSize);
}

/// Several work-groups of whole sub-groups beside one another, where their rows are short.
std::array<std::size_t, 3> withLongRows(const std::array<std::size_t, 3> &globalSize,
                                        std::array<std::size_t, 3> localSize,
                                        std::size_t subGroupSize, unsigned workers) {
  const std::size_t rows = localSize[1] * localSize[2];
  // In a single row work-items come in the same order however long it is.
  const std::size_t wanted = rows == 1 ? largestUsefulSize : usefulRow * subGroupSize;
  const double groups = double(globalSize[0]) * double(globalSize[1]) * double(globalSize[2]) /
                        double(localSize[0] * rows);
  const double most = groups / double(workers * chunksPerWorker);
  std::size_t joined = std::min(wanted, globalSize[0]) / localSize[0];
  if (most < double(joined))
    joined = std::size_t(most);
  localSize[0] *= std::max<std::size_t>(joined, 1);
  return localSize;
}

} // namespace

std::array<std::size_t, 3> chooseWorkGroupSize(const std::array<std::size_t, 3> &globalSize,
                                               const WorkGroupLimits &limits) {
  using Size = std::array<std::size_t, 3>;
  const auto exchanged = [&](const Size &sizes) {
    return limits.code ? inOrderOfCode(limits.code->firstDimension, sizes) : sizes;
  };
  const Size inCode = exchanged(globalSize);
  Choice best;
  if (limits.code && limits.code->crossesRows)
    best = cheapest(inCode, limits, [&](const Size &size) {
      return size[0] <= std::max(limits.subGroupSize, elementsOfLine) &&
             size[0] % limits.subGroupSize == 0 &&
             size[1] >= std::min(elementsOfLine / 2, inCode[1]);
    });
  if (!best.isThere())
    best = cheapest(inCode, limits, [](const Size &) { return true; });
  if (!limits.code || hasCodeFor(*limits.code, globalSize, exchanged(best.localSize)))
    return exchanged(best.localSize);
  const Choice other = cheapest(inCode, limits, [&](const Size &size) {
    return size[0] * shorterForCode >= best.localSize[0] &&
           hasCodeFor(*limits.code, globalSize, exchanged(size));
  });
  const bool isWorthCode = other.isThere() && other.cost <= best.cost * worthCode;
  return exchanged(isWorthCode ? other.localSize : best.localSize);
}

std::array<std::size_t, 3> inOrderOfCode(std::uint8_t firstDimension,
                                         std::array<std::size_t, 3> sizes) {
  if (firstDimension < sizes.size())
    std::swap(sizes[0], sizes[firstDimension]);
  return sizes;
}

std::array<std::size_t, 3> joinedSize(const abi::KernelMetadata &code) {
  std::array<std::size_t, 3> sizes{};
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sizes[i] = std::size_t(code.joinedGroups.localSize[i]) * code.joinedGroups.groups[i];
  return inOrderOfCode(code.firstDimension, sizes);
}

bool mayJoinWorkGroups(const abi::KernelMetadata &kernel,
                       const std::array<std::size_t, 3> &globalSize,
                       const std::array<std::size_t, 3> &localSize) {
  if (kernel.groupBoundaries != abi::GroupBoundaries::visibleInTail)
    return kernel.groupBoundaries == abi::GroupBoundaries::invisible;
  for (std::size_t i = 0; i < 3; ++i)
    if (localSize[i] == 0 || globalSize[i] % localSize[i] != 0)
      return false;
  return true;
}

bool fillsSubGroups(const abi::KernelMetadata &kernel, const std::array<std::size_t, 3> &globalSize,
                    const std::array<std::size_t, 3> &localSize) {
  const auto lengthOf = [&](const std::array<std::size_t, 3> &sizes) {
    return inOrderOfCode(kernel.firstDimension, sizes)[0];
  };
  // Rows of whole sub-groups, the last one, too.
  return lengthOf(globalSize) % kernel.subGroupSize == 0 &&
         (lengthOf(localSize) % kernel.subGroupSize == 0 ||
          mayJoinWorkGroups(kernel, globalSize, localSize));
}

bool hasCodeFor(const abi::KernelMetadata &kernel, const std::array<std::size_t, 3> &globalSize,
                const std::array<std::size_t, 3> &localSize) {
  const bool isRequired = kernel.requiredWorkGroupSize[0] != 0;
  if (kernel.alignedGroupsOnly || (kernel.wholeSubGroupsOnly && isRequired))
    for (std::size_t i = 0; i < 3; ++i)
      if (localSize[i] != 0 && globalSize[i] % localSize[i] != 0)
        return false;
  return !kernel.wholeSubGroupsOnly || isRequired || fillsSubGroups(kernel, globalSize, localSize);
}

std::array<std::size_t, 3> joinWorkGroups(const std::array<std::size_t, 3> &globalSize,
                                          const std::array<std::size_t, 3> &localSize,
                                          std::size_t subGroupSize, unsigned workers,
                                          bool goesAlongRows) {
  const std::size_t rows = localSize[1] * localSize[2];
  if (localSize[0] % subGroupSize == 0 && localSize[0] * rows >= smallestUsefulSize)
    return rows == 1 || goesAlongRows ? withLongRows(globalSize, localSize, subGroupSize, workers)
                                      : localSize;
  if (globalSize[0] == 0 || globalSize[1] == 0 || globalSize[2] == 0)
    return localSize;
  const std::size_t wanted = usefulShare(globalSize, subGroupSize, workers);
  std::array<std::size_t, 3> joined = localSize;
  // Dimension 0 first, in whole sub-groups; the others where it is too short.
  std::size_t length = std::max(wanted / rows, localSize[0]);
  length = divideUp(length, subGroupSize) * subGroupSize;
  joined[0] = std::min(length, globalSize[0]);
  for (int i = 1; i < 3 && joined[0] == globalSize[0]; ++i) {
    const std::size_t others = joined[0] * joined[1] * joined[2] / joined[i];
    joined[i] = std::min(globalSize[i], std::max(localSize[i], divideUp(wanted, others)));
    if (joined[i] < globalSize[i])
      break;
  }
  return joined;
}

std::array<std::size_t, 3> withJoinedRows(const std::array<std::size_t, 3> &globalSize,
                                          const std::array<std::size_t, 3> &localSize,
                                          std::size_t subGroupSize, std::size_t rows) {
  if (localSize[1] >= rows || globalSize[1] < rows || localSize[0] < subGroupSize)
    return localSize;
  const std::size_t subGroups = localSize[0] * localSize[1] / (rows * subGroupSize);
  return {std::max<std::size_t>(subGroups, 1) * subGroupSize, rows, localSize[2]};
}

std::array<std::size_t, 3> squareWorkGroups(const std::array<std::size_t, 3> &globalSize,
                                            std::size_t subGroupSize, unsigned workers) {
  const auto lengthIn = [&](int dimension, std::size_t wanted) {
    return std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(globalSize[dimension], 1));
  };
  const std::size_t length = lengthIn(0, std::max(subGroupSize, elementsOfLine));
  const std::size_t most = divideUp(usefulShare(globalSize, subGroupSize, workers), length);
  return {length, lengthIn(1, std::min(most, elementsOfLine)), 1};
}

std::array<std::size_t, 3> cutLongGroups(const std::array<std::size_t, 3> &globalSize,
                                         std::array<std::size_t, 3> localSize,
                                         std::size_t subGroupSize, unsigned workers,
                                         std::uint64_t ticks, bool mayWait) {
  const std::uint64_t wanted = std::min(workers * chunksPerWorker, ticks / longGroup);
  const auto groups = [&] {
    return divideUp(globalSize[0], localSize[0]) * divideUp(globalSize[1], localSize[1]) *
           divideUp(globalSize[2], localSize[2]);
  };
  if (mayWait && groups() <= workers)
    return localSize;
  while (groups() < wanted) {
    const bool isRow = localSize[1] == 1 && localSize[2] == 1;
    std::size_t &length = localSize[isRow ? 0 : localSize[2] == 1 ? 1 : 2];
    if (isRow && length % (2 * subGroupSize) != 0)
      break;
    length = divideUp(length, 2);
  }
  return localSize;
}

abi::JoinedGroups joinSmallGroups(const std::array<std::size_t, 3> &globalSize,
                                  const std::array<std::size_t, 3> &localSize,
                                  std::size_t subGroupSize, bool oneSubGroup,
                                  std::uint64_t mostGroups) {
  const std::size_t items = localSize[0] * localSize[1] * localSize[2];
  std::array<std::uint64_t, 3> available{};
  abi::JoinedGroups joined;
  for (int i = 0; i < 3; ++i) {
    available[i] = divideUp(globalSize[i], localSize[i]);
    joined.localSize[i] = static_cast<std::uint32_t>(localSize[i]);
    joined.uniform &= globalSize[i] % localSize[i] == 0;
  }
  std::uint64_t wanted = 0;
  if (oneSubGroup) {
    wanted = std::min(subGroupSize / items, mostGroups);
  } else if (items <= largestJoinedSize) {
    // Rows of whole sub-groups, as long as they are not too long.
    const std::uint64_t whole = subGroupSize / std::gcd(localSize[0], subGroupSize);
    assert(whole > 0 && items > 0 && "no size is zero");
    wanted = std::max<std::uint64_t>(usefulJoinedSize / (whole * items), 1) * whole;
    wanted = std::min(wanted, mostGroups);
  }
  std::uint64_t left = wanted;
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t taken = std::max<std::uint64_t>(std::min(available[i], left), 1);
    joined.groups[i] = static_cast<std::uint32_t>(taken);
    left /= taken;
  }
  // Sub-groups that the work-groups take one by one, and together.
  const std::uint64_t apart = joined.numGroups() * divideUp(items, subGroupSize);
  const std::uint64_t together = divideUp(joined.numWorkItems(), subGroupSize);
  if (joined.numGroups() < 2 || apart * 3 < together * 4)
    return {};
  return joined;
}

std::uint64_t timesFewerWorkers(std::uint64_t apart, std::uint64_t joined, unsigned workers) {
  const auto busy = [&](std::uint64_t units) {
    return std::max<std::uint64_t>(1, std::min<std::uint64_t>(units, workers));
  };
  return std::max<std::uint64_t>(1, busy(apart) / busy(joined));
}

} // namespace heddle::executor
