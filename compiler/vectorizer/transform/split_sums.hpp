// Loops with more sums than registers.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SPLIT_SUMS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SPLIT_SUMS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Products of matrices for GPUs have 8 x 8 sums a work-item, which fill the registers of one
/// there. As vectors of lanes they would be loaded and stored in each round. So such a loop runs
/// several times, for as many of the sums as have room; what their factors are read from stays the
/// same meanwhile, as the loop writes nothing:
///
///   for k: for m, n: sum[m][n] += a[k][m] * b[k][n]
///
///   for k: sum[0 to 2][n] …     for k: sum[3 to 5][n] …     for k: sum[6 and 7][n] …
///
/// Expects: kernels whose number of lanes is known, simplified.
class SplitSumsPass : public llvm::PassInfoMixin<SplitSumsPass> {
public:
  /// Of floats that a vector register of the target holds.
  explicit SplitSumsPass(unsigned floatLanes) : floatLanes(floatLanes) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  unsigned floatLanes;
};

} // namespace heddle::compiler

#endif
