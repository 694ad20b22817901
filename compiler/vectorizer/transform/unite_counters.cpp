#include "compiler/vectorizer/transform/unite_counters.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

struct Counter {
  PHINode *phi;
  BinaryOperator *next; ///< a constant more
  const APInt *step;
  Value *start;

  unsigned bits() const { return phi->getType()->getIntegerBitWidth(); }
};

SmallVector<Counter> countersOf(const Loop &loop) {
  SmallVector<Counter> counters;
  const BasicBlock *latch = loop.getLoopLatch();
  const BasicBlock *before = loop.getLoopPredecessor();
  if (!latch || !before)
    return counters;
  for (PHINode &phi : loop.getHeader()->phis()) {
    auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(latch));
    if (!next || next->getOpcode() != Instruction::Add || next->getOperand(0) != &phi)
      continue;
    if (const auto *step = dyn_cast<ConstantInt>(next->getOperand(1)))
      counters.push_back({&phi, next, &step->getValue(), phi.getIncomingValueForBlock(before)});
  }
  return counters;
}

/// True if the wide counter is the narrow one, extended, in each round.
bool countAlike(const Counter &narrow, const Counter &wide, bool isSigned) {
  if (wide.bits() <= narrow.bits() ||
      !(isSigned ? narrow.next->hasNoSignedWrap() : narrow.next->hasNoUnsignedWrap()))
    return false;
  const auto extended = [&](const APInt &value) {
    return isSigned ? value.sext(wide.bits()) : value.zext(wide.bits());
  };
  if (extended(*narrow.step) != *wide.step)
    return false;
  if (const auto *start = dyn_cast<ConstantInt>(narrow.start)) {
    const auto *wideStart = dyn_cast<ConstantInt>(wide.start);
    return wideStart && extended(start->getValue()) == wideStart->getValue();
  }
  const auto *cast = dyn_cast<CastInst>(wide.start);
  return cast && cast->getOperand(0) == narrow.start &&
         cast->getOpcode() == (isSigned ? Instruction::SExt : Instruction::ZExt);
}

/// The comparisons of the narrow counter with what stays the same in the loop.
bool compareWide(const Counter &narrow, ArrayRef<Counter> counters, const Loop &loop) {
  bool changed = false;
  for (Value *value : {static_cast<Value *>(narrow.phi), static_cast<Value *>(narrow.next)})
    for (User *user : make_early_inc_range(value->users())) {
      auto *compare = dyn_cast<ICmpInst>(user);
      if (!compare || compare->isEquality() || !loop.contains(compare))
        continue;
      const unsigned side = compare->getOperand(0) == value ? 0 : 1;
      Value *bound = compare->getOperand(1 - side);
      if (!loop.isLoopInvariant(bound))
        continue;
      const auto wide = find_if(counters, [&](const Counter &other) {
        return countAlike(narrow, other, compare->isSigned());
      });
      if (wide == counters.end())
        continue;
      // Needs the counter only; what is compared may come before.
      if (value == narrow.next)
        wide->next->moveBefore(*loop.getHeader(), loop.getHeader()->getFirstInsertionPt());
      IRBuilder<> builder(loop.getLoopPredecessor()->getTerminator());
      Value *extended = compare->isSigned() ? builder.CreateSExt(bound, wide->phi->getType())
                                            : builder.CreateZExt(bound, wide->phi->getType());
      builder.SetInsertPoint(compare);
      Value *counter = value == narrow.next ? static_cast<Value *>(wide->next) : wide->phi;
      Value *operands[2] = {counter, extended};
      Value *replacement =
          builder.CreateICmp(compare->getPredicate(), operands[side], operands[1 - side]);
      compare->replaceAllUsesWith(replacement);
      compare->eraseFromParent();
      changed = true;
    }
  return changed;
}

} // namespace

PreservedAnalyses UniteCountersPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    const SmallVector<Counter> counters = countersOf(*loop);
    SmallVector<WeakTrackingVH> united;
    for (const Counter &counter : counters)
      if (compareWide(counter, counters, *loop))
        united.push_back(counter.phi);
    for (const WeakTrackingVH &phi : united)
      if (phi)
        RecursivelyDeleteDeadPHINode(cast<PHINode>(phi));
    changed |= !united.empty();
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
