#include "compiler/vectorizer/size/lane_strides.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/analysis/increments.hpp"
#include "compiler/vectorizer/analysis/strides.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

LaneStep LaneStrides::of(const Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return 0;
  // Each lane's variables lie where its neighbour's do, as far as addresses are compared.
  if (isa<AllocaInst>(instruction))
    return 0;
  if (auto found = known.find(instruction); found != known.end())
    return found->second;
  const LaneStep step = uniformity.isUniform(instruction) ? LaneStep(0) : compute(*instruction);
  remember(*instruction, step);
  return step;
}

LaneStep LaneStrides::compute(const Instruction &instruction) {
  if (std::optional<InternalOp> op = internalOp(instruction)) {
    if (*op != InternalOp::globalId && *op != InternalOp::localId)
      return internalOpUniformity(*op) == Uniformity::operands ? whereUniform(instruction)
                                                               : std::nullopt;
    // Lanes lie along dimension 0.
    auto *dimension = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(0));
    return dimension ? LaneStep(dimension->isZero() ? 1 : 0) : std::nullopt;
  }
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return ofPhi(*phi);
  if (auto *address = dyn_cast<GEPOperator>(&instruction))
    return ofAddress(*address);
  switch (instruction.getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return ofBits(instruction);
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    LaneStep left = of(instruction.getOperand(0)), right = of(instruction.getOperand(1));
    if (!left || !right)
      return std::nullopt;
    return instruction.getOpcode() == Instruction::Sub ? *left - *right : *left + *right;
  }
  case Instruction::Xor:
    return ofBits(instruction);
  case Instruction::Mul:
  case Instruction::Shl: {
    auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(1));
    if (!factor)
      if (const Value *increment = incrementOf(instruction, loops))
        return of(instruction.getOperand(increment == instruction.getOperand(0) ? 1 : 0));
    if (!factor || !factor->getValue().isSignedIntN(32))
      return whereUniform(instruction);
    const LaneStep step = of(instruction.getOperand(0));
    if (!step)
      return std::nullopt;
    const std::int64_t by = factor->getSExtValue();
    if (instruction.getOpcode() == Instruction::Mul)
      return *step * by;
    return by >= 0 && by <= 32 ? LaneStep(*step * (std::int64_t(1) << by)) : std::nullopt;
  }
  case Instruction::AShr:
  case Instruction::LShr: {
    // With a shift to the left: an extension.
    auto *by = dyn_cast<ConstantInt>(instruction.getOperand(1));
    const LaneStep step = of(instruction.getOperand(0));
    if (!by && step && of(instruction.getOperand(1)) == 0)
      return 0;
    if (!by || !step || by->getZExtValue() > 32)
      return whereUniform(instruction);
    const std::int64_t unit = std::int64_t(1) << by->getZExtValue();
    return *step % unit == 0 ? LaneStep(*step / unit) : ofQuotient(*step, unit);
  }
  case Instruction::And: {
    // An extension, a remainder, or what is left of a quotient.
    const APInt *mask = nullptr;
    const LaneStep step = of(instruction.getOperand(0));
    if (!isa<ConstantInt>(instruction.getOperand(1)))
      return ofBits(instruction);
    if (!step || !match(instruction.getOperand(1), m_APInt(mask)) || !mask->isShiftedMask() ||
        mask->countr_zero() > 32)
      return whereUniform(instruction);
    const std::int64_t unit = std::int64_t(1) << mask->countr_zero();
    if (*step % unit != 0)
      return ofQuotient(*step, unit);
    const unsigned bits = mask->getActiveBits();
    return bits >= 31 || ofQuotient(*step, std::int64_t(1) << bits) ? step : std::nullopt;
  }
  case Instruction::Load:
    // At one address of private memory each lane has a value of its own.
    if (auto *variable = dyn_cast<AllocaInst>(
            getUnderlyingObject(cast<LoadInst>(instruction).getPointerOperand()));
        variable && !holdsOneForAll(*variable))
      return std::nullopt;
    return whereUniform(instruction);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    // But where a row ends.
    const LaneStep step = of(instruction.getOperand(0));
    if (!step || *step == 0 || of(instruction.getOperand(1)) != 0)
      return whereUniform(instruction);
    auto *divisor = dyn_cast<ConstantInt>(instruction.getOperand(1));
    if (!divisor)
      inRows.push_back(&instruction);
    const bool isLong = !divisor || !divisor->getValue().isSignedIntN(64) ||
                        ofQuotient(*step, divisor->getSExtValue());
    const bool isRemainder = instruction.getOpcode() == Instruction::URem ||
                             instruction.getOpcode() == Instruction::SRem;
    return !isLong ? std::nullopt : isRemainder ? step : LaneStep(0);
  }
  case Instruction::Call: {
    // But at the bound.
    auto *bounded = dyn_cast<MinMaxIntrinsic>(&instruction);
    return bounded ? ofBounded(*bounded) : whereUniform(instruction);
  }
  case Instruction::Select: {
    auto &choice = cast<SelectInst>(instruction);
    if (of(choice.getCondition()) != 0)
      return isBoundsCheck(*choice.getCondition())
                 ? insideOfBounds(of(choice.getTrueValue()), of(choice.getFalseValue()))
                 : std::nullopt;
    // One of them for all lanes. Divisions have a way for divisors of -1.
    const LaneStep usual = of(choice.getFalseValue()), other = of(choice.getTrueValue());
    return usual == other || Strides::isGuardedQuotient(choice) || other == 0 ? usual
           : usual == 0                                                       ? other
                                                                              : std::nullopt;
  }
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return std::nullopt;
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
    return of(instruction.getOperand(0));
  default:
    return whereUniform(instruction);
  }
}

