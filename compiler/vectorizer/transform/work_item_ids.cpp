#include "compiler/vectorizer/transform/work_item_ids.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *firstLocalId(IRBuilder<> &builder, Value *dimension) {
  auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getInternalOp(module, InternalOp::firstLocalId, type), {dimension});
}

Value *activeLanes(IRBuilder<> &builder) {
  auto *type = FunctionType::get(builder.getInt32Ty(), false);
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getInternalOp(module, InternalOp::activeLanes, type));
}

Value *answer(CallInst &call, InternalOp op, Variant variant, unsigned lanes) {
  IRBuilder<> builder(&call);
  switch (op) {
  case InternalOp::localId: {
    Value *dimension = call.getArgOperand(0);
    bool isUniform = variant == Variant::lane ||
                     (variant == Variant::full && !cast<ConstantInt>(dimension)->isZero());
    return isUniform ? firstLocalId(builder, dimension) : nullptr;
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

void substituteIds(Function &function, Variant variant, unsigned lanes) {
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
