// Two operations that add to one sum as one of twice the depth.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_FUSE_MATRIX_DEPTH_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_FUSE_MATRIX_DEPTH_HPP

#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

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
