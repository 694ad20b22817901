#include "compiler/ir/shared_memory.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

bool writesOrSynchronizes(const Instruction &instruction) {
  if (!instruction.mayWriteToMemory())
    return false;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->isAssumeLikeIntrinsic())
    return false;
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return !store->isSimple() || store->getPointerAddressSpace() != 0;
  switch (internalOp(instruction).value_or(InternalOp::blockStore2d)) {
  case InternalOp::blockRead:
  case InternalOp::blockRead2d:
  case InternalOp::blockPrefetch:
  case InternalOp::print:
  case InternalOp::finding:
  case InternalOp::converged:
  case InternalOp::sameInLanes:
  case InternalOp::touched:
  case InternalOp::simdTouched:
  case InternalOp::simdFinding:
    return false;
  default:
    return true;
  }
}

bool isWorkGroupBarrier(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::workGroupBarrier;
}

bool mayWaitForOthers(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    if (const auto *call = dyn_cast<CallBase>(&instruction))
      if (const Function *callee = call->getCalledFunction(); !callee || !callee->isDeclaration())
        return true;
    return (instruction.isAtomic() || instruction.isVolatile()) && !instruction.use_empty();
  });
}

const Value *writtenPointer(const Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() ? store->getPointerOperand() : nullptr;
  const std::optional<InternalOp> op = internalOp(instruction);
  return op == InternalOp::blockWrite || op == InternalOp::workGroupCopy ? instruction.getOperand(0)
                                                                         : nullptr;
}

bool isSubGroupProduct(const Instruction &instruction) {
  const std::optional<InternalOp> op = internalOp(instruction);
  return op == InternalOp::matrixMad || op == InternalOp::cooperativeMad;
}

} // namespace heddle::compiler
