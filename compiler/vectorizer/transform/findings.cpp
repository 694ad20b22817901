// Checks: which lanes have found something. A simd_finding says it of all of them, so that the
// usual case, nothing found, costs one test.
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/IR/Constants.h"

#include <cstdlib>

using namespace llvm;

namespace heddle::compiler {

/// `finders`: the lanes that found it, as bits of any width.
CallInst *Widener::simdFinding(Value *any, Value *finders, Value *value, Value *place) {
  Type *i64 = builder.getInt64Ty();
  auto *type = FunctionType::get(builder.getVoidTy(),
                                 {builder.getInt1Ty(), i64, value->getType(), builder.getInt32Ty()},
                                 /*isVarArg=*/false);
  return builder.CreateCall(getInternalOp(module, InternalOp::simdFinding, type),
                            {any, builder.CreateZExt(finders, i64), value, place});
}

void Widener::simdFinding(Value *lanesMask, Value *value, Value *place) {
  simdFinding(anyLane(lanesMask), builder.CreateBitCast(lanesMask, builder.getIntNTy(lanes)), value,
              place);
}

// Whether one of the active lanes has found something. Where an offset steps evenly from lane to
// lane, the outermost ones tell: those in between are no further out.
Value *Widener::anyLaneFinds(Value *condition) {
  if (isUniform(condition))
    return scalar(condition);
  if (auto *either = dyn_cast<BinaryOperator>(condition);
      either && either->getOpcode() == Instruction::Or) {
    Value *first = anyLaneFinds(either->getOperand(0));
    return builder.CreateOr(first, anyLaneFinds(either->getOperand(1)));
  }
  constexpr int64_t largestStep = int64_t(1) << 32;
  if (auto *compare = dyn_cast<ICmpInst>(condition);
      compare && compare->getPredicate() == ICmpInst::ICMP_UGE &&
      isUniform(compare->getOperand(1)) && isAffine(compare->getOperand(0))) {
    const Affine offset = affine(compare->getOperand(0));
    if (!offset.guard && std::abs(offset.step) < largestStep) {
      Value *step = builder.getInt64(static_cast<uint64_t>(offset.step));
      Value *limit = scalar(compare->getOperand(1));
      auto isOutside = [&](Value *lane) {
        Value *distance = builder.CreateMul(builder.CreateZExt(lane, builder.getInt64Ty()), step);
        return builder.CreateICmpUGE(builder.CreateAdd(offset.first, distance), limit);
      };
      Value *first = isOutside(firstActiveLane());
      return builder.CreateOr(first, isOutside(lastActiveLane()));
    }
  }
  return anyLane(activeOr(part(condition, 0), builder.getFalse()));
}

void Widener::finding(CallInst &call) {
  Value *condition = call.getArgOperand(0), *value = call.getArgOperand(1);
  Value *finders = isUniform(condition) ? mask() : activeOr(part(condition, 0), builder.getFalse());
  CallInst *wide =
      simdFinding(anyLaneFinds(condition), builder.CreateBitCast(finders, builder.getIntNTy(lanes)),
                  isUniform(value) ? scalar(value) : part(value, 0), call.getArgOperand(2));
  if (const Attribute row = call.getFnAttr(rowAttribute); row.isValid())
    wide->addFnAttr(row);
}

// Whether a loop is to be run with checks.
void Widener::mayFind(CallInst &call) {
  auto *type = FunctionType::get(builder.getInt1Ty(), /*isVarArg=*/false);
  Value *traced = builder.CreateCall(getInternalOp(module, InternalOp::isTraced, type));
  scalars[&call] = builder.CreateOr(anyLaneFinds(call.getArgOperand(0)), traced);
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

// What all lanes access at once. Addresses at even distances are two numbers.
void Widener::touched(CallInst &call) {
  Value *address = call.getArgOperand(0), *value = call.getArgOperand(2);
  Value *first = nullptr, *step = builder.getInt64(0);
  if (isUniform(address)) {
    first = scalar(address);
  } else if (isAffine(address) && !affine(address).guard) {
    first = affine(address).first;
    step = builder.getInt64(static_cast<uint64_t>(affine(address).step));
  } else {
    first = part(address, 0);
  }
  value = isUniform(value) ? scalar(value) : part(value, 0);
  // Of a block, whose operands should be the same in all lanes.
  Value *bytes = call.getArgOperand(1);
  bytes = isUniform(bytes) ? scalar(bytes) : broadcast(part(bytes, 0), firstActiveLane());
  Type *i64 = builder.getInt64Ty();
  auto *type =
      FunctionType::get(builder.getVoidTy(),
                        {i64, first->getType(), i64, i64, value->getType(), builder.getInt32Ty()},
                        /*isVarArg=*/false);
  builder.CreateCall(
      getInternalOp(module, InternalOp::simdTouched, type),
      {builder.CreateZExt(maskBits(), i64), first, step, bytes, value, call.getArgOperand(3)});
}

} // namespace heddle::compiler
