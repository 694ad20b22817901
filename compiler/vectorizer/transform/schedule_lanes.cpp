// A region becomes
//
//   entry:     …; br to the first block
//   dispatch:  at = phi [first, entry], [to, collect]
//              switch at: first, headers…          lanes that wait at different places part
//   blocks of the region, whose edges around waiting loops and out of it end in
//   collect:   to = phi [number of the target, …]
//              to < number of headers ? dispatch : leave
//   leave:     switch to: blocks behind the region
//
// which is structurized like any other loop later. Values go through memory meanwhile.

#include "compiler/vectorizer/transform/schedule_lanes.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/waiting_loops.hpp"
#include "compiler/vectorizer/analysis/lane_regions.hpp"
#include "compiler/vectorizer/transform/fix_irreducible_loops.hpp"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Operands of a value that are computed before the region with it.
constexpr unsigned maximumHoistDepth = 8;

/// The same for every round: it need not go through the region's loop.
bool canBeHoisted(const Instruction &instruction, const Instruction &to,
                  const DominatorTree &dominators, unsigned depth = 0) {
  if (dominators.dominates(&instruction, &to))
    return true;
  auto *call = dyn_cast<CallInst>(&instruction);
  const bool isQuery = call && internalOp(*call) && call->doesNotAccessMemory() &&
                       call->willReturn() && !call->isConvergent();
  if (depth == maximumHoistDepth || isa<PHINode>(instruction) || instruction.isTerminator() ||
      instruction.mayReadOrWriteMemory() || instruction.getType()->isVoidTy() ||
      (!isQuery && !isSafeToSpeculativelyExecute(&instruction)))
    return false;
  return all_of(instruction.operands(), [&](const Value *operand) {
    auto *definition = dyn_cast<Instruction>(operand);
    return !definition || canBeHoisted(*definition, to, dominators, depth + 1);
  });
}

void hoist(Instruction &instruction, Instruction &to, const DominatorTree &dominators) {
  if (dominators.dominates(&instruction, &to))
    return;
  for (Value *operand : instruction.operands())
    if (auto *definition = dyn_cast<Instruction>(operand))
      hoist(*definition, to, dominators);
  instruction.moveBefore(to.getIterator());
  instruction.dropUBImplyingAttrsAndMetadata();
}

bool leavesBlock(const Instruction &instruction) {
  return any_of(instruction.users(), [&](const User *user) {
    return isa<PHINode>(user) || cast<Instruction>(user)->getParent() != instruction.getParent();
  });
}

class RegionScheduler {
public:
  RegionScheduler(Function &function, LaneRegion &region, DominatorTree &dominators,
                  LoopInfo &loops)
      : function(function), region(region), dominators(dominators), loops(loops),
        builder(function.getContext()) {}

  void run() {
    collectEdges();
    separateEntry();
    hoistValues();
    putValuesIntoMemory();
    connect();
    dominators.recalculate(function);
    PromoteMemToReg(variables, dominators);
  }

private:
  struct Edge {
    BasicBlock *from;
    unsigned successor;
    BasicBlock *to;
  };

