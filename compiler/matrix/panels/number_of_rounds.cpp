#include "compiler/matrix/panels/number_of_rounds.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The rounds of a loop that goes on while a counter that was made wider is, as a narrow number,
/// less than a bound; null for others. A narrow counter that came to no such number before it
/// begins anew would go on until the wide one fits no more, which is undefined.
const SCEV *roundsOfNarrowCounter(const Loop &loop, ScalarEvolution &evolution) {
  const BasicBlock *latch = loop.getLoopLatch();
  const auto *branch = dyn_cast<BranchInst>(latch->getTerminator());
  const auto *test =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!test || loop.getExitingBlock() != latch)
    return nullptr;
  CmpPredicate goesOn = loop.contains(branch->getSuccessor(0)) ? test->getCmpPredicate()
                                                               : test->getInverseCmpPredicate();
  Value *counter = test->getOperand(0), *bound = test->getOperand(1);
  if (loop.isLoopInvariant(counter)) {
    std::swap(counter, bound);
    goesOn = CmpPredicate::getSwapped(goesOn);
  }
  const auto *narrow = dyn_cast<TruncInst>(counter);
  if (goesOn != CmpInst::ICMP_SLT || !narrow || !narrow->hasNoUnsignedWrap() ||
      !narrow->getSrcTy()->isIntegerTy(64) || !loop.isLoopInvariant(bound))
    return nullptr;
  const auto *wide = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(narrow->getOperand(0)));
  const auto *step = wide && wide->getLoop() == &loop && wide->isAffine()
                         ? dyn_cast<SCEVConstant>(wide->getStepRecurrence(evolution))
                         : nullptr;
  if (!step || !wide->hasNoUnsignedWrap() || !step->getAPInt().isStrictlyPositive())
    return nullptr;
  Type *type = narrow->getSrcTy();
  const SCEV *first = evolution.getSignExtendExpr(
      evolution.getTruncateExpr(wide->getStart(), narrow->getType()), type);
  const SCEV *way = evolution.getSMaxExpr(
      evolution.getMinusSCEV(evolution.getSignExtendExpr(evolution.getSCEV(bound), type), first),
      evolution.getZero(type));
  const SCEV *most = evolution.getAddExpr(way, evolution.getConstant(step->getAPInt() - 1));
  return evolution.getAddExpr(evolution.getUDivExpr(most, step), evolution.getOne(type));
}

} // namespace

const SCEV *numberOfRounds(const Loop &loop, ScalarEvolution &evolution) {
  const SCEV *count = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(count))
    return roundsOfNarrowCounter(loop, evolution);
  return evolution.getTripCountFromExitCount(
      count, Type::getInt64Ty(loop.getHeader()->getContext()), &loop);
}

bool isDividedBefore(const SCEV *count, Instruction &place, ScalarEvolution &evolution,
                     const DominatorTree &dominators) {
  return !SCEVExprContains(count, [&](const SCEV *part) {
    const auto *division = dyn_cast<SCEVUDivExpr>(part);
    if (!division || isa<SCEVConstant>(division->getRHS()))
      return false;
    return none_of(instructions(place.getFunction()), [&](const Instruction &instruction) {
      return (instruction.getOpcode() == Instruction::UDiv ||
              instruction.getOpcode() == Instruction::URem) &&
             evolution.getSCEV(instruction.getOperand(1)) == division->getRHS() &&
             dominators.dominates(&instruction, &place);
    });
  });
}

} // namespace heddle::compiler
