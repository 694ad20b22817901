// Sums of group and local ids that are global ids.
#ifndef HEDDLE_COMPILER_WORKGROUP_COMBINE_GROUP_IDS_HPP
#define HEDDLE_COMPILER_WORKGROUP_COMBINE_GROUP_IDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Many kernels write their global id as get_group_id(0) * get_local_size(0) + get_local_id(0), and
/// the global size as get_num_groups(0) * get_local_size(0), in size_t or in int. Said by one
/// operation, nothing in such a kernel depends on how its work-items are grouped
/// (group_boundaries.hpp).
///
/// Where trailing work-groups may be smaller, the sum is not the id in those that are: the
/// operation heddle.group_shortage has the difference, which is nothing in all others.
///
/// Expects: a function in SSA form before anything reassociates sums.
class CombineGroupIdsPass : public llvm::PassInfoMixin<CombineGroupIdsPass> {
public:
  explicit CombineGroupIdsPass(bool uniformWorkGroups = true)
      : uniformWorkGroups(uniformWorkGroups) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool uniformWorkGroups;
};

} // namespace heddle::compiler

#endif
