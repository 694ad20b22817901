// Loops that begin at a place of the work-item's own and go on for as long as those of all others.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_COUNT_OWN_ROUNDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_COUNT_OWN_ROUNDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// `for (i = id * count; i < id * count + count; ++i)` and `for (i = x - 3; i <= x + 3; ++i)` end
/// by a condition that differs between work-items, though all of them make `count` rounds, and
/// seven. Such a loop gets a counter that begins at 0, and ends by that: all lanes leave it
/// together.
///
/// Where begin or end are kept within what there is, as by `min(x + 3, width - 1)`, that is so for
/// nearly all work-items, and the others get a copy of the loop, if it is short.
///
/// Expects: a function in SSA form, whose signed arithmetic says where it does not overflow.
/// Leaves:  a comparison of what work-items have alike wherever begin and end of a loop are that
/// far from the same place, pointers into one object included.
/// Placed before loops are unrolled, and before the number of lanes is chosen.
class CountOwnRoundsPass : public llvm::PassInfoMixin<CountOwnRoundsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
