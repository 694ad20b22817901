#include "compiler/vectorizer/size/same_results.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Functions = SmallPtrSetImpl<const Function *>;

bool hasSameResults(const Function &function, Functions &seen);

bool callsSame(const CallBase &call, Functions &seen) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return false;
  if (const std::optional<InternalOp> op = internalOp(call))
    return *op <= InternalOp::localDistance || *op == InternalOp::workGroupBarrier;
  if (callee->getIntrinsicID() == Intrinsic::fmuladd)
    return !call.getType()->getScalarType()->isHalfTy();
  return callee->isDeclaration() || !seen.insert(callee).second || hasSameResults(*callee, seen);
}

bool isSame(const Instruction &instruction, Functions &seen) {
  if (instruction.isVolatile())
    return false;
  if (const auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return !update->isFloatingPointOperation();
  const auto *call = dyn_cast<CallBase>(&instruction);
  return !call || callsSame(*call, seen);
}

bool hasSameResults(const Function &function, Functions &seen) {
  return all_of(instructions(function),
                [&](const Instruction &instruction) { return isSame(instruction, seen); });
}

} // namespace

bool hasSameResultsAtAnySize(const Function &kernel) {
  SmallPtrSet<const Function *, 4> seen;
  return hasSameResults(kernel, seen);
}

} // namespace heddle::compiler
