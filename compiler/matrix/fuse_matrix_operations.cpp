#include "compiler/matrix/fuse_matrix_operations.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/lane_vectors.hpp"
#include "compiler/matrix/matrix_chains.hpp"
#include "compiler/matrix/row_loads.hpp"
#include "compiler/matrix/tile_values.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *operandOf(const CallBase &call, unsigned index) { return call.getArgOperand(index); }

unsigned lanesOf(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

TileShape shapeOfA(const MatrixOperation &op) { return {op.m, depthBytes(op)}; }
TileShape shapeOfB(const MatrixOperation &op) { return {depthBytes(op) / 4, op.n * 4}; }

/// The call with other operands and another shape.
CallInst *createOperation(IRBuilder<> &builder, const CallBase &like, Value *a, Value *b, Value *c,
                          MatrixOperation op) {
  Type *word = builder.getInt32Ty();
  auto *type = FunctionType::get(c->getType(),
                                 {a->getType(), b->getType(), c->getType(), word, word, word, word},
                                 /*isVarArg=*/false);
  Module &module = *builder.GetInsertBlock()->getModule();
  CallInst *call = builder.CreateCall(getInternalOp(module, InternalOp::simdMatrixMad, type),
                                      {a, b, c, builder.getInt32(op.m), builder.getInt32(op.n),
                                       builder.getInt32(op.k), operandOf(like, 6)});
  call->setDebugLoc(like.getDebugLoc());
  return call;
}

SmallVector<Value *> cut(IRBuilder<> &builder, Value *vector, unsigned count) {
  const unsigned lanes = lanesOf(vector) / count;
  SmallVector<Value *> pieces;
  for (unsigned i = 0; i < count; ++i)
    pieces.push_back(extractLanes(builder, vector, i * lanes, lanes));
  return pieces;
}

/// Cuts the result of a fused operation up for those who used `original`, whose rows begin at
/// `firstRow`.
void replaceByRowsOf(CallBase &original, IRBuilder<> &builder, Value *fused, unsigned firstRow,
                     const MatrixOperation &op) {
  SmallVector<Value *> rows;
  for (unsigned row = 0; row < op.m; ++row)
    rows.push_back(extractLanes(builder, fused, (firstRow + row) * op.n, op.n));
  SmallVector<WeakTrackingVH> operands(original.arg_begin(), original.arg_begin() + 3);
  replaceByPieces(&original, rows, op.n);
  for (WeakTrackingVH &operand : operands)
    if (operand)
      RecursivelyDeleteTriviallyDeadInstructions(operand);
}

class RowFusion {
public:
  RowFusion(BasicBlock &block, TileFeatures features)
      : block(block), features(features), polynomials(block.getDataLayout()) {}

  bool run() {
    bool changed = false;
    const bool isCrowded = countMatrixChains(block) + 2 > tileRegisters;
    for (bool again = true; again;) {
      again = false;
      SmallVector<CallBase *> operations = matrixOperationsOf(block);
      for (unsigned i = 0; i < operations.size() && !again; ++i)
        for (unsigned j = i + 1; j < operations.size() && !again; ++j)
          again = tryToFuse(*operations[i], *operations[j], isCrowded);
      changed |= again;
    }
    return changed;
  }

private:
  bool tryToFuse(CallBase &upper, CallBase &lower, bool isCrowded) {
    if (operandOf(upper, 1) != operandOf(lower, 1) || operandOf(upper, 6) != operandOf(lower, 6) ||
        upper.getFunctionType() != lower.getFunctionType())
      return false;
    const MatrixOperation op = matrixOperation(upper);
    MatrixOperation both = op;
    both.m = 2 * op.m;
    if (matrixOperation(lower).k != op.k || tileProduct(both, features) == Intrinsic::not_intrinsic)
      return false;
    if (dependsOn(lower, {&upper}) || !isUsedOnlyAfter(upper, lower))
      return false;

    IRBuilder<> builder(&lower);
    Value *a = joinLanes(builder, {operandOf(upper, 0), operandOf(lower, 0)});
    // Rows that lie apart would have to be put together each time, as bfloats always are.
    if (!isCrowded && !op.asBFloats &&
        findRowLoads(polynomials, operandOf(upper, 0), shapeOfA(op)) &&
        !findRowLoads(polynomials, a, shapeOfA(both))) {
      RecursivelyDeleteTriviallyDeadInstructions(a);
      return false;
    }
    Value *c = joinLanes(builder, {operandOf(upper, 2), operandOf(lower, 2)});
    Value *d = createOperation(builder, lower, a, operandOf(upper, 1), c, both);
    sinkWithCuts(upper, lower);
    builder.SetInsertPoint(&upper);
    replaceByRowsOf(upper, builder, d, 0, op);
    builder.SetInsertPoint(&lower);
    replaceByRowsOf(lower, builder, d, op.m, op);
    return true;
  }

  BasicBlock &block;
  TileFeatures features;
  AddressPolynomials polynomials;
};

class DepthFusion {
public:
  DepthFusion(BasicBlock &block, TileFeatures features)
      : block(block), features(features), polynomials(block.getDataLayout()) {}

  bool run() {
    bool changed = false;
    for (CallBase *operation : matrixOperationsOf(block))
      if (CallBase *previous = previousInChain(*operation);
          previous && tryToFuse(*previous, *operation))
        changed = true;
    return changed;
  }

private:
  /// True if the two parts are at hand as a tile when they are joined, or neither was before.
  bool staysLoaded(Value *part, TileShape partShape, Value *whole, TileShape wholeShape) {
    return !findRowLoads(polynomials, part, partShape) ||
           findRowLoads(polynomials, whole, wholeShape);
  }

  bool tryToFuse(CallBase &first, CallBase &second) {
    if (operandOf(first, 6) != operandOf(second, 6) ||
        first.getFunctionType() != second.getFunctionType() || !feedsOnly(first, second))
      return false;
    const MatrixOperation op = matrixOperation(first);
    MatrixOperation both = op;
    both.k = 2 * op.k;
    if (matrixOperation(second).k != op.k ||
        tileProduct(both, features) == Intrinsic::not_intrinsic)
      return false;

    IRBuilder<> builder(&second);
    SmallVector<Value *> rows;
    const SmallVector<Value *> left = cut(builder, operandOf(first, 0), op.m);
    const SmallVector<Value *> right = cut(builder, operandOf(second, 0), op.m);
    for (unsigned row = 0; row < op.m; ++row) {
      rows.push_back(left[row]);
      rows.push_back(right[row]);
    }
    Value *a = joinLanes(builder, rows);
    Value *b = joinLanes(builder, {operandOf(first, 1), operandOf(second, 1)});
    if (!op.asBFloats && (!staysLoaded(operandOf(first, 0), shapeOfA(op), a, shapeOfA(both)) ||
                          !staysLoaded(operandOf(first, 1), shapeOfB(op), b, shapeOfB(both)))) {
      RecursivelyDeleteTriviallyDeadInstructions(a);
      RecursivelyDeleteTriviallyDeadInstructions(b);
      return false;
    }
    Value *d = createOperation(builder, second, a, b, operandOf(first, 2), both);
    replaceByRowsOf(second, builder, d, 0, op);
    return true;
  }

  BasicBlock &block;
  TileFeatures features;
  AddressPolynomials polynomials;
};

template <typename Fusion>
PreservedAnalyses runOnBlocks(Function &function, TileFeatures features) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= Fusion(block, features).run();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace

PreservedAnalyses FuseMatrixRowsPass::run(Function &function, FunctionAnalysisManager &) {
  return runOnBlocks<RowFusion>(function, features);
}

PreservedAnalyses FuseMatrixDepthPass::run(Function &function, FunctionAnalysisManager &) {
  return runOnBlocks<DepthFusion>(function, features);
}

} // namespace heddle::compiler
