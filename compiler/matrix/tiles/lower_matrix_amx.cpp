// A tile holds what an operation's operand is in the registers of a sub-group, row by row: A as it
// is, B in the order of pairs and quads that the instructions want, C and D as they are. What is
// left to decide:
//
//   Shapes. A tile register keeps its shape for the whole function, and there are eight. So all
//   operations of a function have the shape of the largest; smaller ones get rows and columns that
//   nobody reads, and zeros where depth is missing.
//
//   How long A and B stay in registers. The sums come first; what registers they leave hold the
//   factors that were used last, and two are always needed.

#include "compiler/matrix/tiles/lower_matrix_amx.hpp"

#include "compiler/ir/float_formats.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <list>

using namespace llvm;

namespace heddle::compiler {

namespace {

class Lowering {
public:
  Lowering(Function &function, TileFeatures features) : function(function), features(features) {}

  bool run();

private:
  struct Operation {
    CallBase *call;
    MatrixOperation op;
    Intrinsic::ID instruction;
  };

  void lower(Operation &operation);
  Value *factor(IRBuilder<> &builder, Value *matrix, unsigned rows, unsigned rowElements,
                MatrixFactor factor);
  Value *padded(IRBuilder<> &builder, Value *matrix, unsigned rows, unsigned rowElements,
                TileShape shape, bool needsZeros);
  void startBlock(BasicBlock &block);

