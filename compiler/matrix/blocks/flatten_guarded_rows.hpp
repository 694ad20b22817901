// Rows of matrices that are read and written where a condition holds, without branches.
#ifndef HEDDLE_COMPILER_MATRIX_BLOCKS_FLATTEN_GUARDED_ROWS_HPP
#define HEDDLE_COMPILER_MATRIX_BLOCKS_FLATTEN_GUARDED_ROWS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Kernels for matrices of any size look at the edges row by row:
///
///   if (any lane of mask)
///     x = masked load (row, mask)
///
/// The branch saves one access and cuts the loop into blocks, in which nobody finds factors to pack
/// or tiles to store. Without it a row is read or written under its mask, which has no lanes then.
///
/// Expects: functions with heddle.simd_matrix_mad.
/// Leaves:  a masked access in place of a branch around some accesses to vectors. Branches around
///          more than that, or around anything else that acts, stay.
/// Placed in front of the passes that look for factors of loops.
class FlattenGuardedRowsPass : public llvm::PassInfoMixin<FlattenGuardedRowsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
