// Rounds of matrix loops that lie inside of the matrices.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SPLIT_GUARDED_ROUNDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SPLIT_GUARDED_ROUNDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Kernels for matrices of any size look at the edges where they read factors:
///
///   for (s = 0; s < k; s += 16)
///     … row + r < m && s + lane < k ? a[(row + r) * k + s + lane] : 0 …
///
/// which takes masks, and keeps matrices in memory from being seen as such. In all rounds but the
/// last, of all work-groups but those at the edges, all conditions hold.
///
/// So such a loop becomes two. The first does rounds that are followed by a whole step within the
/// loop's bound, without the conditions of which it is known at the kernel's beginning that they
/// hold there (IndexRanges); the second is the loop as it was and goes on from there. Where
/// something does not hold the first does no round.
///
/// Expects: a kernel in SSA form, on which SimtTTI tells uniform from divergent values.
/// Leaves:  loops with suspensions, in which all sub-groups must stay together; conditions that no
///          factor depends on; and the version of a kernel in which indices wrap.
/// Placed behind version-index-arithmetic, before loops are unrolled.
class SplitGuardedRoundsPass : public llvm::PassInfoMixin<SplitGuardedRoundsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
