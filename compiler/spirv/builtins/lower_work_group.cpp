// Work-group functions and asynchronous copies: the Group instructions with the scope Workgroup.
#include "compiler/spirv/builtins/group_operation.hpp"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// AcquireRelease | WorkgroupMemory | CrossWorkgroupMemory
constexpr std::uint32_t bothFences = 0x308;

/// Bytes of the elements that a copy moves, from the mangled operand types, where the translator
/// writes the pointers' types as the module has them: "iPU3AS3Dv4_fPU3AS1KS_…" is 16. Vectors of
/// three take the place of four. 0 for what is no scalar or vector.
std::uint64_t elementBytes(StringRef operands) {
  unsigned space = 0, components = 1;
  operands.consume_front("i"); // scope
  if (!operands.consume_front("P"))
    return 0;
  if (operands.consume_front("U3AS") && operands.consumeInteger(10, space))
    return 0;
  while (operands.consume_front("V") || operands.consume_front("K")) {
  }
  if (operands.consume_front("Dv") &&
      (operands.consumeInteger(10, components) || !operands.consume_front("_")))
    return 0;
  if (components == 3)
    components = 4;
  if (operands.starts_with("Dh"))
    return 2 * components;
  std::uint64_t size = StringSwitch<std::uint64_t>(operands.take_front(1))
                           .Cases({"a", "c", "h"}, 1)
                           .Cases({"s", "t"}, 2)
                           .Cases({"i", "j", "f"}, 4)
                           .Cases({"l", "m", "x", "y", "d"}, 8)
                           .Default(0);
  return size * components;
}

/// (scope, to, from, elements, stride, event): the stride is that of global memory.
bool lowerCopy(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  std::uint64_t bytes = elementBytes(call.operandTypes());
  if (bytes == 0) {
    call.refuse("an asynchronous copy of elements of this type is not supported by this device");
    return true;
  }
  constexpr unsigned localAddressSpace = 3;
  Value *to = call.operand(1), *from = call.operand(2);
  Value *one = builder.getInt64(1);
  Value *stride = builder.CreateZExtOrTrunc(call.operand(4), builder.getInt64Ty());
  bool intoLocal = to->getType()->getPointerAddressSpace() == localAddressSpace;
  internalCall(call, InternalOp::workGroupCopy, builder.getVoidTy(),
               {to, from, builder.CreateZExtOrTrunc(call.operand(3), builder.getInt64Ty()),
                intoLocal ? one : stride, intoLocal ? stride : one,
                builder.getInt32(static_cast<std::uint32_t>(bytes))});
  // The event says nothing that the barrier of wait_group_events needs to know.
  call.replaceWith(Constant::getNullValue(call.type()));
  return true;
}

void waitForCopies(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Value *barrier =
      internalCall(call, InternalOp::workGroupBarrier, builder.getVoidTy(),
                   {builder.getInt32(static_cast<std::uint32_t>(SpirvScope::workGroup)),
                    builder.getInt32(bothFences)});
  cast<CallInst>(barrier)->addFnAttr(Attribute::get(builder.getContext(), waitsForCopiesAttribute));
}

/// (scope, value, local id of one to three dimensions)
Value *lowerBroadcast(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Value *id = call.operand(2);
  auto *vector = dyn_cast<FixedVectorType>(id->getType());
  Value *ids[3];
  for (unsigned d = 0; d < 3; ++d) {
    if (!vector)
      ids[d] = d == 0 ? id : builder.getInt64(0);
    else
      ids[d] = d < vector->getNumElements() ? builder.CreateExtractElement(id, builder.getInt32(d))
                                            : builder.getInt64(0);
    ids[d] = builder.CreateZExtOrTrunc(ids[d], builder.getInt64Ty());
  }
  return forEachComponent(builder, {call.operand(1)}, [&](ArrayRef<Value *> components) {
    return internalCall(call, InternalOp::workGroupBroadcast, components[0]->getType(),
                        {components[0], ids[0], ids[1], ids[2]});
  });
}

/// all: the smallest of 0 and 1; any: the largest.
Value *lowerVote(BuiltinCall &call, GroupArithmetic how) {
  IRBuilder<> &builder = call.builder;
  Value *number = builder.CreateZExt(call.operand(1), builder.getInt32Ty());
  Value *result = internalCall(call, InternalOp::workGroupReduce, builder.getInt32Ty(),
                               {number, builder.getInt32(static_cast<unsigned>(how))});
  return builder.CreateICmpNE(result, builder.getInt32(0));
}

} // namespace

bool lowerWorkGroup(BuiltinCall &call) {
  StringRef name = call.base();
  if (!name.starts_with("Group") || !hasScope(call, SpirvScope::workGroup))
    return false;
  if (name == "GroupAsyncCopy")
    return lowerCopy(call);
  if (name == "GroupWaitEvents") {
    waitForCopies(call);
    call.replaceWith(nullptr);
    return true;
  }
  Value *value = nullptr;
  if (name == "GroupAll")
    value = lowerVote(call, GroupArithmetic::unsignedMin);
  else if (name == "GroupAny")
    value = lowerVote(call, GroupArithmetic::unsignedMax);
  else if (name == "GroupBroadcast")
    value = lowerBroadcast(call);
  else if (std::optional<GroupArithmetic> how = groupArithmetic(name))
    value = groupReduction(call, *how, InternalOp::workGroupReduce,
                           InternalOp::workGroupScanInclusive, InternalOp::workGroupScanExclusive);
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
