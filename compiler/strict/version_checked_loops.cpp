// An outer loop is made two of rather than the loops in it, where as much can be told in front of
// it: that is asked once.
#include "compiler/strict/version_checked_loops.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/loop_copy.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/strict/loop_ranges.hpp"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Instructions of a loop that is made two of, and of all of them in a kernel.
constexpr unsigned longestLoop = 2000, longestInAll = 4000;

bool isQuery(const Instruction &instruction) {
  const std::optional<InternalOp> op = internalOp(instruction);
  return op && *op <= InternalOp::activeLanes && !instruction.mayReadOrWriteMemory() &&
         all_of(cast<CallInst>(instruction).args(),
                [](const Use &operand) { return isa<Constant>(operand); });
}

class LoopVersions {
public:
  LoopVersions(Function &kernel, FunctionAnalysisManager &analyses)
      : kernel(kernel), loops(analyses.getResult<LoopAnalysis>(kernel)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(kernel)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(kernel)),
        assumptions(analyses.getResult<AssumptionAnalysis>(kernel)) {}

  bool run() {
    prepare();
    const SmallVector<Loop *> outermost(loops.begin(), loops.end());
    for (Loop *loop : outermost)
      choose(*loop);
    for (Loop *loop : chosen)
      makeVersions(*loop);
    return true;
  }

private:
  /// What rounds have in common is computed in front of them.
  void prepare() {
    Instruction *first = &*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
      if (isQuery(instruction) && loops.getLoopFor(instruction.getParent()))
        instruction.moveBefore(first->getIterator());
    for (Loop *loop : loops)
      simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, /*MSSAU=*/nullptr,
                   /*PreserveLCSSA=*/false);
    const SmallVector<Loop *, 4> outerFirst = loops.getLoopsInPreorder();
    for (Loop *loop : reverse(outerFirst))
      for (BasicBlock *block : loop->blocks())
        for (Instruction &instruction : make_early_inc_range(*block)) {
          bool isMoved = false;
          if (!instruction.isTerminator() && !instruction.mayReadOrWriteMemory())
            loop->makeLoopInvariant(&instruction, isMoved);
        }
    for (Loop *loop : loops)
      formLCSSARecursively(*loop, dominators, &loops, &evolution);
    evolution.forgetAllLoops();
  }

  static SmallVector<CallInst *> findingsIn(const Loop &loop) {
    SmallVector<CallInst *> found;
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (internalOp(instruction) == InternalOp::finding)
          found.push_back(cast<CallInst>(&instruction));
    return found;
  }

  /// Work-items that meet in it find one place.
  static bool mayBeTwo(const Loop &loop) {
    return loop.isLoopSimplifyForm() && none_of(loop.blocks(), [](const BasicBlock *block) {
             return any_of(*block, [](const Instruction &instruction) {
               auto *call = dyn_cast<CallBase>(&instruction);
               return call && (call->isConvergent() || call->cannotDuplicate());
             });
           });
  }

  static unsigned lengthOf(const Loop &loop) {
    unsigned length = 0;
    for (const BasicBlock *block : loop.blocks())
      length += block->size();
    return length;
  }

  /// The findings of the loop that can be told in front of it.
  unsigned toldAhead(Loop &loop) {
    LoopRanges ranges(loop, evolution, dominators, /*emits=*/false);
    return static_cast<unsigned>(count_if(findingsIn(loop), [&](const CallInst *finding) {
      return ranges.mayHold(finding->getArgOperand(0), *finding->getParent()).has_value();
    }));
  }

  /// Chooses loops of a nest; how many findings these tell ahead.
  unsigned choose(Loop &loop) {
    const std::size_t before = chosen.size();
    unsigned inside = 0;
    const SmallVector<Loop *> inner(loop.begin(), loop.end());
    for (Loop *next : inner)
      inside += choose(*next);
    const unsigned length = lengthOf(loop);
    if (!mayBeTwo(loop) || length > longestLoop)
      return inside;
    const unsigned all = toldAhead(loop);
    if (all == 0 || all < inside)
      return inside;
    for (std::size_t i = before; i < chosen.size(); ++i)
      total -= lengthOf(*chosen[i]);
    if (total + length > longestInAll) {
      for (std::size_t i = before; i < chosen.size(); ++i)
        total += lengthOf(*chosen[i]);
      return inside;
    }
    chosen.truncate(before);
    chosen.push_back(&loop);
    total += length;
    return all;
  }

  void makeVersions(Loop &loop) {
    IRBuilder<> builder(loop.getLoopPreheader()->getTerminator());
    SmallVector<CallInst *> needless;
    Value *isWrong = builder.getFalse();
    {
      LoopRanges ranges(loop, evolution, dominators, /*emits=*/true);
      for (CallInst *finding : findingsIn(loop))
        if (std::optional<Value *> may =
                ranges.mayHold(finding->getArgOperand(0), *finding->getParent())) {
          isWrong = builder.CreateOr(isWrong, *may);
          needless.push_back(finding);
        }
    }
    if (needless.empty())
      return;
    Module &module = *kernel.getParent();
    Type *i1 = builder.getInt1Ty();
    CallInst *mayFind = builder.CreateCall(
        getInternalOp(module, InternalOp::mayFind, FunctionType::get(i1, {i1}, /*isVarArg=*/false)),
        {isWrong}, "may_find");

    LoopCopy right(loop, ".right", loops, dominators);
    right.runUnless(mayFind, MDBuilder(module.getContext()).createUnlikelyBranchWeights());
    for (CallInst *finding : needless)
      cast<Instruction>(right[finding])->eraseFromParent();
    for (BasicBlock *copy : right.blocks())
      for (Instruction &instruction : make_early_inc_range(*copy))
        if (internalOp(instruction) == InternalOp::touched)
          instruction.eraseFromParent();
    dominators.recalculate(kernel);
    evolution.forgetAllLoops();
    remark(*right.copy().getHeader()->getTerminator(), [&] {
      return std::to_string(needless.size()) + " checks are made in front of the loop";
    });
  }

  Function &kernel;
  LoopInfo &loops;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  AssumptionCache &assumptions;
  SmallVector<Loop *> chosen;
  unsigned total = 0; ///< instructions of these
};

} // namespace

PreservedAnalyses VersionCheckedLoopsPass::run(Function &function,
                                               FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || analyses.getResult<LoopAnalysis>(function).empty() ||
      none_of(instructions(function), [](const Instruction &instruction) {
        return internalOp(instruction) == InternalOp::finding;
      }))
    return PreservedAnalyses::all();
  return LoopVersions(function, analyses).run() ? PreservedAnalyses::none()
                                                : PreservedAnalyses::all();
}

} // namespace heddle::compiler
