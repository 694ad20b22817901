#include "compiler/matrix/plan/fuse_matrix_depth.hpp"

#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/plan/fused_operation.hpp"

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

SmallVector<Value *> cut(IRBuilder<> &builder, Value *vector, unsigned count) {
  const unsigned lanes = lanesOf(vector) / count;
  SmallVector<Value *> pieces;
  for (unsigned i = 0; i < count; ++i)
    pieces.push_back(extractLanes(builder, vector, i * lanes, lanes));
  return pieces;
}

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
    if (!areAlike(first, second) || !feedsOnly(first, second))
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

} // namespace

PreservedAnalyses FuseMatrixDepthPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= DepthFusion(block, features).run();
  return preservedByFusion(changed);
}

} // namespace heddle::compiler
