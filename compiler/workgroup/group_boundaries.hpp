// Kernels that cannot tell which work-items are a work-group.
#ifndef HEDDLE_COMPILER_WORKGROUP_GROUP_BOUNDARIES_HPP
#define HEDDLE_COMPILER_WORKGROUP_GROUP_BOUNDARIES_HPP

#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// On kernels and entry points: abi::GroupBoundaries as a number; absent when they matter.
inline constexpr char groupBoundariesAttribute[] = "heddle-group-boundaries";

/// Finds whether the kernel asks about its work-group, meets it, or has memory together with it.
/// Expects operations of work-groups and sub-groups as the dialect's lowering leaves them.
abi::GroupBoundaries findGroupBoundaries(const llvm::Function &kernel);

/// Whether the executor may cut the ND-range into other work-groups for one and the same code.
inline bool mayBeCutAnew(abi::GroupBoundaries boundaries) {
  return boundaries >= abi::GroupBoundaries::visibleInTail;
}

/// What the attribute says.
abi::GroupBoundaries groupBoundaries(const llvm::Function &function);

} // namespace heddle::compiler

#endif
