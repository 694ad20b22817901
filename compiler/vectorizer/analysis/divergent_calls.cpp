#include "compiler/vectorizer/analysis/divergent_calls.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/analysis/reasons.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned maxDepth = 12;

bool needsAllWorkItems(InternalOp op) {
  switch (op) {
  case InternalOp::matrixMad:
  case InternalOp::cooperativeLoad:
  case InternalOp::cooperativeStore:
  case InternalOp::cooperativeMad:
  case InternalOp::blockRead:
  case InternalOp::blockWrite:
  case InternalOp::blockRead2d:
  case InternalOp::blockWrite2d:
    return true;
  default:
    return false;
  }
}

class ConditionJudge {
public:
  ConditionJudge(unsigned lanes, UniformityInfo &uniformity, const DominatorTree &dominators)
      : lanes(lanes), uniformity(uniformity), dominators(dominators) {}

  /// Whether a branch or switch sends the work-items of a full sub-group to different places.
  bool splits(const Instruction &terminator) {
    if (!uniformity.hasDivergentTerminator(*terminator.getParent()))
      return false;
    auto *branch = dyn_cast<BranchInst>(&terminator);
    if (!branch)
      return !isSame(*terminator.getOperand(0), 0);
    seen.clear();
    return splits(*branch->getCondition(), 0);
  }

private:
  bool splits(const Value &condition, unsigned depth) {
    auto *instruction = dyn_cast<Instruction>(&condition);
    if (!instruction || !seen.insert(instruction).second || isSame(condition, 0))
      return false;
    if (depth > maxDepth)
      return true;
    if (auto *compare = dyn_cast<ICmpInst>(instruction))
      return splitsAt(*compare);
    if (auto *phi = dyn_cast<PHINode>(instruction)) {
      // Which of the values it is may be what differs.
      if (const auto *above = dominators.getNode(phi->getParent())->getIDom())
        if (auto *branch = dyn_cast<BranchInst>(above->getBlock()->getTerminator());
            branch && branch->isConditional() && splits(*branch->getCondition(), depth + 1))
          return true;
      return any_of(phi->incoming_values(),
                    [&](const Use &value) { return splits(*value, depth + 1); });
    }
    if (instruction->isBitwiseLogicOp() || isa<SelectInst>(instruction) ||
        isa<FreezeInst>(instruction))
      return any_of(instruction->operands(),
                    [&](const Use &value) { return splits(*value, depth + 1); });
    return true;
  }

  bool splitsAt(const ICmpInst &compare) {
    const Value *left = compare.getOperand(0), *right = compare.getOperand(1);
    ICmpInst::Predicate predicate = compare.getPredicate();
    if (isSame(*left, 0)) {
      std::swap(left, right);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    if (!isSame(*right, 0) || !isLinear(*left, 0))
      return true;
    if (ICmpInst::isEquality(predicate))
      return true;
    // The first id of a sub-group is a multiple of its size.
    auto *bound = dyn_cast<ConstantInt>(right);
    std::int64_t offset = 0;
    if (!bound || bound->getBitWidth() > 64 || !isId(*left, offset, 0))
      return false;
    std::int64_t first = bound->getSExtValue() - offset; // of those on the other side
    if (predicate == ICmpInst::ICMP_SLE || predicate == ICmpInst::ICMP_ULE ||
        predicate == ICmpInst::ICMP_SGT || predicate == ICmpInst::ICMP_UGT)
      ++first;
    return first % std::int64_t(lanes) != 0;
  }

  static bool isLaneId(const Value &value) {
    std::optional<InternalOp> op = internalOp(value);
    return op == InternalOp::subGroupLocalId || op == InternalOp::localId ||
           op == InternalOp::globalId;
  }

  /// An id of the work-items plus a constant and what is a multiple of the size: the first id of
  /// the work-group, the offset.
  bool isId(const Value &value, std::int64_t &offset, unsigned depth) const {
    if (isLaneId(value))
      return true;
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth > maxDepth)
      return false;
    if (isa<CastInst>(instruction))
      return isId(*instruction->getOperand(0), offset, depth + 1);
    if (instruction->getOpcode() != Instruction::Add && instruction->getOpcode() != Instruction::Or)
      return false;
    for (unsigned side : {0u, 1u}) {
      const Value *other = instruction->getOperand(1 - side);
      if (uniformity.isDivergent(other))
        continue;
      if (auto *constant = dyn_cast<ConstantInt>(other); constant && constant->getBitWidth() <= 64)
        offset += constant->getSExtValue();
      return isId(*instruction->getOperand(side), offset, depth + 1);
    }
    return false;
  }

