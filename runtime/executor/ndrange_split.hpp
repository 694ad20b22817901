// Cuts an ND-range into work-groups.
#ifndef HEDDLE_RUNTIME_EXECUTOR_NDRANGE_SPLIT_HPP
#define HEDDLE_RUNTIME_EXECUTOR_NDRANGE_SPLIT_HPP

#include "runtime/abi/entry_point.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::executor {

/// localSize has no zeros and 1 in unused dimensions; a zero in globalSize gives no work-groups.
HeddleNdRange splitNdRange(unsigned workDim, const std::array<std::size_t, 3> &globalOffset,
                           const std::array<std::size_t, 3> &globalSize,
                           const std::array<std::size_t, 3> &localSize);

/// Work-groups in all dimensions together; UINT64_MAX when the number does not fit.
std::uint64_t workGroupCount(const HeddleNdRange &range);

} // namespace heddle::executor

#endif
