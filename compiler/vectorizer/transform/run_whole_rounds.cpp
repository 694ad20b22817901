#include "compiler/vectorizer/transform/run_whole_rounds.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/loop_copy.hpp"
#include "compiler/vectorizer/transform/version_guards.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Instructions that are worth their double.
constexpr unsigned longest = 80;

/// What a number is computed from by no more than a change of its width.
const Value *withoutCasts(const Value *value) {
  for (;;) {
    const Value *inner;
    if (const auto *cast = dyn_cast<CastInst>(value))
      value = cast->getOperand(0);
    else if (match(value, m_AShr(m_Shl(m_Value(inner), m_Value()), m_Value())))
      value = inner;
    else
      return value;
  }
}

/// Whether it counts by what all lanes have alike up to what all lanes have alike.
bool isShared(const ICmpInst &compare, const Loop &loop, const BasicBlock &latch,
              const UniformityInfo &uniformity) {
  const auto isAlike = [&](const Value *value) {
    return loop.isLoopInvariant(value) && !uniformity.isDivergent(value);
  };
  for (unsigned side : {0U, 1U}) {
    if (!isAlike(compare.getOperand(1 - side)))
      continue;
    const Value *counter = withoutCasts(compare.getOperand(side));
    for (const PHINode &phi : loop.getHeader()->phis()) {
      const Value *next = withoutCasts(phi.getIncomingValueForBlock(&latch));
      const Value *a, *b;
      if ((counter == &phi || counter == next) && match(next, m_Add(m_Value(a), m_Value(b))) &&
          ((withoutCasts(a) == &phi && isAlike(b)) || (withoutCasts(b) == &phi && isAlike(a))))
        return true;
    }
  }
  return false;
}

bool isCandidate(const Loop &loop, UniformityInfo &uniformity) {
  const BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isInnermost() || !latch || loop.getExitingBlock() != latch)
    return false;
  const auto *branch = dyn_cast<BranchInst>(latch->getTerminator());
  if (!branch || !branch->isConditional() || !uniformity.hasDivergentTerminator(*latch))
    return false;
  const auto *compare = dyn_cast<ICmpInst>(branch->getCondition());
  if (!compare || !isShared(*compare, loop, *latch, uniformity))
    return false;
  unsigned instructions = 0;
  bool readsOrWrites = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      if (++instructions > longest || (call && !isa<IntrinsicInst>(call) && call->isConvergent()) ||
          isa<AllocaInst>(instruction))
        return false;
      readsOrWrites |= instruction.mayReadOrWriteMemory();
    }
  return readsOrWrites;
}

/// Puts a loop in front of this one that goes on while all lanes do.
void putWholeRoundsInFront(Loop &loop, LoopInfo &loops, DominatorTree &dominators) {
  simplifyLoop(&loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  formLCSSA(loop, dominators, &loops, nullptr);
  BasicBlock *latch = loop.getLoopLatch(), *exit = loop.getExitBlock();
  Function &function = *latch->getParent();
  const LoopCopy whole(loop, ".whole", loops, dominators);
  BasicBlock *header = whole.copy().getHeader(), *restPreheader = loop.getLoopPreheader();
  whole.decision().getTerminator()->replaceSuccessorWith(restPreheader,
                                                         whole.copy().getLoopPreheader());

  auto *branch = cast<BranchInst>(whole.copy().getLoopLatch()->getTerminator());
  IRBuilder<> builder(branch);
  Value *goesOn = branch->getCondition();
  if (branch->getSuccessor(0) != header)
    goesOn = builder.CreateNot(goesOn);
  Type *truth = builder.getInt1Ty();
  CallInst *all = builder.CreateCall(getInternalOp(*function.getParent(), InternalOp::subGroupAll,
                                                   FunctionType::get(truth, {truth}, false)),
                                     {goesOn}, "all");
  all->setMetadata(guessMetadata, MDNode::get(function.getContext(), {}));
  BasicBlock *behind =
      BasicBlock::Create(function.getContext(), "whole.rounds.end", &function, restPreheader);
  builder.CreateCondBr(all, header, behind);
  branch->eraseFromParent();
  IRBuilder<>(behind).CreateCondBr(goesOn, restPreheader, exit);

  for (PHINode &phi : exit->phis()) {
    Value *last = phi.getIncomingValueForBlock(latch);
    phi.addIncoming(whole[last], behind);
  }
  for (PHINode &phi : loop.getHeader()->phis()) {
    Value *next = phi.getIncomingValueForBlock(latch);
    phi.setIncomingValueForBlock(restPreheader, whole[next]);
  }
}

} // namespace

bool runWholeRounds(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<BasicBlock *> headers;
  {
    auto &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
    for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
      if (isCandidate(*loop, uniformity))
        headers.push_back(loop->getHeader());
  }
  for (BasicBlock *header : headers) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    putWholeRoundsInFront(*loops.getLoopFor(header), loops,
                          analyses.getResult<DominatorTreeAnalysis>(function));
    analyses.invalidate(function, PreservedAnalyses::none());
  }
  return !headers.empty();
}

} // namespace heddle::compiler
