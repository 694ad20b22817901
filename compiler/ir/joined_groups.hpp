// What the value of "heddle-joined-groups" says (internal_ops.hpp).
#ifndef HEDDLE_COMPILER_IR_JOINED_GROUPS_HPP
#define HEDDLE_COMPILER_IR_JOINED_GROUPS_HPP

#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// The joined work-groups are one sub-group, which comes to barriers as a whole. Without it all
/// sub-groups of the joined work-group have to be in step at barriers.
inline constexpr char inOneSubGroup[] = "sub-group";

inline bool isJoinedToOneSubGroup(const llvm::Function &kernel) {
  return kernel.getFnAttribute(joinedGroupsAttribute).getValueAsString() == inOneSubGroup;
}

} // namespace heddle::compiler

#endif
