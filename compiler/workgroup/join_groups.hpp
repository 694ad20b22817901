// Several work-groups as one, for kernels that can tell.
#ifndef HEDDLE_COMPILER_WORKGROUP_JOIN_GROUPS_HPP
#define HEDDLE_COMPILER_WORKGROUP_JOIN_GROUPS_HPP

#include "runtime/abi/joined_groups.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Work-groups of a few work-items leave lanes idle. Here several of them become one, whose
/// work-items are the lanes of full sub-groups. Each lane then asks for the ids of its own group:
///
///   work-groups of 4 joined by 4:  joined local id   0 1 2 3 4 5 6 7 8 …
///                                  group id          0 0 0 0 1 1 1 1 2 …   + 4 · joined group id
///                                  local id          0 1 2 3 0 1 2 3 0 …
///
/// and has its own group's copy of local memory, but where all have the same in it
/// (equal_local_memory.hpp). Sizes are constants. A work-group of one work-item has no barriers,
/// and its local variables are private. Asynchronous copies are made by the work-items.
///
/// Where the joined work-group is one sub-group, all lanes meet barriers at once, whatever the
/// control flow around them is: the lanes of a work-group come to them together, and those of
/// others are masked. Larger ones need barriers that the code shows all of them to reach, but where
/// there is one work-group only, whose sizes are to be known. That may have its rows apart
/// (abi::JoinedGroups), so that lanes are neighbours in one row where rows are no multiple of them.
///
/// Expects: a kernel with functions inlined, whose boundaries (group_boundaries.hpp) allow it and
///          are reported as an error otherwise; sub-groups of `lanes`.
/// Leaves:  "heddle-joined-groups"; the joined size as the kernel's required work-group size; local
///          variables with an element for each of the joined groups; heddle.local_distance for
///          arguments that lead to local memory.
/// Placed before the kernel is simplified, for which the sizes are constants then, and behind
/// combine-group-ids: a global id is that of the joined group, and its neighbours lie side by side.
class JoinGroupsPass : public llvm::PassInfoMixin<JoinGroupsPass> {
public:
  /// By itself: four work-groups of four, as in the picture.
  explicit JoinGroupsPass(const abi::JoinedGroups &joined = {{4, 1, 1}, {4, 1, 1}, true},
                          unsigned lanes = 16)
      : joined(joined), lanes(lanes) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  abi::JoinedGroups joined;
  unsigned lanes;
};

} // namespace heddle::compiler

#endif
