#include "compiler/ir/dependence_chains.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Vector operations that begin in a cycle.
constexpr double width = 2;
/// Time that two registers must save, as a share of that of one.
constexpr double worthwhile = 0.8;
/// A gather of a register of lanes: what it keeps busy, and until its result is there.
constexpr double gatherWork = 16, gatherLatency = 24;

struct Cost {
  double work;
  double latency;
};

/// What differs between work-items, as far as values tell: control flow is left out.
class VaryingValues {
public:
  explicit VaryingValues(Function &function) {
    SmallVector<const Instruction *> left;
    const auto add = [&](const Instruction &instruction) {
      if (values.insert(&instruction).second)
        left.push_back(&instruction);
    };
    for (const Instruction &instruction : instructions(function))
      if (std::optional<InternalOp> op = internalOp(instruction);
          op && internalOpUniformity(*op) == Uniformity::divergent)
        add(instruction);
    while (!left.empty())
      for (const User *user : left.pop_back_val()->users())
        if (const auto *instruction = dyn_cast<Instruction>(user))
          add(*instruction);
  }
  bool contains(const Value *value) const { return values.contains(value); }

private:
  SmallPtrSet<const Value *, 32> values;
};

Cost costOf(const Instruction &instruction) {
  if (isa<PHINode, GetElementPtrInst, BitCastInst, StoreInst>(instruction) ||
      instruction.isTerminator())
    return {0, 0};
  switch (instruction.getOpcode()) {
  case Instruction::Load: {
    // Lanes beside each other are one access; the rest is taken apart.
    const auto *address = dyn_cast<GetElementPtrInst>(
        cast<LoadInst>(instruction).getPointerOperand()->stripPointerCasts());
    const Value *index = address ? address->getOperand(address->getNumOperands() - 1) : nullptr;
    while (index && isa<SExtInst, ZExtInst, TruncInst>(index))
      index = cast<User>(index)->getOperand(0);
    const bool isGather = !index || isa<LoadInst, BinaryOperator, PHINode>(index);
    return isGather ? Cost{gatherWork, gatherLatency} : Cost{1, 6};
  }
  case Instruction::Mul:
    return {2, 6};
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
    return {1, 4};
  case Instruction::FDiv:
  case Instruction::FRem:
    return {10, 16};
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return {64, 64};
  case Instruction::Call: {
    const auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call)
      return internalOp(instruction) ? Cost{0, 0} : Cost{40, 40};
    switch (call->getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return {1, 4};
    case Intrinsic::sqrt:
      return {16, 20};
    default:
      return {1, 1};
    }
  }
  default:
    return {1, 1};
  }
}

/// Registers of lanes that a value takes.
unsigned registersFor(const Type &type) {
  if (!type.isIntOrIntVectorTy() && !type.isFPOrFPVectorTy())
    return 1;
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  return (vector ? vector->getNumElements() : 1) * (type.getScalarSizeInBits() > 32 ? 2 : 1);
}

/// The times of a round with one and with two registers of lanes, for that many lanes.
struct RoundTimes {
  double one = 0, two = 0;
  bool fits = true;
};

RoundTimes timesOf(Loop &loop, LoopInfo &loops, const VaryingValues &varying, unsigned registers) {
  double work = 0, chain = 0;
  unsigned carried = 0;
  int live = 0, mostLive = 0;
  DenseMap<const Value *, double> ready;
  SmallPtrSet<const Value *, 16> fromOutside;
  LoopBlocksDFS order(&loop);
  order.perform(&loops);
  for (BasicBlock *block : make_range(order.beginRPO(), order.endRPO()))
    for (Instruction &instruction : *block) {
      if (!varying.contains(&instruction))
        continue;
      const unsigned components = registersFor(*instruction.getType());
      if (isa<PHINode>(instruction) && block == loop.getHeader()) {
        carried += components;
        continue;
      }
      const Cost cost = costOf(instruction);
      double begin = 0;
      for (const Use &operand : instruction.operands()) {
        if (auto found = ready.find(operand.get()); found != ready.end())
          begin = std::max(begin, found->second);
        const auto *source = dyn_cast<Instruction>(operand.get());
        if (source && varying.contains(source) && !loop.contains(source) &&
            !source->getType()->isPointerTy())
          fromOutside.insert(source);
        // Its last use in this block ends a value, near enough.
        if (source && source->getParent() == block && source->hasOneUse() &&
            costOf(*source).work > 0)
          live -= static_cast<int>(registersFor(*source->getType()));
      }
      work += cost.work * components;
      ready[&instruction] = begin + cost.latency;
      if (cost.work > 0 && !instruction.getType()->isVoidTy()) {
        live += static_cast<int>(components);
        mostLive = std::max(mostLive, live);
      }
    }
  for (BasicBlock *latch : loop.blocks())
    if (loop.isLoopLatch(latch))
      for (PHINode &phi : loop.getHeader()->phis())
        if (auto found = ready.find(phi.getIncomingValueForBlock(latch)); found != ready.end())
          chain = std::max(chain, found->second);
  const unsigned needed = carried + static_cast<unsigned>(fromOutside.size()) +
                          static_cast<unsigned>(std::min(mostLive, 8));
  return {std::max(work / width, chain), std::max(2 * work / width, chain) / 2,
          2 * needed <= registers};
}

bool endsTogether(const Loop &loop, const VaryingValues &varying) {
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  return all_of(exiting, [&](const BasicBlock *block) {
    return all_of(block->getTerminator()->operands(),
                  [&](const Use &operand) { return !varying.contains(operand.get()); });
  });
}

} // namespace

bool isChainBound(Function &kernel, unsigned registers) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  BranchProbabilityInfo probabilities(kernel, loops);
  BlockFrequencyInfo frequencies(kernel, probabilities, loops);
  const VaryingValues varying(kernel);
  double one = 0, two = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    if (!endsTogether(*loop, varying))
      return false;
    const RoundTimes times = timesOf(*loop, loops, varying, registers);
    if (!times.fits)
      return false;
    const auto rounds = double(frequencies.getBlockFreq(loop->getHeader()).getFrequency());
    one += rounds * times.one;
    two += rounds * times.two;
  }
  return one > 0 && two < worthwhile * one;
}

} // namespace heddle::compiler
