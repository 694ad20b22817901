// Windows of 2D blocks, as branches around the edges of a matrix.
#ifndef HEDDLE_COMPILER_MATRIX_BLOCKS_LOWER_BLOCK_WINDOWS_HPP
#define HEDDLE_COMPILER_MATRIX_BLOCKS_LOWER_BLOCK_WINDOWS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A block inside of its matrix is read and written where it is: two comparisons a coordinate. Any
/// other goes through scratch memory, row by row, by a function of the library
/// (builtins/block_io), which touches no byte outside of the matrix. In functions with tiles that
/// function is one to be inlined.
///
/// Expects: heddle.block_read_window, heddle.block_write_window, heddle.block_write_end
///          (ir/internal_ops.md).
/// Leaves:  none of them.
/// Placed behind the passes that look for rows at equal distances in single blocks, because it
///        cuts blocks.
class LowerBlockWindowsPass : public llvm::PassInfoMixin<LowerBlockWindowsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
