#include "compiler/matrix/tiles/split_tile_exits.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool hasTilePhi(const BasicBlock &block) {
  return any_of(block.phis(), [](const PHINode &phi) { return phi.getType()->isX86_AMXTy(); });
}

/// An instruction that the block is not empty with.
void keep(BasicBlock &block) {
  IRBuilder<> builder(block.getTerminator());
  auto *type = FunctionType::get(builder.getVoidTy(), false);
  CallInst *nothing = builder.CreateCall(InlineAsm::get(type, "", "", /*hasSideEffects=*/true));
  nothing->setDoesNotThrow();
  nothing->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  nothing->addFnAttr(Attribute::WillReturn);
}

} // namespace

PreservedAnalyses SplitTileExitsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &tree = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<std::pair<BasicBlock *, BasicBlock *>> exits;
  bool changed = false;
  for (BasicBlock &block : function) {
    const auto isExit = [&](const BasicBlock &from) {
      const Loop *loop = loops.getLoopFor(&from);
      return loop && !loop->contains(&block) && !from.getUniqueSuccessor();
    };
    if (const BasicBlock *from = block.getUniquePredecessor()) {
      const BasicBlock *next = block.getUniqueSuccessor();
      if (isExit(*from) && next && (hasTilePhi(block) || hasTilePhi(*next))) {
        keep(block);
        changed = true;
      }
    } else if (hasTilePhi(block)) {
      for (BasicBlock *from : predecessors(&block))
        if (isExit(*from) && !is_contained(exits, std::pair(from, &block)))
          exits.emplace_back(from, &block);
    }
  }
  // Knowing of loops, it would join all other ways out of one.
  CriticalEdgeSplittingOptions options(&tree);
  options.setMergeIdenticalEdges();
  for (auto [from, to] : exits)
    if (BasicBlock *exit = SplitCriticalEdge(from, to, options))
      keep(*exit);
  if (exits.empty() && !changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserve<DominatorTreeAnalysis>();
  return kept;
}

} // namespace heddle::compiler
