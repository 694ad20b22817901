#include "compiler/vectorizer/transform/version_guards.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Instructions that are worth their double.
constexpr unsigned longest = 200;
/// Masked accesses that the question costs as much as, where masks are part of the instruction.
/// Those of elements of less than 32 bits count twice, and a read of global memory is enough by
/// itself: Zen fetches less far ahead for loads with a mask.
constexpr unsigned leastAccesses = 4;
constexpr unsigned deepest = 8;
constexpr char wholeSubGroup[] = "whole";

class VersionGuards {
public:
  VersionGuards(Function &function, UniformityInfo &uniformity, DominatorTree &dominators,
                LoopInfo &loops)
      : function(function), uniformity(uniformity), dominators(dominators), loops(loops),
        masksElements(function.hasFnAttribute(masksElementsAttribute)),
        multiplies(any_of(instructions(function), isSubGroupProduct)) {}

  bool run() {
    SmallVector<Guard> found;
    for (BasicBlock &block : function)
      if (auto *branch = dyn_cast<BranchInst>(block.getTerminator());
          branch && branch->isConditional() && uniformity.hasDivergentTerminator(block))
        for (unsigned side : {0U, 1U})
          if (std::optional<Guard> guard = findGuard(*branch, side)) {
            found.push_back(*std::move(guard));
            break;
          }
    // Of guards inside of one another the innermost.
    const auto holdsAnother = [&](const Guard &guard) {
      return any_of(found, [&](const Guard &other) {
        return is_contained(guard.body, other.branch->getParent());
      });
    };
    SmallVector<Guard *> innermost;
    for (Guard &guard : found)
      if (!holdsAnother(guard))
        innermost.push_back(&guard);
    for (Guard *guard : innermost)
      joinBehind(*guard);
    for (const Guard *guard : innermost)
      makeVersions(*guard);
    return !found.empty();
  }

private:
  /// All that a side of a branch does, up to where the other one goes on, too.
  struct Guard {
    BranchInst *branch;
    unsigned side;
    SmallVector<BasicBlock *> body;
    BasicBlock *behind;
  };

  /// Whether what lanes are asked is likely to be said by all of them: comparisons of ids with
  /// bounds, and not for one of them or by what they have read.
  bool mayHoldForAll(const Value &condition, bool isNegated, unsigned depth = 0) const {
    const Value *a = nullptr, *b = nullptr;
    if (depth == deepest)
      return false;
    if (!uniformity.isDivergent(&condition))
      return true;
    if (match(&condition, m_Not(m_Value(a))))
      return mayHoldForAll(*a, !isNegated, depth + 1);
    // All of several, and one of several, which is as much where none of them holds.
    if (match(&condition, m_And(m_Value(a), m_Value(b))) ||
        match(&condition, m_LogicalAnd(m_Value(a), m_Value(b))))
      return !isNegated && mayHoldForAll(*a, false, depth + 1) &&
             mayHoldForAll(*b, false, depth + 1);
    if (match(&condition, m_Or(m_Value(a), m_Value(b))) ||
        match(&condition, m_LogicalOr(m_Value(a), m_Value(b))))
      return isNegated && mayHoldForAll(*a, true, depth + 1) && mayHoldForAll(*b, true, depth + 1);
    const auto *compare = dyn_cast<ICmpInst>(&condition);
    if (!compare || !isPlace(*compare->getOperand(0)) || !isPlace(*compare->getOperand(1)))
      return false;
    const CmpInst::Predicate predicate =
        isNegated ? compare->getInversePredicate() : compare->getPredicate();
    return predicate != CmpInst::ICMP_EQ;
  }

