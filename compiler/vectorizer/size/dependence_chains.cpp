#include "compiler/vectorizer/size/dependence_chains.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Vector operations that begin in a cycle.
constexpr double width = 2;
/// Instructions that a processor looks ahead, about.
constexpr double lookAhead = 256;
/// Instructions of kernels of long vectors that would be too much code as lanes.
constexpr unsigned longKernel = 2000;
/// Time that two registers must save, as a share of that of one.
constexpr double worthwhile = 0.8;
/// From the condition by which lanes leave a loop to the mask of the next round, and what a loop
/// takes longer that twice as many leave at different times.
constexpr double maskLatency = 8, longerForTwo = 1.1;
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

/// What a round of a loop takes.
struct Round {
  double work = 0;     ///< of one register of lanes for each scalar and component
  double workItem = 0; ///< of one work-item, with a register for each vector
  double chain = 0;
  double end = 0; ///< from a round's beginning until it is known who leaves
  bool endsTogether = true;
  unsigned registers = 0; ///< that lanes need
};

void addWork(Round &round, const Instruction &instruction, const Cost &cost, unsigned floatLanes) {
  round.work += cost.work * registersFor(*instruction.getType());
  const unsigned bits = std::max(instruction.getType()->getScalarSizeInBits(), 8U);
  const auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
  const unsigned components = vector ? vector->getNumElements() : 1;
  round.workItem += cost.work * static_cast<double>(divideCeil(components * bits, 32 * floatLanes));
}

Round roundOf(Loop &loop, LoopInfo &loops, const VaryingValues &varying, unsigned floatLanes) {
  Round round;
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
      addWork(round, instruction, cost, floatLanes);
      ready[&instruction] = begin + cost.latency;
      if (cost.work > 0 && !instruction.getType()->isVoidTy()) {
        live += static_cast<int>(components);
        mostLive = std::max(mostLive, live);
      }
    }
  SmallVector<BasicBlock *> exiting;
  loop.getExitingBlocks(exiting);
  for (const BasicBlock *block : exiting)
    for (const Use &operand : block->getTerminator()->operands()) {
      round.endsTogether &= !varying.contains(operand.get());
      round.end = std::max(round.end, ready.lookup(operand.get()));
    }
  for (BasicBlock *latch : loop.blocks())
    if (loop.isLoopLatch(latch))
      for (PHINode &phi : loop.getHeader()->phis())
        if (auto found = ready.find(phi.getIncomingValueForBlock(latch)); found != ready.end())
          round.chain = std::max(round.chain, found->second);
  round.registers = carried + static_cast<unsigned>(fromOutside.size()) +
                    static_cast<unsigned>(std::min(mostLive, 8));
  return round;
}

/// A block as a round that ends in nothing. Processors begin what follows, the next work-item, as
/// far as they look ahead.
Round straightRound(BasicBlock &block, const VaryingValues &varying, unsigned floatLanes) {
  Round round;
  DenseMap<const Value *, double> ready;
  unsigned count = 0;
  for (Instruction &instruction : block) {
    if (!varying.contains(&instruction))
      continue;
    const Cost cost = costOf(instruction);
    addWork(round, instruction, cost, floatLanes);
    count += cost.work > 0;
    double begin = 0;
    for (const Use &operand : instruction.operands())
      begin = std::max(begin, ready.lookup(operand.get()));
    round.chain = std::max(round.chain, ready[&instruction] = begin + cost.latency);
  }
  round.chain /= std::max(1.0, lookAhead / std::max(count, 1U));

  // Which vectors are live, from the end on. Scalars are mostly indices.
  SmallPtrSet<const Instruction *, 16> live;
  unsigned now = 0;
  const auto registersOf = [](const Instruction &value) {
    // One scalar for all components is one for lanes, too.
    if (getSplatValue(&value))
      return 1U;
    // What is used once need not be there with all of its components at a time.
    const unsigned all = registersFor(*value.getType());
    return value.hasOneUse() ? std::min(all, 8U) : all;
  };
  const auto keep = [&](const Instruction &value) {
    if (varying.contains(&value) && value.getType()->isVectorTy() && live.insert(&value).second)
      now += registersOf(value);
  };
  for (Instruction &instruction : reverse(block)) {
    if (any_of(instruction.users(),
               [&](const User *user) { return cast<Instruction>(user)->getParent() != &block; }))
      keep(instruction);
    round.registers = std::max(round.registers, now);
    if (live.erase(&instruction))
      now -= registersOf(instruction);
    for (const Use &operand : instruction.operands())
      if (const auto *value = dyn_cast<Instruction>(operand.get()))
        keep(*value);
  }
  return round;
}

/// Calls visit(round, how often) for each inner loop until it returns false; false then.
bool forEachInnerLoop(Function &kernel, unsigned floatLanes,
                      function_ref<bool(const Round &round, double rounds)> visit) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  BranchProbabilityInfo probabilities(kernel, loops);
  BlockFrequencyInfo frequencies(kernel, probabilities, loops);
  const VaryingValues varying(kernel);
  return all_of(loops.getLoopsInPreorder(), [&](Loop *loop) {
    if (!loop->isInnermost())
      return true;
    const auto rounds = double(frequencies.getBlockFreq(loop->getHeader()).getFrequency());
    return visit(roundOf(*loop, loops, varying, floatLanes), rounds);
  });
}

} // namespace

bool isChainBound(Function &kernel, unsigned registers) {
  // Few work-items of a work-group may share a row of its own: the others of a sub-group would
  // wait.
  const bool meets = any_of(instructions(kernel), [](const Instruction &instruction) {
    return internalOp(instruction) == InternalOp::workGroupBarrier;
  });
  double one = 0, two = 0;
  const bool all = forEachInnerLoop(kernel, 1, [&](const Round &round, double rounds) {
    const double chain =
        round.endsTogether ? round.chain : std::max(round.chain, round.end + maskLatency);
    one += rounds * std::max(round.work / width, chain);
    two += rounds * (round.endsTogether ? 1 : longerForTwo) *
           std::max(2 * round.work / width, chain) / 2;
    return (round.endsTogether || !meets) && 2 * round.registers <= registers;
  });
  return all && one > 0 && two < worthwhile * one;
}

bool lanesHideChains(Function &kernel, unsigned floatLanes, unsigned registers) {
  // Each operation on a vector becomes many.
  if (kernel.getInstructionCount() > longKernel)
    return false;
  // What stays out of line is long, too, and its chains are not in sight: the rest of the kernel
  // looks as if it only waited for the call.
  if (any_of(instructions(kernel), [](const Instruction &instruction) {
        const auto *call = dyn_cast<CallInst>(&instruction);
        const Function *callee = call ? call->getCalledFunction() : nullptr;
        return callee && !callee->isDeclaration();
      }))
    return false;
  double workItem = 0, asLanes = 0;
  const auto add = [&](const Round &round, double rounds) {
    workItem += rounds * std::max(round.workItem / width, round.chain);
    asLanes += rounds * std::max(round.work / width, round.chain) / floatLanes;
    return round.endsTogether && round.registers <= registers;
  };
  if (!forEachInnerLoop(kernel, floatLanes, add))
    return false;
  if (workItem == 0) {
    // Loops that were unrolled.
    if (!LoopInfo(DominatorTree(kernel)).empty())
      return false;
    const VaryingValues varying(kernel);
    for (BasicBlock &block : kernel)
      if (!add(straightRound(block, varying, floatLanes), 1))
        return false;
  }
  return asLanes < worthwhile * workItem;
}

} // namespace heddle::compiler
