#include "compiler/vectorizer/size/equal_work_items.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The work-items that meet in a barrier or copy something together are several.
bool mayTellWorkItemsApart(InternalOp op) {
  switch (op) {
  case InternalOp::print:
  case InternalOp::imageWrite:
  case InternalOp::finding:
  case InternalOp::touched:
    return false;
  case InternalOp::subGroupBarrier:
  case InternalOp::workGroupBarrier:
  case InternalOp::workGroupBroadcast:
  case InternalOp::workGroupReduce:
  case InternalOp::workGroupCopy:
    return true;
  default:
    return internalOpUniformity(op) == Uniformity::divergent;
  }
}

bool mayTellWorkItemsApart(const Function &function, SmallPtrSetImpl<const Function *> &seen) {
  if (!seen.insert(&function).second)
    return false;
  for (const Instruction &instruction : instructions(function)) {
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
      return true;
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call)
      continue;
    const Function *callee = call->getCalledFunction();
    if (!callee)
      return true;
    if (std::optional<InternalOp> op = internalOp(*callee)) {
      if (mayTellWorkItemsApart(*op))
        return true;
    } else if (mayTellWorkItemsApart(*callee, seen)) {
      return true;
    }
  }
  return false;
}

/// Nothing where nobody knows, or where each work-item has its own.
const Value *sharedObject(const Value *pointer, bool &known) {
  const Value *object = getUnderlyingObject(pointer);
  if (isa<AllocaInst>(object))
    return nullptr;
  known &= isa<Argument, GlobalVariable>(object);
  return object;
}

} // namespace

bool isDoneByOneWorkItem(const Function &kernel) {
  SmallPtrSet<const Value *, 8> read, written;
  bool known = true;
  for (const Instruction &instruction : instructions(kernel)) {
    if (const auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
      read.insert(sharedObject(load->getPointerOperand(), known));
    } else if (const auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
      written.insert(sharedObject(store->getPointerOperand(), known));
    } else if (const auto *call = dyn_cast<CallBase>(&instruction)) {
      const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
      known &= call->doesNotAccessMemory() || (intrinsic && intrinsic->isAssumeLikeIntrinsic());
    } else {
      known &= !instruction.mayReadOrWriteMemory();
    }
  }
  read.erase(nullptr);
  return known && none_of(read, [&](const Value *object) { return written.contains(object); });
}

bool hasEqualWorkItems(const Function &kernel) {
  SmallPtrSet<const Function *, 8> seen;
  return !mayTellWorkItemsApart(kernel, seen);
}

} // namespace heddle::compiler
