// Rounds of a loop whose factors lie side by side.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_UNROLL_MATRIX_LOOPS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_UNROLL_MATRIX_LOOPS_HPP

#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Unrolls a loop where fuse-matrix-depth can then join the operations of so many rounds.
///
/// Expects: simplified loops in LCSSA form.
/// Leaves:  a loop of one block unrolled, with a remainder, if the A of all its operations goes on
/// in
///          memory where that of the round before ended, and so does B, or has to be put together
///          anyway.
/// Placed before fuse-matrix-depth.
class UnrollMatrixLoopsPass : public llvm::PassInfoMixin<UnrollMatrixLoopsPass> {
public:
  explicit UnrollMatrixLoopsPass(TileFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  TileFeatures features;
};

/// `count` rounds of a simplified loop in LCSSA form side by side, with a loop for the remainder.
/// False if LLVM leaves it as it is.
bool unrollMatrixLoop(llvm::Loop &loop, unsigned count, llvm::Function &function,
                      llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