/// Whether lanes write the same to a private variable: arguments that a kernel copies to choose
/// among them by an index, say. Conditions on those are conditions on arguments.
bool LaneStrides::holdsOneForAll(const AllocaInst &variable) {
  // What is written depends on what is read, until that is known.
  if (const auto [found, isNew] = oneForAll.try_emplace(&variable, false); !isNew)
    return found->second;
  SmallVector<const Instruction *> writes;
  const BasicBlock *above = nullptr;
  SmallVector<const Instruction *> pointers{&variable};
  while (!pointers.empty())
    for (const Use &use : pointers.pop_back_val()->uses()) {
      const auto *access = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(access)) {
        pointers.push_back(access);
        continue;
      }
      if (access->isLifetimeStartOrEnd())
        continue;
      const bool isWrite =
          isa<StoreInst>(access) ? use.getOperandNo() == 1 : isa<MemSetInst>(access);
      if (!isWrite && !isa<LoadInst>(access))
        return false;
      if (isWrite)
        writes.push_back(access);
      above = above ? dominators.findNearestCommonDominator(above, access->getParent())
                    : access->getParent();
    }
  return oneForAll[&variable] = all_of(writes, [&](const Instruction *write) {
           return whereUniform(*write) == 0 && comesTogether(*above, *write->getParent());
         });
}

/// Whether lanes that were together in `from`, which dominates `to`, come to that all or none, and
/// equally often.
bool LaneStrides::comesTogether(const BasicBlock &from, const BasicBlock &to) {
  for (const DomTreeNode *node = dominators.getNode(&to); node && node->getBlock() != &from;) {
    node = node->getIDom();
    if (node && parts(*node->getBlock()) && !postDominators.dominates(&to, node->getBlock()))
      return false;
  }
  return sameLoops(to, from);
}

/// Of bits that all lanes have, and a number: of the number, unless a mask leaves no low bits.
LaneStep LaneStrides::ofBits(const Instruction &instruction) {
  constexpr unsigned bitsOfLanes = 4;
  const LaneStep a = of(instruction.getOperand(0)), b = of(instruction.getOperand(1));
  if (!a || !b || *a + *b != 1 || (*a != 0 && *b != 0))
    return whereUniform(instruction);
  const Value *bits = instruction.getOperand(*a == 0 ? 0 : 1);
  if (auto *constant = dyn_cast<ConstantInt>(bits);
      constant && constant->getValue().countr_zero() < bitsOfLanes)
    return std::nullopt;
  return instruction.getOpcode() == Instruction::And && Strides::clearsLowBits(bits) ? 0 : 1;
}

/// Of a number that grows by `step`, divided by `unit`: the same in most lanes, if rows are long.
LaneStep LaneStrides::ofQuotient(std::int64_t step, std::int64_t unit) {
  constexpr std::int64_t shortRow = 16;
  return std::abs(unit) >= shortRow * std::abs(step) ? LaneStep(0) : std::nullopt;
}

/// Of the operand that it is but at the bound.
LaneStep LaneStrides::ofBounded(const MinMaxIntrinsic &bounded) {
  const LaneStep a = of(bounded.getLHS()), b = of(bounded.getRHS());
  const auto isReach = [&](LaneStep step, LaneStep zero, const Value *same) {
    return step && *step != 0 && zero == 0 && Strides::isReach(bounded, *same, *step);
  };
  if (isReach(a, b, bounded.getRHS()) || isReach(b, a, bounded.getLHS()))
    return 0;
  return insideOfBounds(a, b);
}

/// Of what is one number or, at a border, another one.
LaneStep LaneStrides::insideOfBounds(LaneStep a, LaneStep b) {
  if (!a || !b || a == b || (*a != 0 && *b != 0))
    return a == b ? a : std::nullopt;
  return *a != 0 ? a : b;
}

