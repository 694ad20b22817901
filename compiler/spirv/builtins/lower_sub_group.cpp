// Sub-group functions that all work-items meet: votes, broadcasts, reductions, scans; and Intel's:
// shuffles, block reads, writes and prefetches.
#include "compiler/spirv/builtins/group_operation.hpp"

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
  return forEachComponent(call.builder, {first, second}, [&](ArrayRef<Value *> components) {
    return internalCall(call, InternalOp::subGroupShufflePair, components[0]->getType(),
                        {components[0], components[1], position});
  });
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

/// Bytes of a work-item in intel_sub_group_block_prefetch_<this>.
std::optional<unsigned> prefetchBytes(StringRef suffix) {
  unsigned element = StringSwitch<unsigned>(suffix.take_front(2))
                         .Case("uc", 1)
                         .Case("us", 2)
                         .Case("ui", 4)
                         .Case("ul", 8)
                         .Default(0);
  unsigned count = 1;
  if (!element || (suffix.size() > 2 && suffix.drop_front(2).getAsInteger(10, count)))
    return std::nullopt;
  return element * count;
}

/// Functions that have no instruction and stay calls by name: prefetches, and the collectives of 8
/// and 16 bits.
bool lowerFunctionByName(BuiltinCall &call, StringRef name) {
  IRBuilder<> &builder = call.builder;
  if (name.consume_front("block_prefetch_")) {
    std::optional<unsigned> bytes = prefetchBytes(name);
    if (!bytes)
      return false;
    internalCall(call, InternalOp::blockPrefetch, builder.getVoidTy(),
                 {call.operand(0), builder.getInt32(*bytes)});
    call.replaceWith(nullptr);
    return true;
  }
  if (name == "broadcast" && call.operandCount() == 2) {
    call.replaceWith(
        forEachComponent(builder, {call.operand(0)}, [&](ArrayRef<Value *> components) {
          return internalCall(call, InternalOp::subGroupBroadcast, components[0]->getType(),
                              {components[0], call.operand(1)});
        }));
    return true;
  }
  auto [how, arithmetic] = name.rsplit('_');
  auto op = StringSwitch<std::optional<InternalOp>>(how)
                .Case("reduce", InternalOp::subGroupReduce)
                .Case("scan_inclusive", InternalOp::subGroupScanInclusive)
                .Case("scan_exclusive", InternalOp::subGroupScanExclusive)
                .Default(std::nullopt);
  // The one place where the type's spelling counts: c and s are signed, h and t are not.
  const bool isSigned = call.operandTypes() == "c" || call.operandTypes() == "s";
  auto group =
      StringSwitch<std::optional<GroupArithmetic>>(arithmetic)
          .Case("add", GroupArithmetic::integerAdd)
          .Case("min", isSigned ? GroupArithmetic::signedMin : GroupArithmetic::unsignedMin)
          .Case("max", isSigned ? GroupArithmetic::signedMax : GroupArithmetic::unsignedMax)
          .Default(std::nullopt);
  if (!op || !group)
    return false;
  call.replaceWith(internalCall(
      call, *op, call.type(), {call.operand(0), builder.getInt32(static_cast<unsigned>(*group))}));
  return true;
}

/// Block functions move whole elements of 8 to 64 bits.
bool hasBlockElement(Type *type) {
  return type->getScalarType()->isIntegerTy() || type->getScalarType()->isFloatingPointTy();
}

} // namespace

std::optional<GroupArithmetic> groupArithmetic(StringRef name) {
  if (!name.consume_front("GroupNonUniform"))
    name.consume_front("Group");
  name.consume_back("KHR");
  return StringSwitch<std::optional<GroupArithmetic>>(name)
      .Case("IAdd", GroupArithmetic::integerAdd)
      .Case("FAdd", GroupArithmetic::floatAdd)
      .Case("SMin", GroupArithmetic::signedMin)
      .Case("UMin", GroupArithmetic::unsignedMin)
      .Case("FMin", GroupArithmetic::floatMin)
      .Case("SMax", GroupArithmetic::signedMax)
      .Case("UMax", GroupArithmetic::unsignedMax)
      .Case("FMax", GroupArithmetic::floatMax)
      .Case("IMul", GroupArithmetic::integerMul)
      .Case("FMul", GroupArithmetic::floatMul)
      .Cases({"BitwiseAnd", "LogicalAnd"}, GroupArithmetic::bitAnd)
      .Cases({"BitwiseOr", "LogicalOr"}, GroupArithmetic::bitOr)
      .Cases({"BitwiseXor", "LogicalXor"}, GroupArithmetic::bitXor)
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

  if (name.consume_front("intel_sub_group_"))
    return lowerFunctionByName(call, name);
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
