// Sums that wait for themselves.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_UNFUSE_SUMS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_UNFUSE_SUMS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A loop that does little but add products to one or two sums takes as long as its additions, each
/// of which waits for the one before. Where a multiply-add takes four cycles and an addition two or
/// three (TargetInfo::quickAdditions), the product need not wait: `sum = fmuladd(a, b, sum)`
/// becomes `sum = a * b + sum`, two operations that are rounded each. `fma`, which the program
/// wrote, stays.
///
/// Kernels with rows of work-items are left alone: several rows at once fill the time. What is done
/// must not depend on the number of lanes, as all codes of a kernel are to compute the same.
///
/// Expects: kernels before they are vectors, simplified.
class UnfuseSumsPass : public llvm::PassInfoMixin<UnfuseSumsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
