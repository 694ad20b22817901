// Rounds that all lanes of a sub-group make, in a loop of their own.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_RUN_WHOLE_ROUNDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_RUN_WHOLE_ROUNDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Work-items that share out what there is by steps of their number differ by one round at most:
///
///   for (i = id; i < n; i += size)        for (i = id; sub_group_all(i < n); i += size)
///     sum += a[i];                          sum += a[i];
///                                         for (; i < n; i += size)
///                                           sum += a[i];
///
/// The first loop has no masks, and ends for all lanes at once. Each round is made by the same
/// lanes as before.
///
/// Expects: the scalar function that is about to be widened for sub-groups without missing lanes.
/// Leaves:  `sub_group_all`. Whether anything changed.
bool runWholeRounds(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
