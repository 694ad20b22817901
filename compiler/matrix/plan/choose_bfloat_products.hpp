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
/// taken in a block of code where converting the factors takes less time than the vector code's
/// multiply-adds at the CPU's peak, both in cycles with AVX-512: 12 for 16 words of halves, 6 for
/// 16 words of tf32, one for two multiply-adds of 16 lanes. So two operations of 16 rows that share
/// one B do not pay, two by two do, and a single one never does.
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
