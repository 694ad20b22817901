// Loops that stage factors in local memory: several rounds between two changes of the sub-group.
#ifndef HEDDLE_COMPILER_WORKGROUP_BATCH_STAGED_ROUNDS_HPP
#define HEDDLE_COMPILER_WORKGROUP_BATCH_STAGED_ROUNDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On a GPU the sums of all sub-groups stay in registers while the work-group waits at a barrier.
/// Here the sub-groups of a work-group take turns, so that at each barrier the sums of one go to
/// memory and those of the next come from there: more bytes than the factors of a round have.
///
/// In a loop whose rounds write local memory, wait, and multiply what lies there, the writes depend
/// on nothing that is multiplied. So the loop is distributed over two, of up to a batch of rounds
/// each: the first one stages them one after another, with all barriers, and keeps what local
/// memory holds in each round where its products begin; the second one multiplies, from what was
/// kept and with no barrier, as if nothing had ever been staged. What a round left unwritten is
/// kept with it, so that nothing has to be known of who writes what.
///
///   for (k) { tile = a[k]; barrier; sum += tile * …; barrier; }
///
///   for (batches) {
///     for (k of the batch) { tile = a[k]; barrier; kept[k] = tile; barrier; }
///     barrier;
///     for (k of the batch) sum += kept[k] * …;
///     barrier;
///   }
///
/// Expects: kernels before the vectorizer, functions inlined, loops rotated and sums in registers.
/// Leaves:  room for the rounds behind variables, whose bytes are in keptBytesAttribute, and behind
///          what arguments lead to, which localCopiesAttribute asks the launch for.
class BatchStagedRoundsPass : public llvm::PassInfoMixin<BatchStagedRoundsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