  /// Grows or falls evenly from work-item to work-item.
  bool isLinear(const Value &value, unsigned depth) {
    if (isLaneId(value))
      return true;
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth > maxDepth)
      return false;
    if (isa<CastInst>(instruction))
      return isLinear(*instruction->getOperand(0), depth + 1);
    auto linearOrSame = [&](const Value &operand) {
      return isSame(operand, 0) || isLinear(operand, depth + 1);
    };
    switch (instruction->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or: // of bits that do not overlap, for the most part
      return linearOrSame(*instruction->getOperand(0)) && linearOrSame(*instruction->getOperand(1));
    case Instruction::Mul:
    case Instruction::Shl:
      return (isSame(*instruction->getOperand(1), 0) &&
              isLinear(*instruction->getOperand(0), depth + 1)) ||
             (isSame(*instruction->getOperand(0), 0) &&
              isLinear(*instruction->getOperand(1), depth + 1));
    case Instruction::AShr: {
      // A sign extension.
      auto *up = dyn_cast<Instruction>(instruction->getOperand(0));
      return up && up->getOpcode() == Instruction::Shl &&
             up->getOperand(1) == instruction->getOperand(1) && linearOrSame(*up->getOperand(0));
    }
    case Instruction::PHI: {
      // A counter that starts at an id: what comes round is linear if what comes in is.
      if (!counters.insert(instruction).second)
        return true;
      const bool isCounter = all_of(cast<PHINode>(instruction)->incoming_values(),
                                    [&](const Use &incoming) { return linearOrSame(*incoming); });
      counters.erase(instruction);
      return isCounter;
    }
    default:
      return false;
    }
  }

  /// Whether the work-items of a full sub-group have one value.
  bool isSame(const Value &value, unsigned depth) {
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !uniformity.isDivergent(instruction))
      return true;
    if (depth > maxDepth || isLaneId(value))
      return false;
    if (auto known = same.find(instruction); known != same.end())
      return known->second;
    same[instruction] = false; // no help from cycles
    return same[instruction] = isPartOfId(*instruction) || isMadeOfSame(*instruction, depth);
  }

  bool isMadeOfSame(const Instruction &instruction, unsigned depth) {
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && !load->isSimple())
      return false;
    if (!isa<LoadInst>(instruction) && !isa<BinaryOperator>(instruction) &&
        !isa<CastInst>(instruction) && !isa<CmpInst>(instruction) &&
        !isa<SelectInst>(instruction) && !isa<GetElementPtrInst>(instruction) &&
        !isa<FreezeInst>(instruction))
      return false;
    return all_of(instruction.operands(),
                  [&](const Use &operand) { return isSame(*operand, depth + 1); });
  }

  /// id / 32, id >> 5, id & ~31: which sub-group it is.
  bool isPartOfId(const Instruction &instruction) const {
    if (instruction.getNumOperands() != 2)
      return false;
    auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
    std::int64_t offset = 0;
    if (!constant || constant->getBitWidth() > 64 || !isId(*instruction.getOperand(0), offset, 0) ||
        offset % std::int64_t(lanes) != 0)
      return false;
    const std::uint64_t number = constant->getZExtValue();
    switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
      return number % lanes == 0;
    case Instruction::LShr:
    case Instruction::AShr:
      return number < 64 && (std::uint64_t(1) << number) % lanes == 0;
    case Instruction::And:
      return number % lanes == 0;
    default:
      return false;
    }
  }

  const unsigned lanes;
  UniformityInfo &uniformity;
  const DominatorTree &dominators;
  DenseMap<const Instruction *, bool> same;
  SmallPtrSet<const Instruction *, 16> seen, counters;
};

/// The conditional terminators that decide whether the block runs, the nearest ones first.
SetVector<const Instruction *> decisionsAbove(const BasicBlock &block,
                                              const PostDominatorTree &postDominators) {
  SetVector<const Instruction *> decisions;
  SmallSetVector<const BasicBlock *, 16> controlled;
  controlled.insert(&block);
  for (unsigned next = 0; next < controlled.size(); ++next) {
    const BasicBlock *reached = controlled[next];
    for (const BasicBlock &from : *block.getParent()) {
      const Instruction *terminator = from.getTerminator();
      if (terminator->getNumSuccessors() < 2 || postDominators.properlyDominates(reached, &from) ||
          none_of(successors(&from),
                  [&](const BasicBlock *to) { return postDominators.dominates(reached, to); }))
        continue;
      decisions.insert(terminator);
      controlled.insert(&from);
    }
  }
  return decisions;
}

} // namespace

void warnAboutDivergentCalls(const Function &function, unsigned lanes, UniformityInfo &uniformity,
                             const DominatorTree &dominators,
                             const PostDominatorTree &postDominators) {
  ConditionJudge judge(lanes, uniformity, dominators);
  for (const Instruction &instruction : instructions(function)) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (!op || !needsAllWorkItems(*op))
      continue;
    for (const Instruction *decision : decisionsAbove(*instruction.getParent(), postDominators)) {
      if (!judge.splits(*decision))
        continue;
      const Value &condition = *decision->getOperand(0);
      reportWarning(instruction,
                    "'" + internalOpName(*op) +
                        "' in divergent control flow: all work-items of the sub-group must reach "
                        "it, and a condition" +
                        placeOf(*decision) + " differs between them (" +
                        sourceOfDivergence(condition, uniformity, dominators) +
                        "); only those that get there take part in it");
      break;
    }
  }
}

} // namespace heddle::compiler