  /// Edges around the loops that are taken apart, and out of the region.
  void collectEdges() {
    for (BasicBlock *block : region.blocks) {
      Instruction *end = block->getTerminator();
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
        BasicBlock *next = end->getSuccessor(i);
        const Loop *loop = loops.getLoopFor(next);
        if (!region.blocks.contains(next)) {
          edges.push_back({block, i, next});
          if (!is_contained(exits, next))
            exits.push_back(next);
        } else if (is_contained(region.headers, next) && loop->contains(block)) {
          edges.push_back({block, i, next});
        }
      }
    }
  }

  /// The branch into the region gets a block of its own, which is part of it where it decides.
  void separateEntry() {
    Instruction *end = region.entry->getTerminator();
    const bool decides =
        end->getNumSuccessors() != 1 || !is_contained(region.headers, end->getSuccessor(0));
    BasicBlock *before = region.entry;
    BasicBlock *decision = SplitBlock(before, end, &dominators, &loops);
    dispatch = BasicBlock::Create(function.getContext(), "lanes", &function, decision);
    collect = BasicBlock::Create(function.getContext(), "lanes.collect", &function,
                                 decision->getNextNode());
    targets.assign(region.headers.begin(), region.headers.end());
    if (decides) {
      first = targets.size();
      targets.push_back(decision);
      region.blocks.insert(decision);
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i)
        if (BasicBlock *next = end->getSuccessor(i); !region.blocks.contains(next)) {
          edges.push_back({decision, i, next});
          if (!is_contained(exits, next))
            exits.push_back(next);
        }
      entry = before;
    } else {
      first = find(targets, end->getSuccessor(0)) - targets.begin();
      entry = decision;
    }
  }

  void hoistValues() {
    Instruction *to = region.entry->getTerminator();
    SmallVector<Instruction *, 16> found;
    for (BasicBlock *block : region.blocks)
      for (Instruction &instruction : *block)
        if (leavesBlock(instruction) && canBeHoisted(instruction, *to, dominators))
          found.push_back(&instruction);
    for (Instruction *instruction : found)
      hoist(*instruction, *to, dominators);
  }

  void putValuesIntoMemory() {
    SmallSetVector<BasicBlock *, 8> joined(targets.begin(), targets.end());
    joined.insert(exits.begin(), exits.end());
    for (BasicBlock *block : joined)
      for (PHINode &phi : make_early_inc_range(block->phis()))
        if (AllocaInst *variable = DemotePHIToStack(&phi))
          variables.push_back(variable);
    SmallVector<Instruction *, 16> crossing;
    for (BasicBlock *block : region.blocks)
      for (Instruction &instruction : *block)
        if (leavesBlock(instruction))
          crossing.push_back(&instruction);
    for (Instruction *instruction : crossing)
      if (AllocaInst *variable = DemoteRegToStack(*instruction))
        variables.push_back(variable);
  }

  void connect() {
    Type *i32 = builder.getInt32Ty();
    builder.SetInsertPoint(dispatch);
    PHINode *at = builder.CreatePHI(i32, 2, "at");
    switchTo(at, targets, 0);
    entry->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(entry);
    builder.CreateBr(dispatch);
    at->addIncoming(builder.getInt32(first), entry);

    builder.SetInsertPoint(collect);
    PHINode *to = builder.CreatePHI(i32, edges.size(), "to");
    at->addIncoming(to, collect);
    for (const Edge &edge : edges) {
      const auto target = find(targets, edge.to);
      const unsigned number = target != targets.end()
                                  ? target - targets.begin()
                                  : targets.size() + (find(exits, edge.to) - exits.begin());
      BasicBlock *step =
          BasicBlock::Create(function.getContext(), "lanes.step", &function, collect);
      Instruction *end = edge.from->getTerminator();
      BranchInst::Create(collect, step)->setDebugLoc(end->getDebugLoc());
      end->setSuccessor(edge.successor, step);
      end->setMetadata(LLVMContext::MD_loop, nullptr);
      to->addIncoming(builder.getInt32(number), step);
    }
    if (exits.empty()) {
      builder.CreateBr(dispatch);
      return;
    }
    BasicBlock *leave =
        BasicBlock::Create(function.getContext(), "lanes.end", &function, collect->getNextNode());
    builder.CreateCondBr(builder.CreateICmpULT(to, builder.getInt32(targets.size())), dispatch,
                         leave);
    builder.SetInsertPoint(leave);
    switchTo(to, exits, targets.size());
  }

  void switchTo(Value *number, ArrayRef<BasicBlock *> blocks, unsigned base) {
    if (blocks.size() == 1) {
      builder.CreateBr(blocks.front());
      return;
    }
    SwitchInst *choice = builder.CreateSwitch(number, blocks.back(), blocks.size() - 1);
    for (unsigned i = 0; i + 1 < blocks.size(); ++i)
      choice->addCase(builder.getInt32(base + i), blocks[i]);
  }

  Function &function;
  LaneRegion &region;
  DominatorTree &dominators;
  LoopInfo &loops;
  IRBuilder<> builder;
  SmallVector<Edge, 8> edges;
  SmallVector<BasicBlock *, 4> exits, targets;
  BasicBlock *entry = nullptr, *dispatch = nullptr, *collect = nullptr;
  unsigned first = 0;
  SmallVector<AllocaInst *, 16> variables;
};

