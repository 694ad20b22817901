#include "compiler/matrix/staging/recompute_group_values.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/rounds.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// What is computed in each round that had been in few, for one value.
constexpr unsigned mostInstructions = 32;
/// That are looked at to see whether a factor is made of the value.
constexpr unsigned mostUsers = 2000;

/// Where a group begins: the branch by whose `begins` side control goes on there, and what says
/// which group it is: a counter of the loop and its remainder, or the group's number.
struct GroupBegin {
  BranchInst *branch;
  unsigned begins;
  Value *number;
  Value *remainder = nullptr; ///< of the counter that `number` is
};

/// A value of a round once more, with another number where the group's is.
class OfGroup : Again {
public:
  OfGroup(const Rounds &rounds, Instruction &position, const GroupBegin &group)
      : Again(rounds, position, /*before=*/0) {
    made[group.number] =
        group.remainder ? builder.CreateSub(group.number, group.remainder) : group.number;
  }
  /// Null, and nothing new but dead code, if it cannot be done.
  using Again::of;

private:
  std::optional<Value *> existing(Instruction &instruction) override {
    if (!rounds.loop.contains(&instruction))
      return &instruction;
    // What a loop in the round counts, and other values that are carried.
    if (isa<PHINode>(instruction) || ++count > mostInstructions)
      return nullptr;
    return std::nullopt;
  }

  unsigned count = 0;
};

class GroupValues {
public:
  explicit GroupValues(const Rounds &rounds) : rounds(rounds), loop(rounds.loop) {}

  /// True if something has changed.
  bool run();

private:
  std::optional<GroupBegin> beginOf(BranchInst &branch) const;
  std::optional<GroupBegin> beginByNumber(BranchInst &branch, unsigned begins, Value &one,
                                          Value &other) const;
  PHINode *carriedBy(PHINode &phi, const GroupBegin &group) const;
  bool leadsToFactor(PHINode &phi) const;
  bool recompute(const GroupBegin &group);

  const Rounds &rounds;
  const Loop &loop;
};

/// Whether the number is a multiple of the divisor in the first round, and is each one that follows
/// in one of the rounds.
bool meetsMultiples(Value &number, const Loop &loop, const APInt &divisor, bool isSigned) {
  const auto of = ofRound(number, loop);
  const std::uint64_t multiple = divisor.isStrictlyPositive() ? divisor.getLimitedValue() : 0;
  return of && of->step && multiple && of->first % multiple == 0 && multiple % of->step == 0 &&
         (!of->wraps || (!isSigned && divisor.isPowerOf2()));
}

/// `number != before`, where `before` is what the number was when the group began.
std::optional<GroupBegin> GroupValues::beginByNumber(BranchInst &branch, unsigned begins,
                                                     Value &one, Value &other) const {
  auto *before = dyn_cast<PHINode>(&one);
  auto *number = dyn_cast<Instruction>(&other);
  const APInt *first = nullptr;
  // In the first round another one, as numbers of groups are not below zero.
  if (!before || before->getParent() != loop.getHeader() || !number || !loop.contains(number) ||
      !match(before->getIncomingValueForBlock(loop.getLoopPredecessor()), m_APInt(first)) ||
      !first->isNegative())
    return std::nullopt;
  const APInt *divisor = nullptr;
  Value *counter = nullptr;
  const bool isBelow = (match(number, m_UDiv(m_Value(), m_APInt(divisor))) && divisor->ugt(1)) ||
                       (match(number, m_LShr(m_Value(), m_APInt(divisor))) && !divisor->isZero());
  const bool isPart = match(number, m_SDiv(m_Value(counter), m_Value())) ||
                      match(number, m_AShr(m_Value(counter), m_Value()));
  const auto parted = isPart ? ofRound(*counter, loop) : std::nullopt;
  if (!isBelow &&
      !(parted && (parted->first == 0 || match(number->getOperand(1), m_NonNegative()))))
    return std::nullopt;
  const GroupBegin group{&branch, begins, number};
  for (PHINode &phi : branch.getSuccessor(1 - begins)->phis())
    if (phi.getBasicBlockIndex(branch.getParent()) >= 0 && carriedBy(phi, group) == before &&
        all_of(phi.incoming_values(),
               [&](const Value *value) { return value == before || value == number; }))
      return group;
  return std::nullopt;
}

