#ifndef HEDDLE_COMPILER_MATRIX_TILES_ORDER_SUM_PHIS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_ORDER_SUM_PHIS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Expects: matrix operations on whole values, as the vectorizer leaves them.
/// Leaves:  in each block of a kernel with barriers, the phis of rows of sums first, row after row,
/// and next to each other the
///          sums whose operations share B, which will be one tile (fuse-matrix-rows).
/// What lives across a barrier is kept in memory in the order of the code
/// (compiler/workgroup/barrier_regions.cpp): so a sum lies there as a tile does.
class OrderSumPhisPass : public llvm::PassInfoMixin<OrderSumPhisPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
