#include "compiler/strict/written_objects.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

void WrittenObjects::add(Value *pointer, const MemoryObjects &objects) {
  SmallVector<MemoryObject, 2> found = objects.objectsOf(pointer);
  constexpr unsigned privateAddressSpace = 0;
  unknown |= found.empty() && pointer->getType()->getPointerAddressSpace() != privateAddressSpace;
  for (const MemoryObject &object : found)
    bases.insert(object.base);
}

WrittenObjects::WrittenObjects(Function &kernel, const MemoryObjects &objects) {
  for (Instruction &instruction : instructions(kernel)) {
    if (!instruction.mayWriteToMemory())
      continue;
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      add(store->getPointerOperand(), objects);
    } else if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
      add(atomic->getPointerOperand(), objects);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      add(exchange->getPointerOperand(), objects);
    } else if (auto *moves = dyn_cast<MemIntrinsic>(&instruction)) {
      add(moves->getRawDest(), objects);
    } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
      std::optional<InternalOp> op = internalOp(*call);
      if (op == InternalOp::blockWrite || op == InternalOp::workGroupCopy ||
          op == InternalOp::cooperativeStore || op == InternalOp::blockStore2d)
        add(call->getArgOperand(0), objects);
      else if (!op && !isa<IntrinsicInst>(call))
        for (Value *argument : call->args())
          if (argument->getType()->isPointerTy())
            add(argument, objects);
    }
  }
}

} // namespace heddle::compiler