/// Whether lanes answer alike but at a border.
bool LaneStrides::isBoundsCheck(const Value &condition, unsigned depth) {
  constexpr unsigned mostChecks = 4;
  if (auto *compare = dyn_cast<ICmpInst>(&condition))
    return of(compare->getOperand(0)) && of(compare->getOperand(1));
  auto *both = dyn_cast<Instruction>(&condition);
  return both && depth < mostChecks && isa<SelectInst, BinaryOperator>(both) &&
         all_of(
             both->operands(),
             [&](const Use &part) { return of(part) == 0 || isBoundsCheck(*part, depth + 1); });
}

LaneStep LaneStrides::whereUniform(const Instruction &instruction) {
  for (const Use &operand : instruction.operands())
    if (!isa<BasicBlock>(operand) && of(operand) != 0)
      return std::nullopt;
  return 0;
}

bool LaneStrides::parts(const BasicBlock &block) {
  const Instruction *end = block.getTerminator();
  if (!uniformity.hasDivergentTerminator(block))
    return false;
  // LLVM does not know that lanes lie along dimension 0.
  if (auto *branch = dyn_cast<BranchInst>(end))
    return of(branch->getCondition()) != 0;
  if (auto *choice = dyn_cast<SwitchInst>(end))
    return of(choice->getCondition()) != 0;
  return true;
}

bool LaneStrides::sameLoops(const BasicBlock &from, const BasicBlock &to) {
  for (const Loop *left = loops.getLoopFor(&from); left && !left->contains(&to);
       left = left->getParentLoop()) {
    SmallVector<BasicBlock *> exiting;
    left->getExitingBlocks(exiting);
    if (any_of(exiting, [&](BasicBlock *block) { return parts(*block); }))
      return false;
  }
  return true;
}

bool LaneStrides::comesOnSeveralWays(const BasicBlock &from, const BasicBlock &to) {
  SmallSetVector<const BasicBlock *, 8> between;
  between.insert(&from);
  for (const BasicBlock *predecessor : predecessors(&to))
    between.insert(predecessor);
  for (std::size_t i = 1; i < between.size(); ++i)
    for (const BasicBlock *predecessor : predecessors(between[i]))
      if (predecessor != &to)
        between.insert(predecessor);
  return any_of(between, [&](const BasicBlock *block) {
    if (!parts(*block))
      return false;
    // Where its ways meet before `to`, they are one again.
    const DomTreeNode *node = postDominators.getNode(block);
    const DomTreeNode *meeting = node ? node->getIDom() : nullptr;
    return !meeting || !meeting->getBlock() || !between.contains(meeting->getBlock());
  });
}

/// A loop's phi grows as its first value does, where a round keeps that.
LaneStep LaneStrides::ofPhi(const PHINode &phi) {
  const BasicBlock *block = phi.getParent();
  const Loop *loop = loops.getLoopFor(block);
  if (!loop || loop->getHeader() != block) {
    // A cycle that is entered in several places is no loop: its conditions and values come back to
    // where it began.
    if (!open.insert(&phi).second)
      return std::nullopt;
    const auto close = scope_exit([&] { open.erase(&phi); });
    // Lanes may come from different places, or out of a loop at different times.
    const DomTreeNode *above = dominators.getNode(block)->getIDom();
    if (!above || comesOnSeveralWays(*above->getBlock(), *block) ||
        !sameLoops(*above->getBlock(), *block))
      return std::nullopt;
    const LaneStep first = of(phi.getIncomingValue(0));
    if (any_of(phi.incoming_values(), [&](const Value *incoming) { return of(incoming) != first; }))
      return std::nullopt;
    return first;
  }
  LaneStep first;
  for (const auto &[incoming, from] : zip(phi.incoming_values(), phi.blocks()))
    if (!loop->contains(from))
      first = of(incoming);
  const std::size_t before = order.size();
  remember(phi, first);
  for (const Value *incoming : phi.incoming_values())
    if (of(incoming) != first) {
      // What was found in the belief that it does was wrong. But what is no one number then is none
      // with less to go by; to find that again for each phi takes a minute where there are dozens.
      for (; order.size() > before; order.pop_back())
        if (auto found = known.find(order.back()); found->second)
          known.erase(found);
      return std::nullopt;
    }
  return first;
}

void LaneStrides::remember(const Instruction &instruction, LaneStep step) {
  if (known.try_emplace(&instruction, step).second)
    order.push_back(&instruction);
}

LaneStep LaneStrides::ofAddress(const GEPOperator &address) {
  LaneStep sum = of(address.getPointerOperand());
  for (auto index = gep_type_begin(address); sum && index != gep_type_end(address); ++index) {
    LaneStep step = of(index.getOperand());
    if (!step)
      return std::nullopt;
    if (*step != 0)
      *sum += *step * std::int64_t(index.getSequentialElementStride(layout).getFixedValue());
  }
  return sum;
}

} // namespace heddle::compiler
