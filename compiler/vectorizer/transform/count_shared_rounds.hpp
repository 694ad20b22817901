// Loops in which the work-items of a work-group share the work evenly.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_COUNT_SHARED_ROUNDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_COUNT_SHARED_ROUNDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// `for (i = get_local_id(0); i < 512; i += 64)` ends by a condition that differs between
/// work-items, though 64 of them all make eight rounds. Such a loop gets a counter of its rounds,
/// and ends by that: all lanes leave it together.
///
/// Expects: a function in SSA form, behind bound-local-ids, which says how many work-items there
///          are.
/// Leaves:  a constant number of rounds wherever ScalarEvolution can show that it is one.
/// Placed before loops are unrolled.
class CountSharedRoundsPass : public llvm::PassInfoMixin<CountSharedRoundsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
