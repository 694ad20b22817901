#include "compiler/vectorizer/analysis/control_flow_shape.hpp"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

// A loop that only its latch leaves, and LoopSimplify has seen.
std::optional<DivergentLoop> asLoop(BranchInst &branch, LoopInfo &loops) {
  BasicBlock *block = branch.getParent();
  Loop *loop = loops.getLoopFor(block);
  if (!loop || loop->getLoopLatch() != block || loop->getExitingBlock() != block)
    return std::nullopt;
  bool exitOnTrue = branch.getSuccessor(1) == loop->getHeader();
  BasicBlock *exit = branch.getSuccessor(exitOnTrue ? 0 : 1);
  if (branch.getSuccessor(exitOnTrue ? 1 : 0) != loop->getHeader() || loop->contains(exit) ||
      !loop->getLoopPreheader() || exit->getSinglePredecessor() != block)
    return std::nullopt;
  return DivergentLoop{loop, loop->getLoopPreheader(), loop->getHeader(), exit, exitOnTrue};
}

std::optional<DivergentBranch> asBranch(BranchInst &branch, DominatorTree &dominators,
                                        PostDominatorTree &postDominators, LoopInfo &loops) {
  BasicBlock *block = branch.getParent();
  Loop *loop = loops.getLoopFor(block);
  auto isJoin = [&](BasicBlock *join) {
    DomTreeNode *node = dominators.getNode(join);
    // Blocks that nothing leads to have none.
    return node && node->getIDom() && node->getIDom()->getBlock() == block &&
           postDominators.dominates(join, block) && loops.getLoopFor(join) == loop;
  };
  for (unsigned side = 0; side < 2; ++side) {
    BasicBlock *then = branch.getSuccessor(side), *join = branch.getSuccessor(1 - side);
    // `then` may open a loop of its own, but only behind a block that belongs to this branch.
    if (then->getSinglePredecessor() != block || loops.getLoopFor(then) != loop || !isJoin(join) ||
        then == join)
      continue;
    return DivergentBranch{then, join, side == 0};
  }
  return std::nullopt;
}

template <class Map> auto *find(const Map &map, const BasicBlock *block) {
  auto found = map.find(block);
  return found == map.end() ? nullptr : &found->second;
}

} // namespace

BasicBlock *ControlFlowShape::analyze(Function &function, UniformityInfo &uniformity,
                                      DominatorTree &dominators, PostDominatorTree &postDominators,
                                      LoopInfo &loops) {
  this->loops = &loops;
  branches.clear();
  loopsByLatch.clear();
  latchByHeader.clear();
  latchByExit.clear();
  branchByJoin.clear();
  for (BasicBlock &block : function) {
    Instruction *terminator = block.getTerminator();
    if (isa<ReturnInst>(terminator))
      continue;
    auto *branch = dyn_cast<BranchInst>(terminator);
    if (!branch)
      return &block;
    if (branch->isUnconditional() || !uniformity.hasDivergentTerminator(block))
      continue;
    if (std::optional<DivergentLoop> loop = asLoop(*branch, loops)) {
      latchByHeader[loop->header] = &block;
      latchByExit[loop->exit] = &block;
      loopsByLatch.try_emplace(&block, *loop);
    } else if (std::optional<DivergentBranch> shape =
                   asBranch(*branch, dominators, postDominators, loops)) {
      branchByJoin[shape->join] = &block;
      branches.try_emplace(&block, *shape);
    } else {
      return &block;
    }
  }
  // The lanes of a block follow from its immediate dominator. A block behind a divergent branch
  // that is no part of its shape would have lanes from elsewhere, such as the next round of a loop.
  for (BasicBlock &block : function) {
    DomTreeNode *node = dominators.getNode(&block);
    if (!node)
      return &block;
    if (!node->getIDom())
      continue;
    BasicBlock *dominator = node->getIDom()->getBlock();
    if (const DivergentBranch *branch = branchAt(dominator)) {
      if (branch->then != &block && branch->join != &block)
        return &block;
    } else if (const DivergentLoop *loop = loopWithLatch(dominator)) {
      if (loop->exit != &block)
        return &block;
    }
  }
  return nullptr;
}

const DivergentBranch *ControlFlowShape::branchAt(const BasicBlock *block) const {
  return find(branches, block);
}
const DivergentLoop *ControlFlowShape::loopWithLatch(const BasicBlock *block) const {
  return find(loopsByLatch, block);
}
const DivergentLoop *ControlFlowShape::loopWithHeader(const BasicBlock *block) const {
  auto *latch = find(latchByHeader, block);
  return latch ? loopWithLatch(*latch) : nullptr;
}
const DivergentLoop *ControlFlowShape::loopWithExit(const BasicBlock *block) const {
  auto *latch = find(latchByExit, block);
  return latch ? loopWithLatch(*latch) : nullptr;
}
BasicBlock *ControlFlowShape::branchJoiningAt(const BasicBlock *block) const {
  auto *found = find(branchByJoin, block);
  return found ? *found : nullptr;
}

} // namespace heddle::compiler
