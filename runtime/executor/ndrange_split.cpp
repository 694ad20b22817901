#include "runtime/executor/ndrange_split.hpp"

namespace heddle::executor {

HeddleNdRange splitNdRange(unsigned workDim, const std::array<std::size_t, 3> &globalOffset,
                           const std::array<std::size_t, 3> &globalSize,
                           const std::array<std::size_t, 3> &localSize) {
  HeddleNdRange range{};
  range.workDim = workDim;
  for (int i = 0; i < 3; ++i) {
    range.globalOffset[i] = globalOffset[i];
    range.globalSize[i] = globalSize[i];
    range.localSize[i] = localSize[i];
    // Trailing work-groups may be smaller.
    range.numGroups[i] = globalSize[i] / localSize[i] + (globalSize[i] % localSize[i] != 0);
  }
  return range;
}

std::uint64_t workGroupCount(const HeddleNdRange &range) {
  std::uint64_t count = 1;
  for (std::uint64_t groups : range.numGroups)
    if (groups == 0)
      return 0;
  for (std::uint64_t groups : range.numGroups)
    if (__builtin_mul_overflow(count, groups, &count))
      return UINT64_MAX;
  return count;
}

} // namespace heddle::executor
