// What --explain says of matrix operations and of the plans for them.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_EXPLAIN_MATRIX_NESTS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_EXPLAIN_MATRIX_NESTS_HPP

#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes a remark for each nest: its sums and factors, the plan, and the time that the plan would
/// take. Where there are tiles, nests for vector registers stay unmentioned: they come by once
/// more when only vectors are left.
///
/// Expects: heddle.simd_matrix_mad, after fuse-matrix-rows.
/// Leaves:  everything as it is.
/// Placed in front of those who carry the plan out.
class ExplainMatrixNestsPass : public llvm::PassInfoMixin<ExplainMatrixNestsPass> {
public:
  explicit ExplainMatrixNestsPass(MatrixTarget target) : target(target) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  MatrixTarget target;
};

} // namespace heddle::compiler

#endif
