// Integers of 4 and 2 bits as bytes, which tiles can multiply.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_WIDEN_MATRIX_FACTORS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_WIDEN_MATRIX_FACTORS_HPP

#include "compiler/ir/tile_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Unpacks factors whose elements are narrower than a byte. The result is the same: integers are
/// exact modulo 2^32.
///
/// Expects: heddle.simd_matrix_mad.
/// Leaves:  no operation on narrow integers of which bytes would have a tile instruction. A factor
///          that several operations of a block share is unpacked once.
/// Placed in front of all passes that look for tile operations.
class WidenMatrixFactorsPass : public llvm::PassInfoMixin<WidenMatrixFactorsPass> {
public:
  explicit WidenMatrixFactorsPass(TileFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  TileFeatures features;
};

} // namespace heddle::compiler

#endif
