// A pair of sub-groups joins rows like this; own = its id, n = exchanges so far:
//
//   frame[own & ~1].joined[n & 1] half own & 1 of each part = rows
//   frame[own].exchanges = n + 1
//   pair_wait: until frame[own ^ 1].exchanges reaches n + 1, or the partner has ended
//   zero the partner's halves if there is no partner or it has ended before
//   all parts = frame[own & ~1].joined[n & 1]
//
// The partner may go on to its next exchange before this one is read: it writes the other buffer
// then, and waits. All sub-groups of a work-group are run by one thread.

#include "compiler/workgroup/suspensions.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

std::optional<Wait> waitAt(const Instruction &instruction) {
  std::optional<InternalOp> op = internalOp(instruction);
  if (!op)
    return std::nullopt;
  switch (*op) {
  case InternalOp::workGroupBarrier:
    return Wait::workGroup;
  case InternalOp::pairWait:
    return Wait::partner;
  case InternalOp::namedBarrier:
    return Wait::namedBarrier;
  case InternalOp::subGroupYield:
    return Wait::turn;
  default:
    return std::nullopt;
  }
}

SubGroupState describeState(ArrayRef<Function *> variants) {
  SubGroupState state;
  for (Function *variant : variants)
    for (const Instruction &instruction : instructions(*variant)) {
      std::optional<InternalOp> op = internalOp(instruction);
      if (!op || !isSuspension(*op) || *op == InternalOp::workGroupBarrier)
        continue;
      state.isNeeded = true;
      if (*op == InternalOp::simdPairJoin)
        state.joinedBytes =
            std::max(state.joinedBytes,
                     alignTo(variant->getDataLayout().getTypeStoreSize(instruction.getType()),
                             state.alignment()));
    }
  return state;
}

namespace {

class SuspensionLowering {
public:
  SuspensionLowering(Function &variant, const SubGroupState &state)
      : module(*variant.getParent()), variant(variant), state(state), builder(module.getContext()),
        i32(builder.getInt32Ty()) {}

  void run() {
    SmallVector<CallInst *, 8> joins, namedBarriers;
    for (Instruction &instruction : instructions(variant)) {
      if (internalOp(instruction) == InternalOp::simdPairJoin)
        joins.push_back(cast<CallInst>(&instruction));
      else if (internalOp(instruction) == InternalOp::namedBarrier)
        namedBarriers.push_back(cast<CallInst>(&instruction));
    }
    // In all variants: a sub-group may look at the partner's count before that has exchanged
    // anything, and at that of one which never does.
    if (state.joinedBytes) {
      builder.SetInsertPoint(&*variant.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      builder.CreateAlignedStore(builder.getInt32(0), exchangesOf(subGroupId()), Align(4));
    }
    for (CallInst *join : joins)
      lowerJoin(*join);
    for (CallInst *call : namedBarriers)
      countAt(*call);
  }

private:
  Value *query(InternalOp op, Type *type, ArrayRef<Value *> operands = {}) {
    SmallVector<Type *, 1> types;
    for (Value *operand : operands)
      types.push_back(operand->getType());
    return builder.CreateCall(getInternalOp(module, op, FunctionType::get(type, types, false)),
                              operands);
  }
  Value *subGroupId() { return query(InternalOp::subGroupId, i32); }
  Value *inFrame(Value *subGroup, std::uint64_t offset) {
    Value *frame = query(InternalOp::subGroupFrame, builder.getPtrTy(), {subGroup});
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset);
  }
  Value *exchangesOf(Value *subGroup) { return inFrame(subGroup, SubGroupState::exchanges); }
  Value *load(Value *address) { return builder.CreateAlignedLoad(i32, address, Align(4)); }
  void store(Value *value, Value *address) { builder.CreateAlignedStore(value, address, Align(4)); }

