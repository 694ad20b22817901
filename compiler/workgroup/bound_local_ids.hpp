#ifndef HEDDLE_COMPILER_WORKGROUP_BOUND_LOCAL_IDS_HPP
#define HEDDLE_COMPILER_WORKGROUP_BOUND_LOCAL_IDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Says what required sizes say of the queries in a kernel: local ids and those of lanes get
/// ranges, and sizes of work-groups become constants, the work-group's own only where all have the
/// enqueued size: in the code for whole sub-groups of a kernel with products of matrices, too. LLVM
/// then knows how often a loop runs in which the work-items of a work-group
/// share the work.
///
/// Expects: kernels with all functions inlined, before they are simplified.
class BoundLocalIdsPass : public llvm::PassInfoMixin<BoundLocalIdsPass> {
public:
  /// wholeSubGroups: other code is made for launches with smaller work-groups.
  explicit BoundLocalIdsPass(bool uniformWorkGroups = true, bool wholeSubGroups = false)
      : uniformWorkGroups(uniformWorkGroups), wholeSubGroups(wholeSubGroups) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool uniformWorkGroups, wholeSubGroups;
};

} // namespace heddle::compiler

#endif
