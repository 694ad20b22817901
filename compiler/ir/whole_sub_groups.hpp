// Kernels that are compiled for sub-groups whose lanes all exist.
#ifndef HEDDLE_COMPILER_IR_WHOLE_SUB_GROUPS_HPP
#define HEDDLE_COMPILER_IR_WHOLE_SUB_GROUPS_HPP

#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// On kernels of which there is no k.masked: all work-groups, smaller last ones among them, have a
/// multiple of the lanes in dimension 0, all have the required size where there is one, and all
/// global ids are below 2^31.
inline constexpr char wholeSubGroupsAttribute[] = "heddle-whole-sub-groups";

/// On kernels that had better get the attribute above: divide-global-ids took work-groups for rows
/// of whole sub-groups.
inline constexpr char rowsOfSubGroupsAttribute[] = "heddle-rows-of-sub-groups";

/// Where it runs lane by lane, the attribute says nothing.
inline bool hasWholeSubGroupsOnly(const llvm::Function &kernel) {
  return kernel.hasFnAttribute(wholeSubGroupsAttribute) && subGroupSize(kernel) > 1;
}

} // namespace heddle::compiler

#endif
