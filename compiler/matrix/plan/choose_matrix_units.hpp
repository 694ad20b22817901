// Which matrix operations are done in vector registers although there are tiles.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_CHOOSE_MATRIX_UNITS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_CHOOSE_MATRIX_UNITS_HPP

#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A single product of factors that vector code puts together, or whose sum vector code reads at
/// once, waits for the tiles longer than vector registers take to multiply. Nests for which the
/// plan is shorter without tiles have none, if those are alike whose sums become theirs, and a sum
/// that has products without a tile instruction goes to vector registers whole.
///
/// Expects: heddle.simd_matrix_mad, after pack-matrix-panels and fuse-matrix-rows.
/// Leaves:  matrixInWords in the operands word of operations that are not to have tiles, and no
///          matrixAsBFloats.
/// Placed in front of those who carry plans out.
class ChooseMatrixUnitsPass : public llvm::PassInfoMixin<ChooseMatrixUnitsPass> {
public:
  explicit ChooseMatrixUnitsPass(MatrixTarget target) : target(target) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  MatrixTarget target;
};

} // namespace heddle::compiler

#endif
