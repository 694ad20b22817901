// Matrix operations on AMX tiles.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_LOWER_MATRIX_AMX_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_LOWER_MATRIX_AMX_HPP

#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns heddle.simd_matrix_mad into tile instructions where the CPU has them for the formats.
///
/// Expects: fused operations (fuse-matrix-operations) of at most 16 rows, 16 columns and 64 bytes
/// of
///          depth. Others are left for lower-matrix-generic.
/// Leaves:  dot products on x86_amx values, with casts of whole matrices between them:
/// tile-residency,
///          fold-tile-memory and lower-tile-casts do the rest. All tiles of one function have at
///          most three shapes, one for each factor and one for sums: registers have a shape for as
///          long as the function runs. Smaller operations are filled up.
/// Placed after the optimizer.
class LowerMatrixAmxPass : public llvm::PassInfoMixin<LowerMatrixAmxPass> {
public:
  explicit LowerMatrixAmxPass(TileFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  TileFeatures features;
};

} // namespace heddle::compiler

#endif
