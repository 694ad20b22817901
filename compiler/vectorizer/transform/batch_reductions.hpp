// Reductions of a sub-group that wait for nothing of one another, done together.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_BATCH_REDUCTIONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_BATCH_REDUCTIONS_HPP

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// A work-item that has some rows of a matrix, as in a softmax, reduces each over the sub-group:
///
///   for (r = 0; r < 8; ++r) {
///     m = max(old[r], sub_group_reduce_max(row[r]));
///     factor = exp(old[r] - m);
///     …
///
/// Each is a vector that is halved four times, with most of its lanes idle, and what follows is one
/// number in a register of sixteen. Eight of them become one reduction of a vector of eight, which
/// halves all rows at once, and the uniform arithmetic on the results follows them:
///
///   m = max(old, sub_group_reduce_max(row)); factor = exp(old - m);
///
/// What a later row's operand is made of moves in front of the first result's use; it must not
/// read memory.
///
/// Expects: the scalar function that is about to be widened. Leaves: reductions of vectors, with
/// the same results bit by bit. Whether there are any.
bool batchReductions(llvm::Function &function, const llvm::UniformityInfo &uniformity);

} // namespace heddle::compiler

#endif
