#include "compiler/matrix/staging/rounds.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/control_paths.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The loop's condition and what it compares, in the sense in which control goes on.
struct Condition {
  CmpInst::Predicate predicate;
  AddressPolynomial left, right;
  bool operator==(const Condition &) const = default;
};

std::optional<Condition> conditionOf(const BranchInst &branch, const BasicBlock &onward,
                                     IndexForms &forms) {
  auto *compare = branch.isConditional() ? dyn_cast<ICmpInst>(branch.getCondition()) : nullptr;
  if (!compare || branch.getSuccessor(0) == branch.getSuccessor(1))
    return std::nullopt;
  CmpInst::Predicate predicate =
      branch.getSuccessor(0) == &onward ? compare->getPredicate() : compare->getInversePredicate();
  Value *left = compare->getOperand(0), *right = compare->getOperand(1);
  if (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate)) {
    predicate = CmpInst::getSwappedPredicate(predicate);
    std::swap(left, right);
  }
  return Condition{predicate, forms.of(left), forms.of(right)};
}

} // namespace

bool isWrittenBeforeOrIn(const Loop &rounds, const Function &function) {
  SmallVector<const BasicBlock *> written;
  for (const Instruction &instruction : instructions(function)) {
    if (!writesOrSynchronizes(instruction) || isSubGroupProduct(instruction) ||
        internalOp(instruction) == InternalOp::workGroupBarrier)
      continue;
    const Value *to = writtenPointer(instruction);
    if (to && to->getType()->getPointerAddressSpace() == AddressSpace::inLocal)
      continue;
    if (rounds.contains(&instruction))
      return true;
    written.push_back(instruction.getParent());
  }
  return blocksBehind(written).contains(rounds.getHeader());
}

bool isDoneInEachRound(const BasicBlock &begin, const Loop &rounds, const DominatorTree &dominators,
                       const PostDominatorTree &postDominators, IndexForms &forms) {
  const BasicBlock *latch = rounds.getLoopLatch();
  const BasicBlock *block = &begin;
  if (dominators.dominates(block, latch))
    return true;
  const BasicBlock *child = block;
  while (!dominators.dominates(block, latch)) {
    child = block;
    block = dominators.getNode(const_cast<BasicBlock *>(block))->getIDom()->getBlock();
  }
  const auto *guard = dyn_cast<BranchInst>(block->getTerminator());
  if (!guard || child->getSinglePredecessor() != block || !postDominators.dominates(&begin, child))
    return false;
  const std::optional<Condition> guarded = conditionOf(*guard, *child, forms);
  const BasicBlock *exiting = rounds.getExitingBlock();
  const auto *end = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  if (!guarded || !end || !end->isConditional())
    return false;
  const BasicBlock *onward = end->getSuccessor(!rounds.contains(end->getSuccessor(0)));
  if (exiting == latch)
    return conditionOf(*end, *onward, forms) == guarded;
  if (exiting != rounds.getHeader())
    return false;
  // What the header will compare.
  SmallVector<std::pair<PHINode *, AddressPolynomial>> next;
  for (PHINode &phi : rounds.getHeader()->phis())
    if (phi.getType()->isIntegerTy())
      next.push_back({&phi, forms.of(phi.getIncomingValueForBlock(latch))});
  for (auto &[phi, form] : next)
    forms.substitute(phi, form);
  const bool isSame = conditionOf(*end, *onward, forms) == guarded;
  forms.restore();
  return isSame;
}

void substituteRoundBeforeFirst(const Loop &rounds, IndexForms &forms) {
  SmallVector<std::pair<PHINode *, AddressPolynomial>> before;
  for (PHINode &phi : rounds.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy())
      continue;
    const auto step =
        (forms.of(phi.getIncomingValueForBlock(rounds.getLoopLatch())) - forms.of(&phi)).constant();
    if (step)
      before.push_back(
          {&phi, forms.of(phi.getIncomingValueForBlock(rounds.getLoopPreheader())) + -*step});
  }
  for (auto &[phi, form] : before)
    forms.substitute(phi, form);
}

} // namespace heddle::compiler
