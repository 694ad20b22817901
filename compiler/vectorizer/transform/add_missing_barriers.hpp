// Barriers that loops lack.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_ADD_MISSING_BARRIERS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_ADD_MISSING_BARRIERS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On a GPU the sub-groups of a work-group run at the same time, and what one of them stages in the
/// next round mostly comes behind what the others read in this one, though nothing orders it:
///
///   for (k) {
///     if (get_sub_group_id() == 0) tile[lane] = a[k];
///     barrier;
///     sum += tile[lane] * …;          // and no barrier here
///   }
///
/// Here sub-groups take turns at barriers: the first one would stage the next round before the
/// others have read this one. So the loop gets the second barrier, where all work-items read,
/// behind its last one, places that the next round writes before its first one, and those are known
/// to be of other sub-groups, too: that no id of a work-item tells them, or not as it tells the
/// writes. Places of which there are several, one round by round, are not known. The checks of
/// HEDDLE_STRICT tell such a race.
///
/// Expects: kernels before the vectorizer, simplified, whose loops have one latch.
/// Leaves:  kernels without a required sub-group size, whose work-items may all be lanes of one
///          sub-group (size/missing_barriers.hpp).
class AddMissingBarriersPass : public llvm::PassInfoMixin<AddMissingBarriersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
