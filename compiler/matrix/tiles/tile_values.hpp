// Tiles in the IR: values of type x86_amx, and the casts between them and vectors.
//
// Between the passes on tiles a cast stands for moving rows between vector registers and a tile. It
// carries the shape, which the types cannot tell. lower-tile-casts replaces those that are left.
#ifndef HEDDLE_COMPILER_MATRIX_TILES_TILE_VALUES_HPP
#define HEDDLE_COMPILER_MATRIX_TILES_TILE_VALUES_HPP

#include "compiler/matrix/nest/tile_shape.hpp"

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// A tile with these rows, one after another in `vector`.
llvm::CallInst *createTileFromVector(llvm::IRBuilderBase &builder, llvm::Value *vector,
                                     TileShape shape);
/// The rows of a tile, as a vector of `element`.
llvm::CallInst *createVectorFromTile(llvm::IRBuilderBase &builder, llvm::Value *tile,
                                     TileShape shape, llvm::Type *element);

/// A tile instruction that writes no memory; LLVM knows nothing of what they do.
bool isTileComputation(const llvm::Instruction &instruction);
/// One that multiplies; the sum that it adds to is operand 3.
bool isTileProduct(const llvm::Value &value);

bool isTileFromVector(const llvm::Value *value);
bool isVectorFromTile(const llvm::Value *value);
/// Of a cast.
TileShape tileShape(const llvm::Value *cast);
/// That of the instruction which makes a tile, or of those whose tiles a phi takes.
TileShape shapeOfTile(const llvm::Value &tile);

llvm::Value *createTileZero(llvm::IRBuilderBase &builder, TileShape shape);
/// address: in any address space; stride: bytes from one row to the next.
llvm::Value *createTileLoad(llvm::IRBuilderBase &builder, TileShape shape, llvm::Value *address,
                            llvm::Value *stride);
void createTileStore(llvm::IRBuilderBase &builder, TileShape shape, llvm::Value *address,
                     llvm::Value *stride, llvm::Value *tile);

/// The rows of `vector` in memory, one behind the other. `place` is aligned for any of them.
void storeRowsAt(llvm::IRBuilderBase &builder, llvm::Value *place, TileShape shape,
                 llvm::Value *vector);
/// What wants rows of a tile gets those that are in memory in this way, in place of a vector from
/// the tile.
void replaceByRowsAt(llvm::Value *place, llvm::CallInst &vectorFromTile);

} // namespace heddle::compiler

#endif
