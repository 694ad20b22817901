// Larger matrix operations out of smaller ones.
#ifndef HEDDLE_COMPILER_MATRIX_FUSE_MATRIX_OPERATIONS_HPP
#define HEDDLE_COMPILER_MATRIX_FUSE_MATRIX_OPERATIONS_HPP

#include "compiler/matrix/tile_products.hpp"

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

/// Joins two operations that add to one sum, one after the other, into one of twice the depth: a
/// tile instruction takes as long for 32 bytes of depth as for 64.
///
/// Expects: heddle.simd_matrix_mad, loops unrolled by unroll-matrix-loops.
/// Leaves:  operations of up to 64 bytes of depth, where their factors lie side by side in memory
/// or
///          have to be put together anyway.
/// Placed before lower-matrix-amx.
class FuseMatrixDepthPass : public llvm::PassInfoMixin<FuseMatrixDepthPass> {
public:
  explicit FuseMatrixDepthPass(TileFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  TileFeatures features;
};

} // namespace heddle::compiler

#endif
