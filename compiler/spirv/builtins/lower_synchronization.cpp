// Barriers and fences.
#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/builtins/memory_semantics.hpp"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// (execution scope, memory scope, semantics)
bool lowerBarrier(BuiltinCall &call, bool isSecondHalf) {
  std::optional<std::uint64_t> scope = call.constantOperand(0);
  std::optional<InternalOp> op;
  if (scope == static_cast<std::uint64_t>(SpirvScope::workGroup))
    op = InternalOp::workGroupBarrier;
  else if (scope == static_cast<std::uint64_t>(SpirvScope::subGroup))
    op = InternalOp::subGroupBarrier;
  if (!op) {
    call.refuse("a barrier's scope is a constant, the work-group or the sub-group");
    return true;
  }
  IRBuilder<> &builder = call.builder;
  auto *type = FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getInt32Ty()},
                                 /*isVarArg=*/false);
  CallInst *barrier = builder.CreateCall(getInternalOp(call.module(), *op, type),
                                         {call.operand(1), call.operand(2)});
  if (isSecondHalf)
    barrier->addFnAttr(Attribute::get(builder.getContext(), secondHalfAttribute));
  call.replaceWith(nullptr);
  return true;
}

constexpr unsigned localSpace = 3;

/// (number of sub-groups): a barrier, which is an integer in the module.
bool lowerNewNamedBarrier(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  auto *type = FunctionType::get(builder.getPtrTy(localSpace), {builder.getInt32Ty()}, false);
  Value *barrier = builder.CreateCall(
      getInternalOp(call.module(), InternalOp::newNamedBarrier, type), {call.operand(0)});
  call.replaceWith(builder.CreatePtrToInt(barrier, builder.getInt64Ty()));
  return true;
}

/// (barrier, memory scope, semantics)
bool lowerNamedBarrier(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Type *i32 = builder.getInt32Ty(), *pointer = builder.getPtrTy(localSpace);
  auto *type = FunctionType::get(builder.getVoidTy(), {pointer, i32, i32}, false);
  builder.CreateCall(
      getInternalOp(call.module(), InternalOp::namedBarrier, type),
      {builder.CreateIntToPtr(call.operand(0), pointer), call.operand(1), call.operand(2)});
  call.replaceWith(nullptr);
  return true;
}

/// (memory scope, semantics)
bool lowerFence(BuiltinCall &call) {
  std::optional<std::uint64_t> scope = call.constantOperand(0);
  std::optional<std::uint64_t> semantics = call.constantOperand(1);
  AtomicOrdering order =
      semantics ? atomicOrdering(*semantics) : AtomicOrdering::SequentiallyConsistent;
  // A work-group is run by one thread, so what its work-items see of one another needs no fence
  // instruction, only that the compiler keeps the order.
  const bool oneThread = scope && *scope >= static_cast<std::uint64_t>(SpirvScope::workGroup);
  if (order != AtomicOrdering::Monotonic) {
    FenceInst *fence =
        call.builder.CreateFence(order, oneThread ? SyncScope::SingleThread : SyncScope::System);
    if (scope)
      setMemoryScope(*fence, memoryScope(*scope));
    if (semantics)
      setOrderedMemory(*fence, orderedMemory(*semantics));
  }
  call.replaceWith(nullptr);
  return true;
}

} // namespace

bool lowerSynchronization(BuiltinCall &call) {
  // The second half of a split barrier waits for all work-items, and so may do the whole work.
  if (call.base() == "ControlBarrier" || call.base() == "ControlBarrierWaitINTEL")
    return lowerBarrier(call, call.base() == "ControlBarrierWaitINTEL");
  if (call.base() == "ControlBarrierArriveINTEL") {
    call.replaceWith(nullptr);
    return true;
  }
  if (call.base() == "NamedBarrierInitialize")
    return lowerNewNamedBarrier(call);
  if (call.base() == "MemoryNamedBarrier")
    return lowerNamedBarrier(call);
  if (call.base() == "MemoryBarrier")
    return lowerFence(call);
  return false;
}

} // namespace heddle::compiler
