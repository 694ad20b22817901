// Checks: which lanes have found something. A simd_finding says it of all of them, so that the
// usual case, nothing found, costs one test.
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

/// `finders`: the lanes that found it, as bits of any width.
void Widener::simdFinding(Value *any, Value *finders, Value *value, Value *place) {
  Type *i64 = builder.getInt64Ty();
  auto *type = FunctionType::get(builder.getVoidTy(),
                                 {builder.getInt1Ty(), i64, value->getType(), builder.getInt32Ty()},
                                 /*isVarArg=*/false);
  builder.CreateCall(getInternalOp(module, InternalOp::simdFinding, type),
                     {any, builder.CreateZExt(finders, i64), value, place});
}

void Widener::simdFinding(Value *lanesMask, Value *value, Value *place) {
  simdFinding(anyLane(lanesMask), builder.CreateBitCast(lanesMask, builder.getIntNTy(lanes)), value,
              place);
}

void Widener::finding(CallInst &call) {
  Value *condition = call.getArgOperand(0), *value = call.getArgOperand(1);
  if (isUniform(condition))
    return simdFinding(scalar(condition), maskBits(),
                       isUniform(value) ? scalar(value) : part(value, 0), call.getArgOperand(2));
  simdFinding(activeOr(part(condition, 0), builder.getFalse()),
              isUniform(value) ? scalar(value) : part(value, 0), call.getArgOperand(2));
}

// A place for work-items that are elsewhere, and one, or none, for those that do not exist.
void Widener::converged(CallInst &call) {
  Value *existing = masks[&scalarFunction.getEntryBlock()];
  Value *active = builder.CreateZExt(maskBits(), builder.getInt64Ty());
  if (mask() != existing) {
    Value *elsewhere = builder.CreateSelect(mask(), Constant::getNullValue(existing->getType()),
                                            existing, "elsewhere");
    simdFinding(anyLane(elsewhere), maskBits(), active, call.getArgOperand(0));
  }
  if (cast<ConstantInt>(call.getArgOperand(1))->isMinusOne() || isFull(variant))
    return;
  auto *type = FunctionType::get(builder.getInt32Ty(), /*isVarArg=*/false);
  Value *count = builder.CreateCall(getInternalOp(module, InternalOp::activeLanes, type));
  simdFinding(builder.CreateICmpNE(count, builder.getInt32(lanes)), maskBits(), active,
              call.getArgOperand(1));
}

void Widener::sameInLanes(CallInst &call) {
  Value *value = call.getArgOperand(0);
  if (isUniform(value))
    return;
  Value *own = part(value, 0);
  Value *differs = builder.CreateICmpNE(own, splat(broadcast(own, firstActiveLane())), "differs");
  simdFinding(activeOr(differs, builder.getFalse()), own, call.getArgOperand(1));
}

} // namespace heddle::compiler