  /// Where the n-th exchange of the pair lies.
  Value *buffer(Value *subGroup, Value *exchange) {
    Value *first = inFrame(builder.CreateAnd(subGroup, builder.getInt32(~1u)), state.joined);
    Value *odd =
        builder.CreateZExt(builder.CreateAnd(exchange, builder.getInt32(1)), builder.getInt64Ty());
    return builder.CreateInBoundsPtrAdd(
        first, builder.CreateNUWMul(odd, builder.getInt64(state.joinedBytes)));
  }
  /// Writes the half of a sub-group in each part of an exchange; all have the same size.
  void storeHalves(ArrayRef<Value *> halves, Value *buffer, Value *subGroup) {
    const std::uint64_t bytes = variant.getDataLayout().getTypeStoreSize(halves.front()->getType());
    Value *odd =
        builder.CreateZExt(builder.CreateAnd(subGroup, builder.getInt32(1)), builder.getInt64Ty());
    Value *first =
        builder.CreateInBoundsPtrAdd(buffer, builder.CreateNUWMul(odd, builder.getInt64(bytes)));
    for (auto [part, half] : enumerate(halves))
      builder.CreateAlignedStore(
          half, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), first, part * 2 * bytes),
          commonAlignment(state.alignment(), bytes));
  }

  void lowerJoin(CallInst &join) {
    const SmallVector<Value *, 8> rows(join.args());
    builder.SetInsertPoint(&join);
    {
      Value *own = subGroupId();
      Value *count = load(exchangesOf(own));
      storeHalves(rows, buffer(own, count), own);
      store(builder.CreateAdd(count, builder.getInt32(1)), exchangesOf(own));
    }
    CallInst *wait = builder.CreateCall(
        getInternalOp(module, InternalOp::pairWait, FunctionType::get(builder.getVoidTy(), false)));
    wait->setDebugLoc(join.getDebugLoc());
    if (Attribute number = join.getFnAttr(barrierAttribute); number.isValid())
      wait->addFnAttr(number);

    // Everything is computed again here: it is cheaper than to keep.
    Value *own = subGroupId();
    Value *count = load(exchangesOf(own));
    Value *joined = buffer(own, builder.CreateSub(count, builder.getInt32(1)));
    Value *partner = builder.CreateXor(own, builder.getInt32(1));
    Value *exists = builder.CreateICmpULT(partner, query(InternalOp::numSubGroups, i32));
    Value *theirs = load(exchangesOf(builder.CreateSelect(exists, partner, own)));
    // The counts may wrap.
    Value *came =
        builder.CreateICmpSGE(builder.CreateSub(theirs, count), builder.getInt32(0), "came");
    Value *missing = builder.CreateNot(builder.CreateAnd(exists, came), "no_partner");
    Instruction *then = SplitBlockAndInsertIfThen(missing, &join, /*Unreachable=*/false);
    builder.SetInsertPoint(then);
    storeHalves(
        SmallVector<Value *, 8>(rows.size(), Constant::getNullValue(rows.front()->getType())),
        joined, partner);
    builder.SetInsertPoint(&join);
    Value *whole = builder.CreateAlignedLoad(join.getType(), joined, state.alignment());
    whole->takeName(&join);
    join.replaceAllUsesWith(whole);
    join.eraseFromParent();
  }

  /// The last sub-group that is expected opens the barrier for all and is itself not held up.
  void countAt(CallInst &call) {
    builder.SetInsertPoint(&call);
    Value *own = subGroupId();
    Value *barrier = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
    auto field = [&](std::uint64_t offset) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), barrier, offset);
    };
    Value *openings = load(field(NamedBarrier::openings));
    store(openings, inFrame(own, SubGroupState::openings));
    builder.CreateAlignedStore(barrier, inFrame(own, SubGroupState::namedBarrier), Align(8));
    Value *arrived = builder.CreateAdd(load(field(NamedBarrier::arrived)), builder.getInt32(1));
    Value *opens = builder.CreateICmpUGE(arrived, load(field(NamedBarrier::expected)));
    store(builder.CreateSelect(opens, builder.getInt32(0), arrived), field(NamedBarrier::arrived));
    store(builder.CreateAdd(openings, builder.CreateZExt(opens, i32)),
          field(NamedBarrier::openings));
  }

  Module &module;
  Function &variant;
  const SubGroupState &state;
  IRBuilder<> builder;
  Type *i32;
};

} // namespace

void lowerSuspensions(Function &variant, const SubGroupState &state) {
  if (state.isNeeded)
    SuspensionLowering(variant, state).run();
}

} // namespace heddle::compiler
