// Which matrix operations the tile instructions of a CPU can do.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_TILE_PRODUCTS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_TILE_PRODUCTS_HPP

#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/tile_features.hpp"

#include "llvm/IR/Intrinsics.h"

namespace heddle::compiler {

/// The instruction for an operation, not_intrinsic if there is none or it would not pay.
llvm::Intrinsic::ID tileProduct(const MatrixOperation &operation, TileFeatures features);

/// True if it has no instruction of its own, but one of bfloats, which its factors are or are sums
/// of.
bool hasTilesOfBFloats(MatrixOperation operation, TileFeatures features);

/// How many operations like this, of factors that go on from one to the next, one tile takes.
unsigned depthsInTile(MatrixOperation operation, TileFeatures features);

/// Bytes of a row of A, and of a column of B, as the operation has them.
inline unsigned depthBytes(const MatrixOperation &operation) {
  return operation.k * bitsOf(operation.a) / 8;
}

/// The same in tiles of bfloats, if the operation is to be done on these.
inline unsigned tileDepthBytes(const MatrixOperation &operation) {
  return operation.asBFloats ? operation.k * 2 : depthBytes(operation);
}

} // namespace heddle::compiler

#endif
