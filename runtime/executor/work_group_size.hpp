// Chooses a local size: when the application leaves it to us, or when the kernel cannot tell.
#ifndef HEDDLE_RUNTIME_EXECUTOR_WORK_GROUP_SIZE_HPP
#define HEDDLE_RUNTIME_EXECUTOR_WORK_GROUP_SIZE_HPP

#include "runtime/abi/joined_groups.hpp"
#include "runtime/abi/kernel_metadata.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::executor {

struct WorkGroupLimits {
  std::size_t subGroupSize = 1;
  std::size_t maximumItems = 1;              ///< of a work-group
  std::array<std::size_t, 3> maximumSizes{}; ///< of a work-group, in each dimension
  unsigned workers = 1;
  /// Work-groups need not divide the global size: trailing ones may be smaller.
  bool anySize = false;
  /// Code that may be for some work-groups only; null where it is for all.
  const abi::KernelMetadata *code = nullptr;
};

/// A local size for which the work is done soonest by a simple reckoning: each worker runs its
/// share of the work-groups one after another, each costs its sub-groups and half a sub-group for
/// itself, and a sub-group costs the same however many of its lanes are used. So full sub-groups
/// win, then enough work-groups to keep all workers busy to the end, then fewer and larger
/// work-groups, then those that are longest in the dimension that is the first of the code, whose
/// neighbours lie beside each other in memory. If the code is not for work-groups of that size
/// (hasCodeFor), the best size that it is for, unless the launch would take much longer.
/// globalSize: no zeros, 1 in unused dimensions.
std::array<std::size_t, 3> chooseWorkGroupSize(const std::array<std::size_t, 3> &globalSize,
                                               const WorkGroupLimits &limits);

/// Sizes or offsets of an ND-range with dimensions exchanged as in the code, and back.
std::array<std::size_t, 3> inOrderOfCode(std::uint8_t firstDimension,
                                         std::array<std::size_t, 3> sizes);

/// Of joined work-groups together, with dimensions as in their code.
std::array<std::size_t, 3> joinedSize(const abi::KernelMetadata &code);

/// Whether the kernel cannot tell which work-items of that ND-range are a work-group.
bool mayJoinWorkGroups(const abi::KernelMetadata &kernel,
                       const std::array<std::size_t, 3> &globalSize,
                       const std::array<std::size_t, 3> &localSize);

/// Whether no sub-group of that ND-range has missing lanes, however it is cut by joinWorkGroups.
bool fillsSubGroups(const abi::KernelMetadata &kernel, const std::array<std::size_t, 3> &globalSize,
                    const std::array<std::size_t, 3> &localSize);

/// Whether that code, which may be for whole sub-groups or whole work-groups only, is for
/// work-groups of that size. Offsets and the range of global ids may still want other code.
bool hasCodeFor(const abi::KernelMetadata &kernel, const std::array<std::size_t, 3> &globalSize,
                const std::array<std::size_t, 3> &localSize);

/// For kernels that cannot tell which work-items are a work-group: a local size that is at least
/// localSize, or the whole ND-range, in each dimension, and fills sub-groups. Trailing work-groups
/// may be smaller. If its sub-groups are full and there are several of them, only longer rows,
/// where these are as good for the caches (KernelMetadata::goesAlongRows), or localSize itself.
std::array<std::size_t, 3> joinWorkGroups(const std::array<std::size_t, 3> &globalSize,
                                          const std::array<std::size_t, 3> &localSize,
                                          std::size_t subGroupSize, unsigned workers,
                                          bool goesAlongRows);

/// For such kernels, whose code does so many rows at once (KernelMetadata::joinedRows): as many
/// work-items, in whole sub-groups, in at least so many rows.
std::array<std::size_t, 3> withJoinedRows(const std::array<std::size_t, 3> &globalSize,
                                          const std::array<std::size_t, 3> &localSize,
                                          std::size_t subGroupSize, std::size_t rows);

/// Likewise for kernels that access lines along both dimensions (KernelMetadata::crossesRows): as
/// many rows of a sub-group each as fill the lines that one of them begins.
std::array<std::size_t, 3> squareWorkGroups(const std::array<std::size_t, 3> &globalSize,
                                            std::size_t subGroupSize, unsigned workers);

/// Of such kernels, work-groups that take so long that a worker may be alone with the last of them
/// are cut into halves, in whole sub-groups, until there are enough or they are short. `ticks`: of
/// the launch, of all workers together; 0 where that is not known. mayWait: for one another, so
/// that they stay as they are if they can all run at a time.
std::array<std::size_t, 3> cutLongGroups(const std::array<std::size_t, 3> &globalSize,
                                         std::array<std::size_t, 3> localSize,
                                         std::size_t subGroupSize, unsigned workers,
                                         std::uint64_t ticks, bool mayWait);

/// For kernels that can tell, whose code is compiled for it: how many neighbouring work-groups fill
/// sub-groups together. At most `mostGroups`, and those of one sub-group where that is asked for.
/// None where the work-groups fill sub-groups by themselves, or together would take more
/// than three quarters of the sub-groups that they take apart.
abi::JoinedGroups joinSmallGroups(const std::array<std::size_t, 3> &globalSize,
                                  const std::array<std::size_t, 3> &localSize,
                                  std::size_t subGroupSize, bool oneSubGroup,
                                  std::uint64_t mostGroups);

/// How many times as many workers have some of so many work-groups as have some of those into which
/// they are joined.
std::uint64_t timesFewerWorkers(std::uint64_t apart, std::uint64_t joined, unsigned workers);

} // namespace heddle::executor

#endif