  Function &function;
  TileFeatures features;
  TileShape shapeA, shapeB, shapeC;
  /// Tiles of factors of the current block, the one used last at the front. One matrix may be both
  /// factors, with other shapes.
  using Held = std::pair<std::pair<Value *, MatrixFactor>, Value *>;
  std::list<Held> held;
  unsigned mayHold = 2;
};

/// `matrix` with any rows where it lacks some, or with zeros, and zeros where its rows are short.
Value *Lowering::padded(IRBuilder<> &builder, Value *matrix, unsigned rows, unsigned rowElements,
                        TileShape shape, bool needsZeros) {
  Type *element = matrix->getType()->getScalarType();
  const unsigned fullRow = shape.rowBytes * 8 / element->getScalarSizeInBits();
  if (rows == shape.rows && rowElements == fullRow)
    return matrix;
  SmallVector<Value *> pieces;
  auto *rowType = FixedVectorType::get(element, fullRow);
  for (unsigned row = 0; row < shape.rows; ++row) {
    if (row >= rows) {
      pieces.push_back(needsZeros ? Constant::getNullValue(rowType) : PoisonValue::get(rowType));
      continue;
    }
    Value *piece = extractLanes(builder, matrix, row * rowElements, rowElements);
    if (rowElements < fullRow) {
      SmallVector<int, 64> mask;
      for (unsigned lane = 0; lane < fullRow; ++lane)
        mask.push_back(lane < rowElements ? lane : rowElements);
      piece = builder.CreateShuffleVector(piece, Constant::getNullValue(piece->getType()), mask);
    }
    pieces.push_back(piece);
  }
  return joinLanes(builder, pieces);
}

Value *Lowering::factor(IRBuilder<> &builder, Value *matrix, unsigned rows, unsigned rowElements,
                        MatrixFactor factor) {
  const std::pair key(matrix, factor);
  const auto known = find_if(held, [&](const Held &entry) { return entry.first == key; });
  if (known != held.end()) {
    held.splice(held.begin(), held, known);
    return known->second;
  }
  const bool isB = factor == MatrixFactor::b;
  const TileShape shape = isB ? shapeB : shapeA;
  Value *tile = createTileFromVector(
      builder, padded(builder, matrix, rows, rowElements, shape, /*needsZeros=*/isB), shape);
  held.emplace_front(key, tile);
  if (held.size() > mayHold)
    held.pop_back();
  return tile;
}

void Lowering::lower(Operation &operation) {
  const MatrixOperation &op = operation.op;
  CallBase &call = *operation.call;
  IRBuilder<> builder(&call);
  remark(call, [&] {
    return "matrix product of " + std::to_string(op.m) + " rows, " + std::to_string(op.n) +
           " columns and depth " + std::to_string(op.k) + ": one tile instruction";
  });

  const auto elementsOf = [&](unsigned argument, unsigned rows) {
    return cast<FixedVectorType>(call.getArgOperand(argument)->getType())->getNumElements() / rows;
  };
  const unsigned depthWords = depthBytes(op) / 4;
  Value *a = factor(builder, call.getArgOperand(0), op.m, elementsOf(0, op.m), MatrixFactor::a);
  Value *b = factor(builder, call.getArgOperand(1), depthWords, elementsOf(1, depthWords),
                    MatrixFactor::b);

  Value *sum = call.getArgOperand(2);
  const unsigned lanes = op.m * op.n;
  if (op.c == MatrixAccumulator::f16)
    sum = builder.CreateFPExt(sum, FixedVectorType::get(builder.getFloatTy(), lanes));
  else if (op.c == MatrixAccumulator::bf16)
    sum = widenBFloat16(builder, sum);
  Type *element = sum->getType()->getScalarType();
  Value *c = createTileFromVector(builder, padded(builder, sum, op.m, op.n, shapeC, false), shapeC);
  Value *d = builder.CreateIntrinsic(
      operation.instruction, {builder.getInt16(shapeC.rows), builder.getInt16(shapeC.rowBytes),
                              builder.getInt16(shapeA.rowBytes), c, a, b});
  const unsigned columns = shapeC.rowBytes / 4;
  Value *rows = createVectorFromTile(builder, d, shapeC, element);
  if (shapeC.rows != op.m)
    rows = extractLanes(builder, rows, 0, op.m * columns);
  if (op.c == MatrixAccumulator::bf16)
    rows = roundToBFloat16(builder, rows);

  SmallVector<Value *> pieces;
  for (unsigned row = 0; row < op.m; ++row) {
    Value *piece = extractLanes(builder, rows, row * columns, op.n);
    // Not all at once: of 112 floats LLVM gets 16 wrong with AVX-512.
    if (op.c == MatrixAccumulator::f16)
      piece = builder.CreateFPTrunc(piece, FixedVectorType::get(builder.getHalfTy(), op.n));
    pieces.push_back(piece);
  }
  replaceByPieces(&call, pieces, op.n);
}

void Lowering::startBlock(BasicBlock &block) {
  held.clear();
  const unsigned sums = countMatrixChains(block);
  mayHold = sums + 2 < tileRegisters ? tileRegisters - sums : 2;
}

bool Lowering::run() {
  SmallVector<Operation> operations;
  for (Instruction &instruction : instructions(function)) {
    if (internalOp(instruction) != InternalOp::simdMatrixMad)
      continue;
    auto *call = cast<CallBase>(&instruction);
    const MatrixOperation op = matrixOperation(*call);
    const Intrinsic::ID product = tileProduct(op, features);
    if (product == Intrinsic::not_intrinsic)
      continue;
    operations.push_back({call, op, product});
    shapeC.rows = std::max(shapeC.rows, op.m);
    shapeC.rowBytes = std::max(shapeC.rowBytes, op.n * 4);
    shapeA.rowBytes = std::max(shapeA.rowBytes, depthBytes(op));
  }
  if (operations.empty())
    return false;
  shapeA.rows = shapeC.rows;
  shapeB = {shapeA.rowBytes / 4, shapeC.rowBytes};

  const BasicBlock *block = nullptr;
  for (Operation &operation : operations) {
    if (operation.call->getParent() != block)
      startBlock(*operation.call->getParent());
    block = operation.call->getParent();
    lower(operation);
  }
  return true;
}

} // namespace

PreservedAnalyses LowerMatrixAmxPass::run(Function &function, FunctionAnalysisManager &) {
  if (!Lowering(function, features).run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