  /// A number that is computed from ids and from what all lanes have in common.
  bool isPlace(const Value &value, unsigned depth = 0) const {
    if (!uniformity.isDivergent(&value))
      return true;
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth == deepest)
      return false;
    if (const std::optional<InternalOp> op = internalOp(*instruction))
      return op == InternalOp::globalId || op == InternalOp::localId ||
             op == InternalOp::subGroupLocalId;
    return isa<BinaryOperator, CastInst, FreezeInst>(instruction) &&
           all_of(instruction->operands(),
                  [&](const Use &operand) { return isPlace(*operand, depth + 1); });
  }

  /// What masks make dear in an access of the lanes; nothing of what may not be there twice.
  std::optional<unsigned> accessesOf(const Instruction &instruction) const {
    if (isa<LoadInst, StoreInst>(instruction)) {
      if (instruction.isVolatile() || instruction.isAtomic())
        return std::nullopt;
      if (!uniformity.isDivergent(getLoadStorePointerOperand(&instruction)))
        return 0;
      const unsigned bits = getLoadStoreType(&instruction)->getScalarSizeInBits();
      if (!multiplies && isa<LoadInst>(instruction) &&
          getLoadStoreAddressSpace(&instruction) == inGlobal)
        return leastAccesses;
      if (masksElements)
        return bits != 0 && bits < 32 ? 2 : 1;
      return isa<StoreInst>(instruction) || (bits != 0 && bits < 32) ? leastAccesses : 1;
    }
    if (instruction.mayReadOrWriteMemory() || isa<AllocaInst>(instruction))
      return std::nullopt;
    if (const auto *call = dyn_cast<CallInst>(&instruction))
      if (!isa<IntrinsicInst>(call) && call->isConvergent() &&
          internalOp(*call) != InternalOp::subGroupAll)
        return std::nullopt;
    return 0;
  }

  /// A second version neither begins the next round of a loop nor ends it.
  bool isInOneRound(const BasicBlock &before, const Guard &guard) const {
    const Loop *loop = loops.getLoopFor(&before);
    return loops.getLoopFor(guard.body.front()) == loop && loops.getLoopFor(guard.behind) == loop &&
           !loops.isLoopHeader(guard.behind);
  }

  /// What only this side of \p branch leads to; nothing where it ends in several places.
  std::optional<Guard> sideOf(BranchInst &branch, unsigned side) const {
    BasicBlock *first = branch.getSuccessor(side);
    if (first->getSinglePredecessor() != branch.getParent())
      return std::nullopt;
    Guard guard = {&branch, side, {first}, nullptr};
    std::size_t instructions = 0;
    for (std::size_t at = 0; at < guard.body.size(); ++at) {
      BasicBlock *block = guard.body[at];
      instructions += block->size();
      if (instructions > longest || succ_empty(block))
        return std::nullopt;
      for (BasicBlock *next : successors(block)) {
        if (!dominators.dominates(first, next)) {
          if (guard.behind && guard.behind != next)
            return std::nullopt;
          guard.behind = next;
        } else if (!is_contained(guard.body, next)) {
          guard.body.push_back(next);
        }
      }
    }
    if (!guard.behind)
      return std::nullopt;
    return guard;
  }

  std::optional<Guard> findGuard(BranchInst &branch, unsigned side) const {
    if (!mayHoldForAll(*branch.getCondition(), side == 1))
      return std::nullopt;
    std::optional<Guard> guard = sideOf(branch, side);
    if (!guard || !isInOneRound(*branch.getParent(), *guard) ||
        (multiplies && guard->body.size() > 1))
      return std::nullopt;
    unsigned accesses = 0;
    for (const BasicBlock *block : guard->body)
      for (const Instruction &instruction : *block) {
        if (instruction.isTerminator() || isa<DbgInfoIntrinsic>(instruction))
          continue;
        const std::optional<unsigned> more = accessesOf(instruction);
        if (!more)
          return std::nullopt;
        accesses += *more;
      }
    if (accesses < leastAccesses)
      return std::nullopt;
    return guard;
  }

  /// What others come to as well gets a block in front of it where both sides of the branch meet:
  /// else what is chosen there by who comes would differ between lanes, or sub-groups.
  void joinBehind(Guard &guard) {
    const BasicBlock *before = guard.branch->getParent();
    // Another guard around its branch may have got such a block meanwhile.
    for (BasicBlock *block : guard.body)
      for (BasicBlock *next : successors(block))
        if (!is_contained(guard.body, next))
          guard.behind = next;
    SmallVector<BasicBlock *> own;
    for (BasicBlock *from : predecessors(guard.behind))
      if (dominators.dominates(before, from))
        own.push_back(from);
    if (own.size() == pred_size(guard.behind))
      return;
    BasicBlock *joined = SplitBlockPredecessors(guard.behind, own, ".joined", &dominators, &loops);
    // Of what comes from one block there is no phi yet.
    for (PHINode &phi : guard.behind->phis()) {
      auto *value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(joined));
      if (!value || !is_contained(guard.body, value->getParent()))
        continue;
      PHINode *there =
          PHINode::Create(value->getType(), own.size(), value->getName(), joined->begin());
      for (BasicBlock *from : own)
        there->addIncoming(value, from);
      phi.setIncomingValueForBlock(joined, there);
    }
    guard.behind = joined;
  }

  void makeVersions(const Guard &guard) {
    BranchInst &branch = *guard.branch;
    BasicBlock *before = branch.getParent();
    // What the others do follows behind the question.
    BasicBlock *some = SplitBlock(before, &branch);
    ValueToValueMapTy clones;
    SmallVector<BasicBlock *> all;
    for (BasicBlock *block : guard.body) {
      BasicBlock *clone = CloneBasicBlock(block, clones, ".all", &function);
      clone->moveBefore(guard.body.front());
      clones[block] = clone;
      all.push_back(clone);
    }
    remapInstructionsInBlocks(all, clones);
    for (PHINode &phi : all.front()->phis())
      phi.replaceIncomingBlockWith(some, before);
    for (PHINode &phi : guard.behind->phis())
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i != count; ++i)
        if (Value *block = clones.lookup(phi.getIncomingBlock(i))) {
          Value *value = phi.getIncomingValue(i);
          Value *clone = clones.lookup(value);
          phi.addIncoming(clone ? clone : value, cast<BasicBlock>(block));
        }
    IRBuilder<> builder(before->getTerminator());
    Value *condition = branch.getCondition();
    if (guard.side == 1)
      condition = builder.CreateNot(condition);
    Type *truth = builder.getInt1Ty();
    CallInst *holds =
        builder.CreateCall(getInternalOp(*function.getParent(), InternalOp::subGroupAll,
                                         FunctionType::get(truth, {truth}, false)),
                           {condition}, "all");
    LLVMContext &context = function.getContext();
    holds->setMetadata(guessMetadata, MDNode::get(context, MDString::get(context, wholeSubGroup)));
    builder.CreateCondBr(holds, all.front(), some);
    before->getTerminator()->eraseFromParent();
  }

  Function &function;
  UniformityInfo &uniformity;
  DominatorTree &dominators;
  LoopInfo &loops;
  const bool masksElements;
  /// Matrices: their edges are few, and their guards have versions of their own.
  const bool multiplies;
};

} // namespace

bool asksForWholeSubGroup(const CallInst &call) {
  const MDNode *guess = call.getMetadata(guessMetadata);
  return guess && guess->getNumOperands() == 1;
}

bool versionGuards(Function &function, FunctionAnalysisManager &analyses) {
  return VersionGuards(function, analyses.getResult<UniformityInfoAnalysis>(function),
                       analyses.getResult<DominatorTreeAnalysis>(function),
                       analyses.getResult<LoopAnalysis>(function))
      .run();
}

} // namespace heddle::compiler
