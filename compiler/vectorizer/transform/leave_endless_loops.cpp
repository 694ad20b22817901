#include "compiler/vectorizer/transform/leave_endless_loops.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Blocks = SmallPtrSet<BasicBlock *, 32>;

Blocks blocksThatReturn(Function &function) {
  Blocks found;
  SmallVector<BasicBlock *> work;
  for (BasicBlock &block : function)
    if (isa<ReturnInst>(block.getTerminator()))
      work.push_back(&block);
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (found.insert(block).second)
      append_range(work, predecessors(block));
  }
  return found;
}

struct Way {
  BasicBlock *from, *to;
};

// Past the last branch that could have led elsewhere, unless that leads to the loop again.
Way wayPast(BasicBlock &header, const Blocks &returning, const DominatorTree &dominators) {
  for (DomTreeNode *node = dominators.getNode(&header)->getIDom(); node; node = node->getIDom()) {
    BasicBlock *block = node->getBlock();
    if (!returning.contains(block))
      continue;
    for (BasicBlock *next : successors(block))
      if (returning.contains(next) && !isPotentiallyReachable(next, &header))
        return {block, next};
    break;
  }
  for (BasicBlock *block : returning)
    if (isa<ReturnInst>(block->getTerminator()))
      return {nullptr, block};
  return {nullptr, nullptr};
}

// The condition is true, but for lanes that are not there, and no pass in between may know it.
Value *goesOn(Instruction &latch) {
  IRBuilder<> builder(&latch);
  auto *type = FunctionType::get(builder.getInt32Ty(), false);
  FunctionCallee laneNumber = getInternalOp(*latch.getModule(), InternalOp::subGroupLocalId, type);
  return builder.CreateICmpSGE(builder.CreateCall(laneNumber), builder.getInt32(0), "goes_on");
}

void addExit(Loop &loop, Way way) {
  BasicBlock &header = *loop.getHeader();
  BasicBlock &latch = *loop.getLoopLatch();
  BasicBlock *round =
      BasicBlock::Create(header.getContext(), "endless", header.getParent(), latch.getNextNode());
  latch.getTerminator()->replaceSuccessorWith(&header, round);
  header.replacePhiUsesWith(&latch, round);
  BranchInst *again =
      BranchInst::Create(&header, way.to, ConstantInt::getTrue(header.getContext()), round);
  again->setCondition(goesOn(*again));
  for (PHINode &phi : way.to->phis())
    phi.addIncoming(
        way.from ? phi.getIncomingValueForBlock(way.from) : PoisonValue::get(phi.getType()), round);
}

} // namespace

bool leaveEndlessLoops(Function &function, FunctionAnalysisManager &analyses) {
  LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<Loop *> endless;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->hasNoExitBlocks() && loop->getLoopLatch())
      endless.push_back(loop);
  if (endless.empty())
    return false;
  const Blocks returning = blocksThatReturn(function);
  const DominatorTree &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<Way> ways;
  for (Loop *loop : endless)
    ways.push_back(wayPast(*loop->getHeader(), returning, dominators));
  bool changed = false;
  for (auto [loop, way] : zip_equal(endless, ways))
    if (way.to) {
      addExit(*loop, way);
      changed = true;
    }
  if (changed)
    analyses.invalidate(function, PreservedAnalyses::none());
  return changed;
}

} // namespace heddle::compiler
