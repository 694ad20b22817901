#include "compiler/matrix/plan/unroll_matrix_loops.hpp"

#include "compiler/matrix/plan/matrix_plan.hpp"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// `count` rounds of a simplified loop in LCSSA form side by side, with a loop for what may remain.
/// False if no loop is left.
bool unroll(Loop &loop, unsigned count, Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  UnrollLoopOptions options{};
  options.Count = count;
  options.Runtime = evolution.getSmallConstantTripMultiple(&loop) % count != 0;
  options.AllowExpensiveTripCount = true;
  options.ForgetAllSCEV = true;
  options.SCEVExpansionBudget = 16;
  return UnrollLoop(&loop, options, &analyses.getResult<LoopAnalysis>(function), &evolution,
                    &analyses.getResult<DominatorTreeAnalysis>(function),
                    &analyses.getResult<AssumptionAnalysis>(function),
                    &analyses.getResult<TargetIRAnalysis>(function),
                    &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function),
                    /*PreserveLCSSA=*/true) != LoopUnrollResult::FullyUnrolled;
}

/// Whether `one` is what `other` is where it is anything.
bool isOther(const PHINode &one, const PHINode &other) {
  return all_of(one.blocks(), [&](BasicBlock *from) {
    const Value *value = one.getIncomingValueForBlock(from);
    return isa<PoisonValue>(value) || value == other.getIncomingValueForBlock(from);
  });
}

/// Between the rounds in front and the loop, LLVM has what the loop begins with, and what is behind
/// it if it does not run; poison if it runs. Both are what the rounds in front have made. Sums that
/// are there twice do not fit the registers.
void uniteBeginsAndEnds(BasicBlock &block) {
  SmallVector<PHINode *> phis(make_pointer_range(block.phis()));
  for (PHINode *&one : phis)
    for (PHINode *other : phis)
      if (one && other && one != other && one->getType() == other->getType() &&
          any_of(one->incoming_values(), IsaPred<PoisonValue>) && isOther(*one, *other)) {
        one->replaceAllUsesWith(other);
        std::exchange(one, nullptr)->eraseFromParent();
      }
}

} // namespace

PreservedAnalyses UnrollMatrixLoopsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  SmallVector<std::pair<Loop *, unsigned>> chosen;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->getNumBlocks() == 1)
      if (std::optional<MatrixNest> nest = MatrixNest::create(*loop))
        if (const unsigned rounds = roundsOfNest(*nest, target); rounds > 1)
          chosen.push_back({loop, rounds});
  if (chosen.empty())
    return PreservedAnalyses::all();
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (auto [loop, rounds] : chosen) {
    if (!unroll(*loop, rounds, function, analyses))
      continue;
    // A short loop in another one begins and ends too often.
    const unsigned trips = evolution.getSmallConstantTripCount(loop);
    if (target.tiles.any() && loop->getParentLoop() && trips > 1 &&
        trips <= MatrixTarget::fewRounds)
      unroll(*loop, trips, function, analyses);
  }
  for (BasicBlock &block : function)
    uniteBeginsAndEnds(block);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
