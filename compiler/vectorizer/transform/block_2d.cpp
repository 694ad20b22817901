// Blocks of a matrix in memory, read and written by the whole sub-group: a vector load or store for
// each row. What of a block lies outside of the matrix is left to lower-block-windows: rows are
// read from and written to a window, whose bytes are all there.
//
// In the terms of the extension's reference algorithm, X is the block in rows of a power of two of
// units, and dealt out to the lanes in this way:
//
//   as many columns as lanes    a component is a row
//   more                        a component is a row, each lane having several units side by side
//   fewer                       a component is several rows, one behind the other
#include "compiler/ir/block_2d.hpp"
#include "compiler/vectorizer/transform/block_rows.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

/// Where the rows of a block are: a pointer, and the bytes from row to row.
struct Widener::BlockWindow {
  BlockWindow(IRBuilder<> &builder, CallInst *window)
      : call(window), first(builder.CreateExtractValue(window, 0)),
        stride(builder.CreateExtractValue(window, 1)) {}

  CallInst *call;
  Value *first, *stride;

  Value *row(IRBuilder<> &builder, unsigned row, unsigned offset) const {
    Value *place = builder.CreatePtrAdd(first, builder.CreateMul(stride, builder.getInt64(row)));
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), place, offset);
  }
};

SmallVector<Value *, 9> Widener::blockOperands(CallInst &call, const BlockShape &shape) {
  SmallVector<Value *, 9> operands;
  for (unsigned i = 0; i < 6; ++i)
    operands.push_back(uniformOperand(call.getArgOperand(i)));
  operands[0] = builder.CreateAddrSpaceCast(operands[0], builder.getPtrTy(0));
  operands.push_back(builder.getInt64(shape.rowBytes()));
  operands.push_back(builder.getInt64(shape.rows));
  operands.push_back(scratchMemory(shape.rowBytes() * shape.rows));
  return operands;
}

/// For the rows of a block at the edge of its matrix.
Value *Widener::scratchMemory(std::uint64_t bytes) {
  IRBuilder<>::InsertPointGuard restore(builder);
  builder.SetInsertPoint(prologue, prologue->begin());
  auto *scratch = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), alignTo(bytes, 64)),
                                       nullptr, "block");
  scratch->setAlignment(Align(64));
  return scratch;
}

CallInst *Widener::blockWindow(InternalOp op, ArrayRef<Value *> operands) {
  SmallVector<Type *, 9> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  auto *pair = StructType::get(builder.getPtrTy(), builder.getInt64Ty());
  return builder.CreateCall(getInternalOp(module, op, FunctionType::get(pair, types, false)),
                            operands);
}

void Widener::endBlockWrite(ArrayRef<Value *> operands) {
  SmallVector<Type *, 9> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  auto *type = FunctionType::get(builder.getVoidTy(), types, false);
  builder.CreateCall(getInternalOp(module, InternalOp::blockWriteEnd, type), operands);
}

/// Rows of units as the components of one block.
Widener::Values Widener::dealOut(const BlockShape &shape, ArrayRef<Value *> rows) {
  const unsigned bytes = shape.componentBytes(lanes);
  const unsigned columns = shape.dealtColumns();
  Values result;
  if (columns < lanes) {
    const unsigned rowsAtOnce = lanes / columns;
    for (unsigned row = 0; row < rows.size(); row += rowsAtOnce) {
      SmallVector<Value *> together;
      for (unsigned i = 0; i < rowsAtOnce; ++i)
        together.push_back(row + i < rows.size() ? rows[row + i]
                                                 : Constant::getNullValue(rows[row]->getType()));
      result.push_back(concatenate(together));
    }
    return result;
  }
  for (Value *row : rows) {
    Value *components = asIntegers(builder, row, bytes);
    const unsigned perLane = countOf(components) / lanes;
    for (unsigned part = 0; part < perLane; ++part) {
      SmallVector<int, 32> picks;
      for (unsigned lane = 0; lane < lanes; ++lane)
        picks.push_back(lane * perLane + part);
      result.push_back(perLane == 1 ? components : builder.CreateShuffleVector(components, picks));
    }
  }
  return result;
}

