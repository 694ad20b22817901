// Sub-group functions: votes, broadcasts, reductions, scans, shuffles, block reads and writes.
#include "compiler/spirv/group_operation.hpp"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *shuffle(BuiltinCall &call, Value *value, Value *lane) {
  return forEachComponent(call.builder, {value}, [&](ArrayRef<Value *> components) {
    return internalCall(call, InternalOp::subGroupShuffle, components[0]->getType(),
                        {components[0], lane});
  });
}

/// The lane counted from one source's first to the other's last: (first, second, id ± delta).
/// first holds lanes 0 … Max-1, second the Max lanes after them.
Value *shuffleAcross(BuiltinCall &call, Value *first, Value *second, Value *position) {
  IRBuilder<> &builder = call.builder;
  Value *max = internalCall(call, InternalOp::maxSubGroupSize, builder.getInt32Ty(), {});
  Value *fromFirst = shuffle(call, first, position);
  Value *fromSecond = shuffle(call, second, builder.CreateSub(position, max));
  return builder.CreateSelect(builder.CreateICmpULT(position, max), fromFirst, fromSecond);
}

Value *lowerIntelShuffle(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();
  Type *i32 = builder.getInt32Ty();
  auto localId = [&] { return internalCall(call, InternalOp::subGroupLocalId, i32, {}); };
  if (name == "SubgroupShuffleINTEL")
    return shuffle(call, call.operand(0), call.operand(1));
  if (name == "SubgroupShuffleXorINTEL")
    return shuffle(call, call.operand(0), builder.CreateXor(localId(), call.operand(1)));
  if (name == "SubgroupShuffleDownINTEL") // (current, next, delta)
    return shuffleAcross(call, call.operand(0), call.operand(1),
                         builder.CreateAdd(localId(), call.operand(2)));
  if (name == "SubgroupShuffleUpINTEL") { // (previous, current, delta)
    Value *max = internalCall(call, InternalOp::maxSubGroupSize, i32, {});
    Value *position = builder.CreateSub(builder.CreateAdd(localId(), max), call.operand(2));
    return shuffleAcross(call, call.operand(0), call.operand(1), position);
  }
  return nullptr;
}

/// Elements of 16 and 32 bits in global memory: what the reported extensions have.
bool hasBlockElement(Type *type) {
  unsigned bits = type->getScalarSizeInBits();
  return bits == 16 || bits == 32;
}

} // namespace

std::optional<GroupArithmetic> groupArithmetic(StringRef name) {
  return StringSwitch<std::optional<GroupArithmetic>>(name)
      .Case("GroupIAdd", GroupArithmetic::integerAdd)
      .Case("GroupFAdd", GroupArithmetic::floatAdd)
      .Case("GroupSMin", GroupArithmetic::signedMin)
      .Case("GroupUMin", GroupArithmetic::unsignedMin)
      .Case("GroupFMin", GroupArithmetic::floatMin)
      .Case("GroupSMax", GroupArithmetic::signedMax)
      .Case("GroupUMax", GroupArithmetic::unsignedMax)
      .Case("GroupFMax", GroupArithmetic::floatMax)
      .Default(std::nullopt);
}

Value *internalCall(BuiltinCall &call, InternalOp op, Type *result, ArrayRef<Value *> operands) {
  SmallVector<Type *, 4> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  auto *type = FunctionType::get(result, types, /*isVarArg=*/false);
  return call.builder.CreateCall(getInternalOp(call.module(), op, type), operands);
}

Value *groupReduction(BuiltinCall &call, GroupArithmetic how, InternalOp reduce,
                      InternalOp inclusive, InternalOp exclusive) {
  const InternalOp ops[] = {reduce, inclusive, exclusive}; // by SPIR-V's Group Operation
  std::optional<std::uint64_t> operation = call.constantOperand(1);
  if (!operation || *operation >= std::size(ops))
    return nullptr;
  Value *which = call.builder.getInt32(static_cast<unsigned>(how));
  return forEachComponent(call.builder, {call.operand(2)}, [&](ArrayRef<Value *> components) {
    return internalCall(call, ops[*operation], components[0]->getType(), {components[0], which});
  });
}

bool lowerSubGroup(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();

  if (name.starts_with("SubgroupShuffle")) {
    Value *value = lowerIntelShuffle(call);
    if (!value)
      return false;
    call.replaceWith(value);
    return true;
  }
  if (name == "SubgroupBlockReadINTEL" && call.operandCount() == 1 &&
      hasBlockElement(call.type())) {
    call.replaceWith(internalCall(call, InternalOp::blockRead, call.type(), {call.operand(0)}));
    return true;
  }
  if (name == "SubgroupBlockWriteINTEL" && call.operandCount() == 2 &&
      hasBlockElement(call.operand(1)->getType())) {
    internalCall(call, InternalOp::blockWrite, builder.getVoidTy(),
                 {call.operand(0), call.operand(1)});
    call.replaceWith(nullptr);
    return true;
  }

  if (!name.starts_with("Group") || name.starts_with("GroupNonUniform") ||
      name.starts_with("GroupAsync") || name.starts_with("GroupWait"))
    return false;
  if (!hasScope(call, SpirvScope::subGroup)) {
    call.refuse("the scope of Op" + name + " is a constant, the work-group or the sub-group");
    return true;
  }
  Value *value = nullptr;
  if (name == "GroupAll" || name == "GroupAny")
    value =
        internalCall(call, name == "GroupAll" ? InternalOp::subGroupAll : InternalOp::subGroupAny,
                     builder.getInt1Ty(), {call.operand(1)});
  else if (name == "GroupBroadcast")
    value = forEachComponent(builder, {call.operand(1)}, [&](ArrayRef<Value *> components) {
      Value *lane = builder.CreateZExtOrTrunc(call.operand(2), builder.getInt32Ty());
      return internalCall(call, InternalOp::subGroupBroadcast, components[0]->getType(),
                          {components[0], lane});
    });
  else if (std::optional<GroupArithmetic> how = groupArithmetic(name))
    value = groupReduction(call, *how, InternalOp::subGroupReduce,
                           InternalOp::subGroupScanInclusive, InternalOp::subGroupScanExclusive);
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
