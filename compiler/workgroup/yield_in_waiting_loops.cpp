#include "compiler/workgroup/yield_in_waiting_loops.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/waiting_loops.hpp"

#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Rounds of a loop that may be doing something useful. A yield costs some tens of nanoseconds.
constexpr unsigned patience = 16;
/// Looks of a loop that get a yield each. Code from one yield to the next ones is a function of its
/// own, so that of a loop with many there would be as many copies.
constexpr unsigned mostYields = 4;

/// A load behind another look may only see whether what the round has written is still there, as
/// with counters that are marked by who wrote them last: nobody else may get in between.
bool isSecondLook(const Instruction &look, const WaitingLoop &waiting,
                  const DominatorTree &dominators) {
  return isa<LoadInst>(look) && any_of(waiting.looks, [&](const Instruction *other) {
           return other != &look && dominators.dominates(other, &look);
         });
}

/// Where a round comes by before each of the looks, as late as there is such a place.
Instruction *placeBefore(ArrayRef<Instruction *> looks, const DominatorTree &dominators) {
  BasicBlock *block = looks.front()->getParent();
  for (Instruction *look : looks)
    block = dominators.findNearestCommonDominator(block, look->getParent());
  for (Instruction &instruction : *block)
    if (is_contained(looks, &instruction))
      return &instruction;
  return block->getTerminator();
}

/// Before the loop goes round, or after `patience` rounds before it looks again: what a round has
/// done in vain, it has taken back then.
void yieldIn(const WaitingLoop &waiting, DominatorTree &dominators, LoopInfo &loops) {
  Loop &loop = *waiting.loop;
  BasicBlock *header = loop.getHeader();
  Module &module = *header->getModule();
  IRBuilder<> builder(module.getContext());
  FunctionCallee yield = getInternalOp(module, InternalOp::subGroupYield,
                                       FunctionType::get(builder.getVoidTy(), false));
  if (waiting.waits == Waits::perhaps) {
    builder.SetInsertPoint(header, header->begin());
    PHINode *rounds = builder.CreatePHI(builder.getInt32Ty(), pred_size(header), "rounds");
    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *next = builder.CreateAdd(rounds, builder.getInt32(1));
    for (BasicBlock *before : predecessors(header))
      rounds->addIncoming(loop.contains(before) ? next : builder.getInt32(0), before);
    DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
    SmallVector<Instruction *, 2> looks(make_filter_range(waiting.looks, [&](Instruction *look) {
      return !isSecondLook(*look, waiting, dominators);
    }));
    if (looks.size() > mostYields)
      looks = {placeBefore(looks, dominators)};
    for (Instruction *look : looks) {
      builder.SetInsertPoint(look);
      Value *isLong = builder.CreateICmpEQ(builder.CreateAnd(next, builder.getInt32(patience - 1)),
                                           builder.getInt32(0));
      builder.SetInsertPoint(SplitBlockAndInsertIfThen(isLong, look, /*Unreachable=*/false, nullptr,
                                                       &updater, &loops));
      builder.CreateCall(yield)->setDebugLoc(look->getDebugLoc());
    }
    return;
  }
  SmallVector<BasicBlock *, 4> latches;
  loop.getLoopLatches(latches);
  for (BasicBlock *latch : latches) {
    const DebugLoc place = latch->getTerminator()->getDebugLoc();
    builder.SetInsertPoint(SplitEdge(latch, header, &dominators, &loops)->getTerminator());
    builder.CreateCall(yield)->setDebugLoc(place);
  }
}

/// A required work-group size may leave nobody to wait for.
bool hasOneSubGroup(const Function &kernel) {
  const MDNode *required = kernel.getMetadata("reqd_work_group_size");
  if (!required)
    return false;
  std::uint64_t workItems = 1;
  for (const MDOperand &operand : required->operands())
    if (auto *size = mdconst::dyn_extract<ConstantInt>(operand))
      workItems *= size->getZExtValue();
  return workItems <= subGroupSize(kernel);
}

} // namespace

PreservedAnalyses YieldInWaitingLoopsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functionAnalyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool isChanged = false;
  for (Function &kernel : module) {
    if (!isKernel(kernel) || kernel.isDeclaration() || hasOneSubGroup(kernel))
      continue;
    auto &loops = functionAnalyses.getResult<LoopAnalysis>(kernel);
    if (loops.empty())
      continue;
    auto &dominators = functionAnalyses.getResult<DominatorTreeAnalysis>(kernel);
    SmallVector<WaitingLoop, 4> waiting = findWaitingLoops(
        loops, functionAnalyses.getResult<ScalarEvolutionAnalysis>(kernel), dominators);
    for (const WaitingLoop &found : waiting) {
      remark(*found.loop->getHeader()->getTerminator(), [waits = found.waits] {
        return "a loop that may wait for another sub-group: the others get their turn" +
               (waits == Waits::perhaps ? " in every " + std::to_string(patience) + "th round"
                                        : std::string());
      });
      yieldIn(found, dominators, loops);
    }
    if (waiting.empty())
      continue;
    isChanged = true;
    functionAnalyses.invalidate(kernel, PreservedAnalyses::none());
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
