// Pairs of sub-groups that meet once for several products.
#ifndef HEDDLE_COMPILER_WORKGROUP_MERGE_PAIR_JOINS_HPP
#define HEDDLE_COMPILER_WORKGROUP_MERGE_PAIR_JOINS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Each split matrix function waits for the partner, and each wait ends the code in which factors
/// and sums are in registers. Makes one pair_join of those of a basic block whose operands are
/// known before the first result is used; equal operands are brought together once.
///
/// The n-th pair_join of a sub-group belongs to the n-th of its partner, wherever the two are. So
/// nothing is done unless all sub-groups of a work-group come to the same ones.
///
/// Expects: kernels before the vectorizer, functions inlined and simplified.
class MergePairJoinsPass : public llvm::PassInfoMixin<MergePairJoinsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
