#include "compiler/ir/shared_values.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

bool SharedValues::isShared(const Value &value) {
  seen.clear();
  return look(value);
}

bool SharedValues::look(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !seen.insert(instruction).second)
    return true;
  if (const auto *phi = dyn_cast<PHINode>(instruction)) {
    // What else it may be decided by.
    const Loop *loop = loops.getLoopFor(phi->getParent());
    if (!loop || loop->getHeader() != phi->getParent())
      return false;
  } else if (const auto *call = dyn_cast<CallInst>(instruction)) {
    const std::optional<InternalOp> op = internalOp(*call);
    const bool isOfGroup = op && (*op <= InternalOp::groupId || op == InternalOp::numSubGroups ||
                                  op == InternalOp::enqueuedNumSubGroups);
    const bool isArithmetic = isa<IntrinsicInst>(call) && !call->mayReadOrWriteMemory();
    if (!isOfGroup && !isArithmetic)
      return false;
  } else if (instruction->mayReadOrWriteMemory() || isa<AllocaInst>(instruction)) {
    return false;
  }
  return all_of(instruction->operands(), [&](const Value *operand) {
    return isa<Function>(operand) || isa<BasicBlock>(operand) || look(*operand);
  });
}

} // namespace heddle::compiler
