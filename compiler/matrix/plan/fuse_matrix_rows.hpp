// Two operations with one B as one with more rows.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_FUSE_MATRIX_ROWS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_FUSE_MATRIX_ROWS_HPP

#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Joins two operations with the same B into one with the rows of both: B is loaded once, and half
/// as many sums take up registers.
///
/// Expects: heddle.simd_matrix_mad.
/// Leaves:  operations of up to 16 rows, as tiles have.
/// Placed before everything that counts the sums of a loop.
class FuseMatrixRowsPass : public llvm::PassInfoMixin<FuseMatrixRowsPass> {
public:
  explicit FuseMatrixRowsPass(TileFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  TileFeatures features;
};

} // namespace heddle::compiler

#endif
