// Barriers that order nothing.
#ifndef HEDDLE_COMPILER_WORKGROUP_REMOVE_IDLE_BARRIERS_HPP
#define HEDDLE_COMPILER_WORKGROUP_REMOVE_IDLE_BARRIERS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Kernels for GPUs wait for one another to read the same rows at about the same time, which is no
/// order that a program could see. On a CPU each wait ends the code in which sums are in registers.
///
/// Removes a work_group_barrier if, from the barriers before it to those behind it, no work-item
/// writes what others can see, or synchronizes in another way: then it stands between reads only,
/// and those around it order all the rest. Nor does one order anything before which there is
/// nothing that others could see or change. A barrier for local memory alone does not order global
/// memory: what is written through arguments that are not read counts for nothing then. Where a
/// loop has only reads, but a write follows on it with no barrier in between, its barriers become
/// one behind the loop.
///
/// Expects: kernels before the vectorizer, functions inlined: a call of what is not inlined counts
///          as a write. Work-items come to the same barriers in the same order (section 6.15.8 of
///          the OpenCL C specification).
class RemoveIdleBarriersPass : public llvm::PassInfoMixin<RemoveIdleBarriersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
