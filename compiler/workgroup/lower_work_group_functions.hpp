// work_group_reduce and its relatives, and copies by the work-group: from internal operations to
// sub-group operations, local memory and barriers.
#ifndef HEDDLE_COMPILER_WORKGROUP_LOWER_WORK_GROUP_FUNCTIONS_HPP
#define HEDDLE_COMPILER_WORKGROUP_LOWER_WORK_GROUP_FUNCTIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Each sub-group reduces or scans its own values and puts its total into a slot of local memory;
/// behind a barrier everyone folds the slots, in the order of the sub-groups, so that all
/// work-items get the same bits; a second barrier lets the slots be used again.
///
/// Expects: kernels with `heddle-sub-group-size`, everything inlined; work_group_reduce, …_scan_…,
///          …_broadcast and …_copy in control flow that all work-items of a work-group take alike.
/// Leaves:  sub-group operations, work_group_barrier, and an addrspace(3) variable of a slot for
///          each sub-group of the largest work-group; none of the operations above.
/// Placed behind the choice of sub-group sizes, which these operations do not influence, and before
/// the vectorizer.
class LowerWorkGroupFunctionsPass : public llvm::PassInfoMixin<LowerWorkGroupFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