Widener::Values Widener::blockRead2d(CallInst &call) {
  explainAs(call, "2D block read: one load for each row of the block");
  const BlockShape shape = blockShape(call);
  const BlockWindow window{builder,
                           blockWindow(InternalOp::blockReadWindow, blockOperands(call, shape))};
  if (isUnwritten(call))
    markUnwritten(*window.call);
  Type *element = builder.getIntNTy(shape.elementBytes * 8);
  const unsigned width = PowerOf2Ceil(shape.columns);
  Values result;
  for (unsigned block = 0; block < shape.blocks; ++block) {
    SmallVector<Value *> rows;
    for (unsigned row = 0; row < shape.rows; ++row) {
      Value *place = window.row(builder, row, block * shape.columns * shape.elementBytes);
      Value *loaded = builder.CreateAlignedLoad(FixedVectorType::get(element, shape.columns), place,
                                                Align(shape.elementBytes));
      rows.push_back(pad(builder, loaded, width));
    }
    if (shape.order == BlockOrder::transform)
      rows = packRows(builder, rows, shape.elementBytes);
    else if (shape.order == BlockOrder::transpose)
      rows = transposed(builder, rows, shape.columns);
    append_range(result, dealOut(shape, rows));
  }
  return result;
}

// Lanes that do not exist, or are not active, leave what is there: where the whole sub-group does
// not write, the window holds the matrix first.
void Widener::blockWrite2d(CallInst &call) {
  explainAs(call, "2D block write: one store for each row of the block");
  const BlockShape shape = blockShape(call);
  const SmallVector<Value *, 9> operands = blockOperands(call, shape);
  if (!maskIsFull())
    blockWindow(InternalOp::blockReadWindow, operands);
  const BlockWindow window{builder, blockWindow(InternalOp::blockWriteWindow, operands)};

  const Values components = parts(call.getArgOperand(11));
  const unsigned columns = shape.dealtColumns();
  // Components and units of one row, for a lane or for several rows.
  const unsigned rowsAtOnce = std::max(lanes / columns, 1u);
  const unsigned unitsOfLane = shape.unitsPerLane(lanes);
  const unsigned perRow = unitsOfLane * shape.elementBytes / shape.componentBytes(lanes);
  unsigned next = 0;
  for (unsigned block = 0; block < shape.blocks; ++block) {
    for (unsigned first = 0; first < shape.rows; first += rowsAtOnce, next += perRow) {
      Value *units = concatenate(interleave(ArrayRef(components).slice(next, perRow)));
      units = asIntegers(builder, units, shape.elementBytes);
      for (unsigned row = first; row < std::min(first + rowsAtOnce, shape.rows); ++row) {
        const unsigned begin = (row - first) * columns;
        Value *place = window.row(builder, row, block * shape.columns * shape.elementBytes);
        Value *elements = cut(builder, units, begin, shape.columns);
        if (maskIsFull()) {
          builder.CreateAlignedStore(elements, place, Align(shape.elementBytes));
          continue;
        }
        SmallVector<int, 64> lanesOf;
        for (unsigned unit = begin; unit < begin + shape.columns; ++unit)
          lanesOf.push_back(unit / unitsOfLane);
        Value *active = builder.CreateShuffleVector(mask(), lanesOf);
        // Code generation for AVX-512 has no masked store of a single element.
        const unsigned stored = std::max(shape.columns, 2u);
        builder.CreateMaskedStore(pad(builder, elements, stored), place, Align(shape.elementBytes),
                                  pad(builder, active, stored));
      }
    }
  }
  endBlockWrite(operands);
}

} // namespace heddle::compiler