std::optional<GroupBegin> GroupValues::beginOf(BranchInst &branch) const {
  CmpPredicate predicate;
  Value *left = nullptr, *right = nullptr;
  if (!branch.isConditional() || branch.getSuccessor(0) == branch.getSuccessor(1) ||
      rounds.loops.getLoopFor(branch.getParent()) != &loop ||
      !rounds.dominators.dominates(branch.getParent(), loop.getLoopLatch()) ||
      !match(branch.getCondition(), m_ICmp(predicate, m_Value(left), m_Value(right))) ||
      !ICmpInst::isEquality(predicate))
    return std::nullopt;
  const bool isEqual = predicate == CmpInst::ICMP_EQ;
  Value *counter = nullptr;
  const APInt *divisor = nullptr;
  if (match(right, m_Zero())) {
    const bool isMultiple =
        match(left, m_And(m_Value(counter), m_APInt(divisor)))
            ? (*divisor + 1).isPowerOf2() && meetsMultiples(*counter, loop, *divisor + 1, false)
        : match(left, m_SRem(m_Value(counter), m_APInt(divisor)))
            ? meetsMultiples(*counter, loop, *divisor, true)
            : match(left, m_URem(m_Value(counter), m_APInt(divisor))) &&
                  meetsMultiples(*counter, loop, *divisor, false);
    if (isMultiple)
      return GroupBegin{&branch, isEqual ? 0U : 1U, counter, left};
    return std::nullopt;
  }
  const unsigned begins = isEqual ? 1 : 0;
  std::optional<GroupBegin> group = beginByNumber(branch, begins, *left, *right);
  return group ? group : beginByNumber(branch, begins, *right, *left);
}

/// What a phi of the loop's header has been since a group began, where `phi` is that or what the
/// group begins with; null for others.
PHINode *GroupValues::carriedBy(PHINode &phi, const GroupBegin &group) const {
  auto *before = dyn_cast<PHINode>(phi.getIncomingValueForBlock(group.branch->getParent()));
  const bool isCarried = before && before->getParent() == loop.getHeader() &&
                         before->getIncomingValueForBlock(loop.getLoopLatch()) == &phi;
  return isCarried ? before : nullptr;
}

bool GroupValues::leadsToFactor(PHINode &phi) const {
  SmallSetVector<const User *, 32> users;
  users.insert_range(phi.users());
  for (std::size_t i = 0; i < users.size() && i < mostUsers; ++i) {
    const auto *user = dyn_cast<Instruction>(users[i]);
    if (!user || !loop.contains(user))
      continue;
    // Through elements of variables, too.
    if (const auto *store = dyn_cast<StoreInst>(user))
      users.insert_range(getUnderlyingObject(store->getPointerOperand())->users());
    else if (!isSubGroupProduct(*user))
      users.insert_range(user->users());
    else if (is_contained({user->getOperand(0), user->getOperand(1)}, &phi) ||
             any_of(ArrayRef<unsigned>{0, 1}, [&](unsigned factor) {
               return users.contains(dyn_cast<User>(user->getOperand(factor)));
             }))
      return true;
  }
  return false;
}

/// Of each value that is carried through a group.
bool GroupValues::recompute(const GroupBegin &group) {
  BasicBlock *join = group.branch->getSuccessor(1 - group.begins);
  bool changed = false;
  for (PHINode &phi : make_early_inc_range(join->phis())) {
    if (phi.getNumIncomingValues() != 2 || phi.getBasicBlockIndex(group.branch->getParent()) < 0)
      continue;
    PHINode *before = carriedBy(phi, group);
    Value *computed = phi.getIncomingValue(
        1 - static_cast<unsigned>(phi.getBasicBlockIndex(group.branch->getParent())));
    const auto isInRound = [&](const User *user) { return loop.contains(cast<Instruction>(user)); };
    if (!before || computed == group.number || !before->hasOneUse() ||
        !all_of(phi.users(), isInRound) || !leadsToFactor(phi))
      continue;
    Instruction *position = &*join->getFirstNonPHIOrDbg();
    Instruction *mark = position->getPrevNode();
    Value *again = OfGroup(rounds, *position, group).of(computed);
    if (!again) {
      // What was begun.
      for (Instruction *unused = position->getPrevNode(); unused && unused != mark;
           unused = position->getPrevNode())
        unused->eraseFromParent();
      continue;
    }
    phi.replaceAllUsesWith(again);
    phi.eraseFromParent();
    before->eraseFromParent();
    changed = true;
  }
  return changed;
}

bool GroupValues::run() {
  if (!loop.getLoopLatch() || !loop.getLoopPredecessor() || isWrittenIn(loop))
    return false;
  bool changed = false;
  for (BasicBlock *block : loop.blocks())
    if (auto *branch = dyn_cast<BranchInst>(block->getTerminator()))
      if (const std::optional<GroupBegin> group = beginOf(*branch); group && recompute(*group)) {
        remark(*branch,
               [] { return std::string("values of a group of rounds: each round computes them"); });
        changed = true;
      }
  return changed;
}

} // namespace

PreservedAnalyses RecomputeGroupValuesPass::run(Function &function,
                                                FunctionAnalysisManager &analyses) {
  if (none_of(instructions(function), isSubGroupProduct))
    return PreservedAnalyses::all();
  const auto &loops = analyses.getResult<LoopAnalysis>(function);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const auto &postDominators = analyses.getResult<PostDominatorTreeAnalysis>(function);
  bool changed = false;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    IndexForms forms(loops, dominators, function.getDataLayout());
    changed |= GroupValues({*loop, loops, dominators, postDominators, forms}).run();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
