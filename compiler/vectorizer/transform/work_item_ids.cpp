#include "compiler/vectorizer/transform/work_item_ids.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *activeLanes(IRBuilder<> &builder) {
  auto *type = FunctionType::get(builder.getInt32Ty(), false);
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getInternalOp(module, InternalOp::activeLanes, type));
}

Value *queryDimension(IRBuilder<> &builder, InternalOp op, Value *dimension) {
  auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getInternalOp(module, op, type), {dimension});
}

// The size of the last work-group may differ, the enqueued one is what the groups before it have.
Value *globalId(IRBuilder<> &builder, Value *dimension) {
  auto query = [&](InternalOp op) { return queryDimension(builder, op, dimension); };
  Value *group = builder.CreateMul(query(InternalOp::groupId), query(InternalOp::enqueuedLocalSize),
                                   "", /*HasNUW=*/true, /*HasNSW=*/true);
  Value *inRange =
      builder.CreateAdd(group, query(InternalOp::localId), "", /*HasNUW=*/true, /*HasNSW=*/true);
  return builder.CreateAdd(inRange, query(InternalOp::globalOffset), "", /*HasNUW=*/true,
                           /*HasNSW=*/true);
}

Value *answer(CallInst &call, InternalOp op, Variant variant, unsigned lanes) {
  IRBuilder<> builder(&call);
  switch (op) {
  case InternalOp::localId: {
    Value *dimension = call.getArgOperand(0);
    bool isUniform =
        variant == Variant::lane || (isFull(variant) && !cast<ConstantInt>(dimension)->isZero());
    return isUniform ? queryDimension(builder, InternalOp::firstLocalId, dimension) : nullptr;
  }
  case InternalOp::subGroupLocalId:
    return variant == Variant::lane ? builder.getInt32(0) : nullptr;
  case InternalOp::subGroupSize:
    return variant == Variant::masked ? activeLanes(builder) : builder.getInt32(lanes);
  case InternalOp::maxSubGroupSize:
    return builder.getInt32(lanes);
  default:
    return nullptr;
  }
}

} // namespace

bool assumeSmallGlobalIds(Function &function) {
  bool isNarrowed = false;
  for (Instruction &instruction : instructions(function)) {
    if (internalOp(instruction) != InternalOp::globalId)
      continue;
    auto &call = cast<CallInst>(instruction);
    call.addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, std::uint64_t(1) << 31)));
    isNarrowed |= any_of(call.users(), [](const User *user) {
      auto *operation = dyn_cast<Instruction>(user);
      return operation && (isa<TruncInst>(operation) || operation->isShift() ||
                           operation->getOpcode() == Instruction::And);
    });
  }
  return isNarrowed;
}

void substituteIds(Function &function, Variant variant, unsigned lanes) {
  // First, since it brings local ids.
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (internalOp(instruction) == InternalOp::globalId) {
      IRBuilder<> builder(&instruction);
      instruction.replaceAllUsesWith(
          globalId(builder, cast<CallInst>(instruction).getArgOperand(0)));
      instruction.eraseFromParent();
    }
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (!op)
      continue;
    if (Value *value = answer(cast<CallInst>(instruction), *op, variant, lanes)) {
      instruction.replaceAllUsesWith(value);
      instruction.eraseFromParent();
    }
  }
}

} // namespace heddle::compiler
