#include "compiler/vectorizer/transform/select_cheap_sides.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of both sides together, and of values that they bring; what a mask and its branch take.
constexpr unsigned mostOperations = 8, mostValues = 3;

/// Operations of a register of lanes, or too many of what is slow or may not be done.
unsigned costOf(const Instruction &instruction) {
  if (!isSafeToSpeculativelyExecute(&instruction) || instruction.mayReadOrWriteMemory() ||
      instruction.getType()->isVectorTy())
    return mostOperations + 1;
  switch (instruction.getOpcode()) {
  case Instruction::GetElementPtr:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::BitCast:
  case Instruction::Freeze:
    return instruction.getOpcode() == Instruction::GetElementPtr ? 1 : 0;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FNeg:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::Select:
    return 1;
  case Instruction::Call: {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call)
      return mostOperations + 1;
    switch (call->getIntrinsicID()) {
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::abs:
    case Intrinsic::fabs:
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::fshl:
    case Intrinsic::fshr:
      return 1;
    default:
      return mostOperations + 1;
    }
  }
  default:
    return mostOperations + 1;
  }
}

struct Sides {
  BasicBlock *taken = nullptr, *other = nullptr; ///< null: goes to the join at once
  BasicBlock *join = nullptr;
};

/// A block that nobody else comes to, and from where there is one way.
bool isSide(const BasicBlock &block, const BasicBlock &from) {
  return block.getSinglePredecessor() == &from && block.getSingleSuccessor() &&
         !isa<PHINode>(block.front()) && !block.hasAddressTaken();
}

Sides sidesOf(BasicBlock &block, const BranchInst &branch) {
  BasicBlock *taken = branch.getSuccessor(0), *other = branch.getSuccessor(1);
  const bool isTakenSide = isSide(*taken, block), isOtherSide = isSide(*other, block);
  if (isTakenSide && taken->getSingleSuccessor() == other)
    return {taken, nullptr, other};
  if (isOtherSide && other->getSingleSuccessor() == taken)
    return {nullptr, other, taken};
  if (isTakenSide && isOtherSide && taken != other &&
      taken->getSingleSuccessor() == other->getSingleSuccessor())
    return {taken, other, taken->getSingleSuccessor()};
  return {};
}

unsigned costOf(const BasicBlock *side) {
  unsigned sum = 0;
  if (side)
    for (const Instruction &instruction : *side)
      if (!instruction.isTerminator())
        sum += costOf(instruction);
  return sum;
}

bool isWorthSelects(BasicBlock &block, const Sides &sides) {
  if (!sides.join || sides.join == &block ||
      costOf(sides.taken) + costOf(sides.other) > mostOperations)
    return false;
  // What the lanes share on one side, or have side by side, is not to be lost.
  unsigned values = 0;
  for (const PHINode &phi : sides.join->phis()) {
    if (phi.getType()->isPointerTy() || phi.getType()->isVectorTy() ||
        phi.getType()->isAggregateType())
      return false;
    ++values;
  }
  return values <= mostValues;
}

void makeSelects(BasicBlock &block, BranchInst &branch, const Sides &sides) {
  for (BasicBlock *side : {sides.taken, sides.other})
    if (side)
      hoistAllInstructionsInto(&block, &branch, side);
  IRBuilder<> builder(&branch);
  BasicBlock *fromTaken = sides.taken ? sides.taken : &block;
  BasicBlock *fromOther = sides.other ? sides.other : &block;
  for (PHINode &phi : sides.join->phis()) {
    Value *one = phi.getIncomingValueForBlock(fromTaken);
    Value *two = phi.getIncomingValueForBlock(fromOther);
    Value *chosen = one == two             ? one
                    : isa<UndefValue>(one) ? two
                    : isa<UndefValue>(two) ? one
                                           : builder.CreateSelect(branch.getCondition(), one, two);
    for (BasicBlock *from : {fromTaken, fromOther})
      phi.removeIncomingValue(from, /*DeletePHIIfEmpty=*/false);
    phi.addIncoming(chosen, &block);
  }
  builder.CreateBr(sides.join);
  branch.eraseFromParent();
  for (BasicBlock *side : {sides.taken, sides.other})
    if (side)
      side->eraseFromParent();
}

/// Those that have no others inside.
bool selectInnermost(Function &function, FunctionAnalysisManager &analyses) {
  UniformityInfo &uniformity = analyses.getResult<UniformityInfoAnalysis>(function);
  const auto &loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<BasicBlock *, 16> joins;
  // Other blocks keep their terminators, and with these what is known of them.
  SmallVector<BasicBlock *, 32> blocks;
  for (BasicBlock &block : function)
    if (uniformity.hasDivergentTerminator(block))
      blocks.push_back(&block);
  for (BasicBlock *block : reverse(blocks)) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional())
      continue;
    const Sides sides = sidesOf(*block, *branch);
    if (!isWorthSelects(*block, sides) || loops.isLoopHeader(sides.join))
      continue;
    // A side ends in one way, so that none of the list is erased with it.
    makeSelects(*block, *branch, sides);
    joins.push_back(sides.join);
  }
  // So that what was a branch inside of a side is one straight block with it.
  for (BasicBlock *join : SmallSetVector<BasicBlock *, 16>(joins.begin(), joins.end()))
    MergeBlockIntoPredecessor(join);
  return !joins.empty();
}

} // namespace

bool selectCheapSides(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  while (selectInnermost(function, analyses)) {
    changed = true;
    analyses.invalidate(function, PreservedAnalyses::none());
  }
  return changed;
}

} // namespace heddle::compiler
