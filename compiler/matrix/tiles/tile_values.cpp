#include "compiler/matrix/tiles/tile_values.hpp"

#include "compiler/matrix/nest/lane_vectors.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char rowsAttribute[] = "heddle-tile-rows";

unsigned bytesOf(Type *vector) { return vector->getPrimitiveSizeInBits().getFixedValue() / 8; }

void setRows(CallInst &cast, unsigned rows) {
  cast.addFnAttr(Attribute::get(cast.getContext(), rowsAttribute, std::to_string(rows)));
}

bool isCall(const Value *value, Intrinsic::ID id) {
  const auto *call = dyn_cast<IntrinsicInst>(value);
  return call && call->getIntrinsicID() == id;
}

Value *generic(IRBuilderBase &builder, Value *address) {
  return builder.CreateAddrSpaceCast(address, builder.getPtrTy());
}

Value *rowAt(IRBuilderBase &builder, Value *place, TileShape shape, unsigned row) {
  return builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place, row * shape.rowBytes);
}

Align rowAlignment(TileShape shape) {
  return Align(std::min(shape.rowBytes & -shape.rowBytes, largestTile.rowBytes));
}

FixedVectorType *rowType(Type *vector, TileShape shape) {
  auto *type = cast<FixedVectorType>(vector);
  return FixedVectorType::get(type->getElementType(), type->getNumElements() / shape.rows);
}

} // namespace

CallInst *createTileFromVector(IRBuilderBase &builder, Value *vector, TileShape shape) {
  assert(bytesOf(vector->getType()) == shape.bytes() && "the rows do not fill the tile");
  CallInst *cast =
      builder.CreateIntrinsic(Intrinsic::x86_cast_vector_to_tile, {vector->getType()}, {vector});
  setRows(*cast, shape.rows);
  return cast;
}

CallInst *createVectorFromTile(IRBuilderBase &builder, Value *tile, TileShape shape,
                               Type *element) {
  auto *type = FixedVectorType::get(element, shape.bytes() * 8 / element->getScalarSizeInBits());
  CallInst *cast = builder.CreateIntrinsic(Intrinsic::x86_cast_tile_to_vector, {type}, {tile});
  setRows(*cast, shape.rows);
  return cast;
}

bool isTileComputation(const Instruction &instruction) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getType()->isX86_AMXTy();
}

bool isTileProduct(const Value &value) {
  const auto *call = dyn_cast<IntrinsicInst>(&value);
  return call && call->getType()->isX86_AMXTy() && call->arg_size() == 6;
}

bool isTileFromVector(const Value *value) {
  return isCall(value, Intrinsic::x86_cast_vector_to_tile);
}

bool isVectorFromTile(const Value *value) {
  return isCall(value, Intrinsic::x86_cast_tile_to_vector);
}

TileShape tileShape(const Value *value) {
  const auto *cast = llvm::cast<CallInst>(value);
  unsigned rows = 0;
  [[maybe_unused]] const bool isBroken =
      cast->getFnAttr(rowsAttribute).getValueAsString().getAsInteger(10, rows);
  assert(!isBroken && rows && "not a cast of a tile");
  Type *vector = isTileFromVector(cast) ? cast->getArgOperand(0)->getType() : cast->getType();
  return {rows, bytesOf(vector) / rows};
}

TileShape shapeOfTile(const Value &tile) {
  SmallSetVector<const Value *, 8> work;
  work.insert(&tile);
  for (unsigned i = 0; i < work.size(); ++i) {
    if (const auto *phi = dyn_cast<PHINode>(work[i])) {
      work.insert(phi->value_op_begin(), phi->value_op_end());
      continue;
    }
    if (isTileFromVector(work[i]))
      return tileShape(work[i]);
    // All others begin with rows and bytes of a row.
    if (const auto *call = dyn_cast<CallInst>(work[i])) {
      const auto number = [&](unsigned operand) {
        return unsigned(cast<ConstantInt>(call->getArgOperand(operand))->getZExtValue());
      };
      return {number(0), number(1)};
    }
  }
  return largestTile; // of nothing but poison
}

Value *createTileZero(IRBuilderBase &builder, TileShape shape) {
  return builder.CreateIntrinsic(Intrinsic::x86_tilezero_internal,
                                 {builder.getInt16(shape.rows), builder.getInt16(shape.rowBytes)});
}

Value *createTileLoad(IRBuilderBase &builder, TileShape shape, Value *address, Value *stride) {
  return builder.CreateIntrinsic(Intrinsic::x86_tileloadd64_internal,
                                 {builder.getInt16(shape.rows), builder.getInt16(shape.rowBytes),
                                  generic(builder, address), stride});
}

void createTileStore(IRBuilderBase &builder, TileShape shape, Value *address, Value *stride,
                     Value *tile) {
  builder.CreateIntrinsic(Intrinsic::x86_tilestored64_internal,
                          {builder.getInt16(shape.rows), builder.getInt16(shape.rowBytes),
                           generic(builder, address), stride, tile});
}

void storeRowsAt(IRBuilderBase &builder, Value *place, TileShape shape, Value *vector) {
  const unsigned lanes = rowType(vector->getType(), shape)->getNumElements();
  for (unsigned row = 0; row < shape.rows; ++row) {
    Value *value = extractLanes(builder, vector, row * lanes, lanes);
    if (!isa<UndefValue>(value))
      builder.CreateAlignedStore(value, rowAt(builder, place, shape, row), rowAlignment(shape));
  }
}

void replaceByRowsAt(Value *place, CallInst &vectorFromTile) {
  const TileShape shape = tileShape(&vectorFromTile);
  FixedVectorType *type = rowType(vectorFromTile.getType(), shape);
  IRBuilder<> builder(&vectorFromTile);
  SmallVector<Value *> rows;
  for (unsigned row = 0; row < shape.rows; ++row)
    rows.push_back(
        builder.CreateAlignedLoad(type, rowAt(builder, place, shape, row), rowAlignment(shape)));
  replaceByPieces(&vectorFromTile, rows, type->getNumElements());
}

} // namespace heddle::compiler