/// LLVM moves what reads no memory from in front of a loop to behind it where that needs it, lanes
/// or not. There it would be in the middle of a lock. All lanes come to both places.
void moveInFront(const Loop &loop, const DominatorTree &dominators) {
  BasicBlock *before = loop.getLoopPreheader(), *behind = loop.getUniqueExitBlock();
  if (!before || !behind ||
      !all_of(predecessors(behind), [&](const BasicBlock *block) { return loop.contains(block); }))
    return;
  Instruction &to = *before->getTerminator();
  for (Instruction &instruction : make_early_inc_range(*behind)) {
    if (!isTogether(instruction))
      continue;
    if (!cast<CallBase>(instruction).doesNotAccessMemory() ||
        !all_of(instruction.operands(), [&](const Value *operand) {
          auto *definition = dyn_cast<Instruction>(operand);
          return !definition || canBeHoisted(*definition, to, dominators);
        }))
      return;
    hoist(instruction, to, dominators);
  }
}

/// What lanes do together begins a block, what may end waiting ends one. Returns the blocks behind.
SmallVector<BasicBlock *, 8> cutBlocks(Function &function, ArrayRef<WaitingLoop> waiting) {
  SmallVector<const WaitingLoop *, 4> all;
  for (const WaitingLoop &found : waiting)
    all.push_back(&found);
  SmallSetVector<Instruction *, 16> cuts;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      if (isTogether(instruction) && &instruction != &block.front())
        cuts.insert(&instruction);
      if (mayEndWaiting(instruction, all) && !isa<BranchInst>(instruction.getNextNode()))
        cuts.insert(instruction.getNextNode());
    }
  SmallVector<BasicBlock *, 8> behind;
  for (Instruction *cut : reverse(cuts))
    behind.push_back(cut->getParent()->splitBasicBlock(cut->getIterator()));
  return behind;
}

} // namespace

PreservedAnalyses ScheduleLanesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || function.isDeclaration() || !looksForOthers(function))
    return PreservedAnalyses::all();
  bool isChanged = fixIrreducibleLoops(function, analyses);
  auto result = [&] { return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all(); };
  if (subGroupSize(function) <= 1)
    return result();
  auto find = [&] {
    return findWaitingLoops(analyses.getResult<LoopAnalysis>(function),
                            analyses.getResult<ScalarEvolutionAnalysis>(function),
                            analyses.getResult<DominatorTreeAnalysis>(function));
  };
  SmallVector<WaitingLoop, 4> waiting = find();
  if (waiting.empty())
    return result();
  auto &before = analyses.getResult<DominatorTreeAnalysis>(function);
  // Inner loops and later ones first: it may have passed several.
  for (const WaitingLoop &found : reverse(waiting))
    moveInFront(*found.loop, before);
  SmallVector<BasicBlock *, 8> behind = cutBlocks(function, waiting);
  analyses.invalidate(function, PreservedAnalyses::none());
  waiting = find();
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  std::vector<LaneRegion> regions = findLaneRegions(
      waiting, loops, dominators, analyses.getResult<UniformityInfoAnalysis>(function));
  // A region that begins where another one ends is an end of that one, as it then is.
  DenseMap<const BasicBlock *, unsigned> order;
  for (const BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    order.try_emplace(block, order.size());
  sort(regions,
       [&](const LaneRegion &a, const LaneRegion &b) { return order[a.entry] > order[b.entry]; });
  for (LaneRegion &region : regions) {
    remark(*region.headers.front()->getTerminator(), [] {
      return std::string("work-items of a sub-group may wait for one another here: each goes on as "
                         "soon as it can, whatever the others wait for");
    });
    RegionScheduler(function, region, dominators, loops).run();
  }
  for (BasicBlock *block : behind)
    MergeBlockIntoPredecessor(block);
  analyses.invalidate(function, PreservedAnalyses::none());
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
