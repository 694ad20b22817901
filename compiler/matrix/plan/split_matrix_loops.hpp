// Loops with more sums than there are tile registers.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_SPLIT_MATRIX_LOOPS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_SPLIT_MATRIX_LOOPS_HPP

#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Runs a loop once for each part of its sums, where the registers cannot hold all of them beside
/// two factors: reading a factor again costs one load, keeping a sum in memory two a round.
///
/// Expects: loops that only read memory and have one way out, simplified and in LCSSA form, after
///          fuse-matrix-rows. There may be branches and loops in them.
/// Leaves:  copies of such a loop, one after the other, each with the operations of at most four
///          sums that share factors. Loops stay whole in which sums meet or are anything but added
///          to.
/// Placed before unroll-matrix-loops.
class SplitMatrixLoopsPass : public llvm::PassInfoMixin<SplitMatrixLoopsPass> {
public:
  explicit SplitMatrixLoopsPass(TileFeatures features) : target{features, {}} {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  MatrixTarget target;
};

} // namespace heddle::compiler

#endif
