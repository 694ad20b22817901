// Rounds of a loop whose factors lie side by side.
#ifndef HEDDLE_COMPILER_MATRIX_UNROLL_MATRIX_LOOPS_HPP
#define HEDDLE_COMPILER_MATRIX_UNROLL_MATRIX_LOOPS_HPP

#include "compiler/matrix/tile_products.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Unrolls a loop twice where fuse-matrix-depth can then join the operations of two rounds.
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

} // namespace heddle::compiler

#endif
