// Two operations with one A as one with more columns.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_FUSE_MATRIX_COLUMNS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_FUSE_MATRIX_COLUMNS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Joins two operations with the same A, as sub-groups of 8 have them, into one with the columns of
/// both: a tile and a vector of 512 bits have 16, and take as long for 8.
///
/// Expects: heddle.simd_matrix_mad, whose sums go round loops as rows.
/// Leaves:  operations of up to 16 columns, whose sums go round loops as rows of as many.
/// Placed before everything that counts the sums of a loop, or looks at where factors come from.
class FuseMatrixColumnsPass : public llvm::PassInfoMixin<FuseMatrixColumnsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
