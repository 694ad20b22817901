#ifndef HEDDLE_COMPILER_MATRIX_TILES_ORDER_TILE_ROWS_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_ORDER_TILE_ROWS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Rows of tiles in memory of the function are loaded where they are used first, and stored as soon
/// as they are known.
///
/// A tile has sixteen rows, and sums of a loop are often more than there are vector registers. LLVM
/// leaves loads and stores in their order: rows that are loaded at the beginning of a block, or
/// that are stored in front of the product which wants them as a tile, wait in other memory
/// meanwhile, two moves for each. A tile is loaded from the cache, not from stores that are under
/// way, so these had better be a while ago.
///
/// Expects: tiles in loads and stores, rows in memory of the function (lower-tile-casts).
/// Leaves:  the same code in another order.
class OrderTileRowsPass : public llvm::PassInfoMixin<OrderTileRowsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
