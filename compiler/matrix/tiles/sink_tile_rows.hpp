#ifndef HEDDLE_COMPILER_MATRIX_TILES_SINK_TILE_ROWS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_SINK_TILE_ROWS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Rows of tiles that wait in memory are loaded where they are used, and what becomes of a row that
/// goes back to memory is computed where it is stored, as sums of a loop that each round scales.
///
/// A tile has sixteen rows, and sums of a loop are often more than there are vector registers. LLVM
/// leaves loads and stores in their order, so that rows which are loaded at the beginning of a
/// block wait in other memory until their place comes: two moves for each row, and two more when
/// they are scaled long before the tile is loaded again.
///
/// Expects: tiles in loads and stores, rows in memory of the function (lower-tile-casts).
/// Leaves:  the same code in another order. What moves needs no more registers than before.
class SinkTileRowsPass : public llvm::PassInfoMixin<SinkTileRowsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
