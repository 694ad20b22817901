// Which products of other floats are to be done on tiles of bfloats.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_CHOOSE_BFLOAT_PRODUCTS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_CHOOSE_BFLOAT_PRODUCTS_HPP

#include "compiler/ir/tile_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Most CPUs with tiles multiply bfloats on them and no other floats. Floats of 8 and 4 bits are
/// bfloats, halves and tf32 are sums of two (bfloat_factors.hpp), which makes four products.
///
/// Floats of 8 and 4 bits are always taken: the vector code unpacks them as well. The others are
/// taken in a block of code where that pays (payAsBFloats).
///
/// Expects: heddle.simd_matrix_mad.
/// Leaves:  matrixAsBFloats in the operands word of those that are chosen. Passes that do not know
///          the bit may ignore it.
/// Placed in front of all passes that look for tile operations.
class ChooseBfloatProductsPass : public llvm::PassInfoMixin<ChooseBfloatProductsPass> {
public:
  explicit ChooseBfloatProductsPass(TileFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  TileFeatures features;
};

} // namespace heddle::compiler

#endif
