#include "compiler/matrix/nest/define_accumulators.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned accumulatorOperand = 2;

/// What a value is where nothing has to be done to get it.
bool isPassedOn(const Value &value) {
  return isa<PHINode, SelectInst, FreezeInst, BitCastInst>(value);
}

} // namespace

PreservedAnalyses DefineAccumulatorsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<Use *> uses;
  for (Instruction &instruction : instructions(function)) {
    const std::optional<InternalOp> op = internalOp(instruction);
    if (op == InternalOp::matrixMad || op == InternalOp::cooperativeMad)
      uses.push_back(&instruction.getOperandUse(accumulatorOperand));
  }
  SmallPtrSet<const Value *, 16> seen;
  bool changed = false;
  while (!uses.empty()) {
    Use &use = *uses.pop_back_val();
    Value *value = use.get();
    if (isa<UndefValue>(value)) {
      use.set(Constant::getNullValue(value->getType()));
      changed = true;
    } else if (isPassedOn(*value) && seen.insert(value).second) {
      for (Use &operand : cast<Instruction>(value)->operands())
        if (operand->getType() == value->getType() || isa<BitCastInst>(value))
          uses.push_back(&operand);
    }
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
