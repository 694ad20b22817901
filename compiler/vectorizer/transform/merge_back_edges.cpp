#include "compiler/vectorizer/transform/merge_back_edges.hpp"

#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

PreservedAnalyses MergeBackEdgesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *> latches;
    loop->getLoopLatches(latches);
    if (latches.size() < 2)
      continue;
    MDNode *id = nullptr;
    for (BasicBlock *latch : latches)
      if (MDNode *known = latch->getTerminator()->getMetadata(LLVMContext::MD_loop)) {
        id = id ? id : known;
        latch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
      }
    BasicBlock *merged =
        SplitBlockPredecessors(loop->getHeader(), latches, ".again", &updater, &loops);
    merged->getTerminator()->setMetadata(LLVMContext::MD_loop, id);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
