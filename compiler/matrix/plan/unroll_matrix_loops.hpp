// Rounds of a loop that are better done together.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_UNROLL_MATRIX_LOOPS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_UNROLL_MATRIX_LOOPS_HPP

#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Unrolls a loop of one block by as many rounds as its plan says. On tiles those whose operations
/// fuse-matrix-depth can then join: the A of all goes on in memory where that of the round before
/// ended, and so does B, or has to be put together anyway. In vector registers as many as make it
/// cheap to load and store the sums, where there are more of these than registers. Versions that
/// hardly ever run (rarelyRunAttribute) stay as they are.
///
/// Expects: simplified loops in LCSSA form.
/// Leaves:  such loops unrolled, with a loop for the remainder.
/// Placed before fuse-matrix-depth, or before lower-matrix-words.
class UnrollMatrixLoopsPass : public llvm::PassInfoMixin<UnrollMatrixLoopsPass> {
public:
  explicit UnrollMatrixLoopsPass(MatrixTarget target) : target(target) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  MatrixTarget target;
};

} // namespace heddle::compiler

#endif
