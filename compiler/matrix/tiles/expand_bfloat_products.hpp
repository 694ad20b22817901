// Products of other floats as tile products of bfloats.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_EXPAND_BFLOAT_PRODUCTS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_EXPAND_BFLOAT_PRODUCTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Converts the factors of operations that choose-bfloat-products marked, and replaces each by a
/// chain of operations on bfloats that add to one float sum.
///
/// Expects: operations joined as far as tiles go (fuse-matrix-operations).
/// Leaves:  no operation with matrixAsBFloats. Factors lie in a scratch variable of the function as
///          rows of bfloats, from where fold-tile-memory loads tiles; those that several operations
///          of a block share are converted once. Operations that do not depend on one another are
///          done together, all first products, then all second ones, so that a tile that is loaded
///          serves several. Sums of 16 bits are rounded once.
/// Placed directly before lower-matrix-amx.
class ExpandBfloatProductsPass : public llvm::PassInfoMixin<ExpandBfloatProductsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
