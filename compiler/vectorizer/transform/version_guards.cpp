#include "compiler/vectorizer/transform/version_guards.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/IRBuilder.h"
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
/// Those of elements of less than 32 bits count twice.
constexpr unsigned leastAccesses = 4;
constexpr unsigned deepest = 8;

class VersionGuards {
public:
  VersionGuards(Function &function, UniformityInfo &uniformity, const LoopInfo &loops)
      : function(function), uniformity(uniformity), loops(loops),
        masksElements(function.hasFnAttribute(masksElementsAttribute)) {}

  bool run() {
    SmallVector<std::pair<BranchInst *, unsigned>> found;
    for (BasicBlock &block : function)
      if (auto *branch = dyn_cast<BranchInst>(block.getTerminator());
          branch && branch->isConditional() && uniformity.hasDivergentTerminator(block))
        for (unsigned side : {0U, 1U})
          if (isWorthVersions(*branch, side)) {
            found.emplace_back(branch, side);
            break;
          }
    for (const auto &[branch, side] : found)
      makeVersions(*branch, side);
    return !found.empty();
  }

private:
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
      if (masksElements)
        return bits != 0 && bits < 32 ? 2 : 1;
      return isa<StoreInst>(instruction) || (bits != 0 && bits < 32) ? leastAccesses : 1;
    }
    if (instruction.mayReadOrWriteMemory() || isa<PHINode, AllocaInst>(instruction))
      return std::nullopt;
    if (const auto *call = dyn_cast<CallInst>(&instruction))
      if (!isa<IntrinsicInst>(call) && call->isConvergent())
        return std::nullopt;
    return 0;
  }

  /// A second version neither begins the next round of a loop nor ends it.
  bool isInOneRound(const BasicBlock &before, const BasicBlock &body) const {
    const BasicBlock *behind = body.getSingleSuccessor();
    const Loop *loop = loops.getLoopFor(&before);
    return loops.getLoopFor(&body) == loop && loops.getLoopFor(behind) == loop &&
           !loops.isLoopHeader(behind);
  }

  bool isWorthVersions(const BranchInst &branch, unsigned side) const {
    const BasicBlock *body = branch.getSuccessor(side);
    if (body->getSinglePredecessor() != branch.getParent() || !body->getSingleSuccessor() ||
        body->size() > longest || !isInOneRound(*branch.getParent(), *body) ||
        !mayHoldForAll(*branch.getCondition(), side == 1))
      return false;
    unsigned accesses = 0;
    for (const Instruction &instruction : *body) {
      if (instruction.isTerminator() || isa<DbgInfoIntrinsic>(instruction))
        continue;
      const std::optional<unsigned> more = accessesOf(instruction);
      if (!more)
        return false;
      accesses += *more;
    }
    return accesses >= leastAccesses;
  }

  void makeVersions(BranchInst &branch, unsigned side) {
    BasicBlock *before = branch.getParent(), *body = branch.getSuccessor(side);
    BasicBlock *behind = body->getSingleSuccessor();
    // What the others do follows behind the question.
    BasicBlock *some = SplitBlock(before, &branch);
    ValueToValueMapTy clones;
    BasicBlock *all = CloneBasicBlock(body, clones, ".all", &function);
    all->moveBefore(body);
    remapInstructionsInBlocks({all}, clones);
    for (PHINode &phi : behind->phis()) {
      Value *value = phi.getIncomingValueForBlock(body);
      const auto clone = clones.find(value);
      phi.addIncoming(clone == clones.end() ? value : static_cast<Value *>(clone->second), all);
    }
    IRBuilder<> builder(before->getTerminator());
    Value *condition = branch.getCondition();
    if (side == 1)
      condition = builder.CreateNot(condition);
    Type *truth = builder.getInt1Ty();
    CallInst *holds =
        builder.CreateCall(getInternalOp(*function.getParent(), InternalOp::subGroupAll,
                                         FunctionType::get(truth, {truth}, false)),
                           {condition}, "all");
    holds->setMetadata(guessMetadata, MDNode::get(function.getContext(), {}));
    builder.CreateCondBr(holds, all, some);
    before->getTerminator()->eraseFromParent();
  }

  Function &function;
  UniformityInfo &uniformity;
  const LoopInfo &loops;
  const bool masksElements;
};

} // namespace

bool versionGuards(Function &function, FunctionAnalysisManager &analyses) {
  return VersionGuards(function, analyses.getResult<UniformityInfoAnalysis>(function),
                       analyses.getResult<LoopAnalysis>(function))
      .run();
}

} // namespace heddle::compiler
