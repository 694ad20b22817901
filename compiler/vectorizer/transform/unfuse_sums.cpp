#include "compiler/vectorizer/transform/unfuse_sums.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/analysis/loop_sums.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>
#include <string>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The multiply-adds of one sum, from the last of a round to the first.
SmallVector<IntrinsicInst *, 4> multiplyAdds(const PHINode &sum, const Loop &loop) {
  SmallVector<IntrinsicInst *, 4> found;
  const Value *value = sum.getIncomingValueForBlock(loop.getLoopLatch());
  while (value != &sum) {
    auto *call = const_cast<IntrinsicInst *>(dyn_cast<IntrinsicInst>(value));
    // Halves are computed as floats. Sums that may be in any order do not wait.
    if (!call || call->getIntrinsicID() != Intrinsic::fmuladd || !loop.contains(call) ||
        call->getType()->isHalfTy() || call->hasAllowReassoc())
      return {};
    found.push_back(call);
    value = call->getArgOperand(2);
  }
  return found;
}

/// Whether code for work-groups of one size may have other loops.
bool asksForLocalSize(Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const std::optional<InternalOp> op = internalOp(instruction);
    return op == InternalOp::localSize || op == InternalOp::enqueuedLocalSize;
  });
}

bool unfuse(ArrayRef<IntrinsicInst *> sum) {
  if (sum.empty())
    return false;
  remark(*sum.front(), [] {
    return std::string("sum: products are rounded before they are added, as an addition is waited "
                       "for less long than a multiply-add");
  });
  for (IntrinsicInst *call : sum) {
    FastMathFlags flags = call->getFastMathFlags();
    flags.setAllowContract(false);
    IRBuilder<> builder(call);
    builder.setFastMathFlags(flags);
    Value *product = builder.CreateFMul(call->getArgOperand(0), call->getArgOperand(1));
    Value *added = builder.CreateFAdd(product, call->getArgOperand(2));
    added->takeName(call);
    call->replaceAllUsesWith(added);
    call->eraseFromParent();
  }
  return true;
}

} // namespace

PreservedAnalyses UnfuseSumsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || usesRows(function) || asksForLocalSize(function))
    return PreservedAnalyses::all();
  bool changed = false;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost())
      for (const PHINode *sum : fewSums(*loop))
        changed |= unfuse(multiplyAdds(*sum, *loop));
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
