// What the value of "heddle-joined-groups" says (internal_ops.hpp).
#ifndef HEDDLE_COMPILER_IR_JOINED_GROUPS_HPP
#define HEDDLE_COMPILER_IR_JOINED_GROUPS_HPP

#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// The joined work-groups are one sub-group, which comes to barriers as a whole. Without it all
/// sub-groups of the joined work-group have to be in step at barriers.
inline constexpr char inOneSubGroup[] = "sub-group";

/// There is one work-group only, and the sub-groups are cut from it as ever.
inline constexpr char oneGroup[] = "group";

/// There is one work-group only, each row of which begins a sub-group: the lanes of any are
/// neighbours in a row.
inline constexpr char rowsApart[] = "rows";

inline bool isJoinedToOneSubGroup(const llvm::Function &kernel) {
  return kernel.getFnAttribute(joinedGroupsAttribute).getValueAsString() == inOneSubGroup;
}

inline bool isOfOneGroup(const llvm::Function &kernel) {
  const llvm::StringRef how = kernel.getFnAttribute(joinedGroupsAttribute).getValueAsString();
  return how == oneGroup || how == rowsApart;
}

inline bool hasRowsApart(const llvm::Function &kernel) {
  return kernel.getFnAttribute(joinedGroupsAttribute).getValueAsString() == rowsApart;
}

} // namespace heddle::compiler

#endif
