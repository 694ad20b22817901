// Independent forward progress of the sub-groups of a work-group: who waits for another one gives
// it its turn.
#ifndef HEDDLE_COMPILER_WORKGROUP_YIELD_IN_WAITING_LOOPS_HPP
#define HEDDLE_COMPILER_WORKGROUP_YIELD_IN_WAITING_LOOPS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts sub_group_yield into the loops of kernels that may wait for what another sub-group of the
/// work-group writes: those that end when an atomic or volatile access finds the right value, and
/// have no other end that is sure to come. Loops that count, atomic additions that give each round
/// another number, and compare-exchange loops that read the value anew are not among them.
///
/// A loop that does nothing but wait yields in each round that has not found the value. Where that
/// cannot be told, it yields in every 16th, before it looks again: where all looks are still to
/// come, if there are many.
///
/// Expects: kernels with their heddle-sub-group-size, functions inlined.
/// Leaves:  sub_group_yield in such loops. Kernels without any are not touched, and cost nothing.
/// Placed right before the vectorizer, which numbers the yields as it does barriers: behind it,
/// atomic operations are loops over the lanes.
class YieldInWaitingLoopsPass : public llvm::PassInfoMixin<YieldInWaitingLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
