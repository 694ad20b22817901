// What only some rounds of a loop compute, such as the scale of a group of K.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_RECOMPUTE_GROUP_VALUES_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_RECOMPUTE_GROUP_VALUES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Weights of few bits have a scale and a zero for each group of 32 to 128 of them, which people
/// read where a group begins:
///
///   for (s = 0; s < k; s += 16) {
///     if (s % 128 == 0)  scale = scales[s / 128];      or   if (s / 128 != group)  …
///     sum += a[s] * (weights[s] * scale)
///   }
///
/// A factor made of what goes round the loop is not that of a round, and so is put together by each
/// sub-group again. Here each round computes what the last one in which the condition held did:
/// scales[(s - s % 128) / 128].
///
/// Expects: kernels before the vectorizer, with their private scalars in registers.
/// Leaves:  loops whose first round may be inside of a group, or that write what others see; values
///          of which no factor is made.
/// Placed in front of all that splits loops or makes versions of them.
class RecomputeGroupValuesPass : public llvm::PassInfoMixin<RecomputeGroupValuesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
