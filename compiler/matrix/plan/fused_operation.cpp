#include "compiler/matrix/plan/fused_operation.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/IR/Analysis.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

TileShape shapeOfA(const MatrixOperation &op) { return {op.m, depthBytes(op)}; }
TileShape shapeOfB(const MatrixOperation &op) { return {depthBytes(op) / 4, op.n * 4}; }

CallInst *createOperation(IRBuilder<> &builder, const CallBase &like, Value *a, Value *b, Value *c,
                          MatrixOperation op) {
  Type *word = builder.getInt32Ty();
  auto *type = FunctionType::get(c->getType(),
                                 {a->getType(), b->getType(), c->getType(), word, word, word, word},
                                 /*isVarArg=*/false);
  Module &module = *builder.GetInsertBlock()->getModule();
  CallInst *call = builder.CreateCall(getInternalOp(module, InternalOp::simdMatrixMad, type),
                                      {a, b, c, builder.getInt32(op.m), builder.getInt32(op.n),
                                       builder.getInt32(op.k), like.getArgOperand(6)});
  call->setAttributes(like.getAttributes());
  call->setDebugLoc(like.getDebugLoc());
  return call;
}

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

bool areAlike(const CallBase &first, const CallBase &second) {
  return first.getArgOperand(6) == second.getArgOperand(6) &&
         first.getFunctionType() == second.getFunctionType();
}

PreservedAnalyses preservedByFusion(bool changed) {
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
