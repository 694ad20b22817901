#include "compiler/vectorizer/transform/count_shared_rounds.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// How often the loop goes back, if that is one number but no constant yet.
std::optional<std::uint32_t> sharedRounds(const Loop &loop, ScalarEvolution &evolution) {
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(count) || isa<SCEVConstant>(count))
    return std::nullopt;
  // (512 - 1 - id) / 64. The range of the difference is known with its sign only.
  const auto *quotient = dyn_cast<SCEVUDivExpr>(count);
  const auto *divisor = quotient ? dyn_cast<SCEVConstant>(quotient->getRHS()) : nullptr;
  if (!divisor)
    return std::nullopt;
  const APInt least = evolution.getSignedRangeMin(quotient->getLHS());
  const APInt most = evolution.getSignedRangeMax(quotient->getLHS());
  if (least.isNegative())
    return std::nullopt;
  const APInt number = least.udiv(divisor->getAPInt());
  if (number != most.udiv(divisor->getAPInt()) || !number.isIntN(31))
    return std::nullopt;
  return static_cast<std::uint32_t>(number.getZExtValue());
}

bool countRounds(Loop &loop, ScalarEvolution &evolution) {
  BasicBlock *exiting = loop.getExitingBlock();
  BasicBlock *latch = loop.getLoopLatch();
  auto *branch = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  if (!latch || !branch || !branch->isConditional())
    return false;
  const std::optional<std::uint32_t> rounds = sharedRounds(loop, evolution);
  if (!rounds)
    return false;

  BasicBlock *header = loop.getHeader();
  IRBuilder<> builder(header, header->begin());
  PHINode *counter = builder.CreatePHI(builder.getInt32Ty(), 2, "round");
  builder.SetInsertPoint(latch->getTerminator());
  Value *next = builder.CreateAdd(counter, builder.getInt32(1), "next.round", /*HasNUW=*/true,
                                  /*HasNSW=*/true);
  for (BasicBlock *before : predecessors(header))
    counter->addIncoming(before == latch ? next : builder.getInt32(0), before);
  builder.SetInsertPoint(branch);
  const bool goesOnWhenTrue = loop.contains(branch->getSuccessor(0));
  branch->setCondition(builder.CreateICmp(goesOnWhenTrue ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ,
                                          counter, builder.getInt32(*rounds)));
  evolution.forgetLoop(&loop);
  return true;
}

} // namespace

PreservedAnalyses CountSharedRoundsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    changed |= countRounds(*loop, evolution);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
