// Four products of a round, with two columns of B, before and after:
//
//   c0 = mad(pair_join(a0), b0, c0)            j = pair_join(a0, a1)
//   c1 = mad(pair_join(a1), b0, c1)            c0 = mad(j[first half], b0, c0)
//   c2 = mad(pair_join(a0), b1, c2)            c1 = mad(j[second half], b0, c1)
//   c3 = mad(pair_join(a1), b1, c3)            c2 = mad(j[first half], b1, c2) …

#include "compiler/workgroup/merge_pair_joins.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isPairJoin(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::pairJoin;
}

/// What the branch or switch at the end of a block decides by, null for another terminator.
const Value *conditionOf(const BasicBlock &block) {
  const Instruction *terminator = block.getTerminator();
  if (const auto *branch = dyn_cast<BranchInst>(terminator))
    return branch->isConditional() ? branch->getCondition() : nullptr;
  const auto *choice = dyn_cast<SwitchInst>(terminator);
  return choice ? choice->getCondition() : nullptr;
}

/// Whether every condition that decides about one of the blocks is the same in the work-group.
bool allComeTo(SmallSetVector<const BasicBlock *, 16> blocks, const Function &function,
               const PostDominatorTree &postDominators, SharedValues shared) {
  for (unsigned next = 0; next < blocks.size(); ++next)
    for (const BasicBlock &block : function) {
      const BasicBlock *decided = blocks[next];
      const auto comesBehind = [&](const BasicBlock *successor) {
        return postDominators.dominates(decided, successor);
      };
      if (block.getTerminator()->getNumSuccessors() < 2 ||
          postDominators.properlyDominates(decided, &block) ||
          none_of(successors(&block), comesBehind))
        continue;
      const Value *condition = conditionOf(block);
      if (!condition || !shared.isShared(*condition))
        return false;
      blocks.insert(&block);
    }
  return true;
}

/// What pairs do not meet across: other waits, and calls that may hold one.
bool isBoundary(const Instruction &instruction) {
  if (const std::optional<InternalOp> op = internalOp(instruction))
    return isSuspension(*op);
  return isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction);
}

/// Whether an instruction does the same further down in its block.
bool canSink(const Instruction &instruction) {
  return internalOp(instruction) == InternalOp::matrixMad ||
         (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
          !instruction.isTerminator());
}

class JoinsOfBlock {
public:
  explicit JoinsOfBlock(BasicBlock &block) : block(block) {}

  bool merge() {
    SmallVector<Instruction *> all(make_pointer_range(block));
    for (Instruction *instruction : all)
      look(*instruction);
    close();
    return isChanged;
  }

private:
  // More would be much memory for each pair, and long vectors.
  static constexpr unsigned mostAtOnce = 16;

  void look(Instruction &instruction) {
    const bool isBehind = any_of(instruction.operands(),
                                 [&](const Value *operand) { return behind.contains(operand); });
    auto *join = isPairJoin(instruction) ? cast<CallInst>(&instruction) : nullptr;
    if (join ? isBehind || joins.size() == mostAtOnce ||
                   (!joins.empty() && join->getType() != joins.front()->getType())
             : isBoundary(instruction) || (isBehind && !canSink(instruction)))
      close();
    if (join) {
      joins.push_back(join);
      sinking.append(waiting);
      waiting.clear();
      behind.insert(join);
    } else if (isBehind && !joins.empty()) {
      waiting.push_back(&instruction);
      behind.insert(&instruction);
    }
  }

  /// Merges the joins so far at the last one of them.
  void close() {
    if (joins.size() > 1) {
      replace(joins, sinking);
      isChanged = true;
    }
    joins.clear();
    sinking.clear();
    waiting.clear();
    behind.clear();
  }

  /// `sinking`: what uses some of the joins before the last one.
  static void replace(ArrayRef<CallInst *> joins, ArrayRef<Instruction *> sinking) {
    Instruction &place = *joins.back();
    SmallSetVector<Value *, 8> halves;
    for (CallInst *join : joins)
      halves.insert(join->getArgOperand(0));
    auto *joined = cast<FixedVectorType>(joins.front()->getType());
    const unsigned components = joined->getNumElements();
    auto *type = FixedVectorType::get(joined->getElementType(), components * halves.size());
    const SmallVector<Type *, 8> types(halves.size(), halves.front()->getType());
    IRBuilder<> builder(&place);
    builder.SetCurrentDebugLocation(joins.front()->getDebugLoc());
    CallInst *all =
        builder.CreateCall(getInternalOp(*place.getModule(), InternalOp::pairJoin,
                                         FunctionType::get(type, types, /*isVarArg=*/false)),
                           halves.getArrayRef());
    SmallVector<Value *, 8> parts;
    for (unsigned part = 0; part < halves.size(); ++part)
      parts.push_back(halves.size() == 1
                          ? all
                          : builder.CreateShuffleVector(
                                all, createSequentialMask(part * components, components, 0)));
    for (Instruction *user : sinking)
      user->moveBefore(place.getIterator());
    for (CallInst *join : joins) {
      join->replaceAllUsesWith(parts[find(halves, join->getArgOperand(0)) - halves.begin()]);
      join->eraseFromParent();
    }
  }

  BasicBlock &block;
  SmallVector<CallInst *, mostAtOnce> joins;
  /// What the joins' results go into, by places in front of the last join and behind it.
  SmallVector<Instruction *, 16> sinking, waiting;
  SmallPtrSet<const Value *, 32> behind;
  bool isChanged = false;
};

} // namespace

PreservedAnalyses MergePairJoinsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallSetVector<const BasicBlock *, 16> blocks;
  unsigned count = 0;
  for (const Instruction &instruction : instructions(function))
    if (isPairJoin(instruction)) {
      blocks.insert(instruction.getParent());
      ++count;
    }
  if (count < 2 ||
      !allComeTo(blocks, function, analyses.getResult<PostDominatorTreeAnalysis>(function),
                 SharedValues(analyses.getResult<LoopAnalysis>(function))))
    return PreservedAnalyses::all();
  bool isChanged = false;
  for (BasicBlock &block : function)
    isChanged |= JoinsOfBlock(block).merge();
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
