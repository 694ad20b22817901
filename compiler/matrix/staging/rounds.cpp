#include "compiler/matrix/staging/rounds.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/control_paths.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/staged_writes.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// The loop's condition and what it compares, in the sense in which control goes on.
struct Condition {
  CmpInst::Predicate predicate;
  AddressPolynomial left, right;
  bool operator==(const Condition &) const = default;
};

/// One of two ways out of a block.
struct Way {
  const BasicBlock *from, *to;
};

std::optional<Condition> conditionOf(const Way &way, IndexForms &forms) {
  const auto *branch = dyn_cast<BranchInst>(way.from->getTerminator());
  auto *compare =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare || branch->getSuccessor(0) == branch->getSuccessor(1))
    return std::nullopt;
  CmpInst::Predicate predicate =
      branch->getSuccessor(0) == way.to ? compare->getPredicate() : compare->getInversePredicate();
  Value *left = compare->getOperand(0), *right = compare->getOperand(1);
  if (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate)) {
    predicate = CmpInst::getSwappedPredicate(predicate);
    std::swap(left, right);
  }
  if (predicate == ICmpInst::ICMP_SLT || predicate == ICmpInst::ICMP_SLE) {
    const std::int64_t least = predicate == ICmpInst::ICMP_SLE;
    return Condition{ICmpInst::ICMP_SLT, forms.of(left) - forms.of(right) + -least, {}};
  }
  return Condition{predicate, forms.of(left), forms.of(right)};
}

/// Whether one condition holds where another one does: where it is the same, or 16 * i < k where
/// i < k / 16.
bool implies(const std::optional<Condition> &known, const Condition &asked,
             const IndexForms &forms) {
  if (!known || known == asked || known->predicate != ICmpInst::ICMP_SLT ||
      asked.predicate != ICmpInst::ICMP_SLT)
    return known == asked;
  return any_of(known->left.products(), [&](const auto &term) {
    const auto &[product, times] = term;
    if (product.size() != 1 || times != std::uint64_t(-1))
      return false;
    const IndexForms::Factor &quotient = forms.factor(product.front());
    if (quotient.kind != IndexForms::Factor::Kind::computed || quotient.opcode != Instruction::SDiv)
      return false;
    const auto divisor = quotient.operands[1].constant();
    AddressPolynomial least = known->left;
    least.add(product, 1);
    return divisor && *divisor > 0 && asked.left == least * *divisor - quotient.operands[0];
  });
}

/// By which control comes to a block on its way to a place, if it comes there each time.
std::optional<Way> guardOf(const BasicBlock &block, const BasicBlock &place,
                           const DominatorTree &dominators,
                           const PostDominatorTree &postDominators) {
  const BasicBlock *from = &block, *to = from;
  while (!dominators.dominates(from, &place)) {
    to = from;
    from = dominators.getNode(const_cast<BasicBlock *>(from))->getIDom()->getBlock();
  }
  return to->getSinglePredecessor() == from && postDominators.dominates(&block, to)
             ? std::optional(Way{from, to})
             : std::nullopt;
}

/// Whether all rounds compute it alike.
bool isFixed(const Value &value, const Loop &loop, unsigned depth = 0) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  return loop.isLoopInvariant(&value) ||
         (instruction && depth < 8 && isa<BinaryOperator, CastInst, CmpInst, SelectInst>(value) &&
          all_of(
              instruction->operands(),
              [&](const Value *operand) { return isFixed(*operand, loop, depth + 1); }));
}

/// Whether it is made of values that stay the same in the loop, or, if `hasSteps`, of those that go
/// up by steps, which are known in each round.
bool isSteady(const AddressPolynomial &form, const Rounds &rounds, bool hasSteps = false) {
  return all_of(form.products(), [&](const auto &term) {
    return all_of(term.first, [&](unsigned number) {
      Value *value = rounds.forms.factor(number).value;
      auto *phi = dyn_cast_or_null<PHINode>(value);
      return value && (isFixed(*value, rounds.loop) ||
                       (hasSteps && phi && phi->getParent() == rounds.loop.getHeader() &&
                        rounds.stepOf(*phi)));
    });
  });
}

bool follows(const Condition &condition, const Rounds &rounds) {
  return isSteady(condition.left, rounds, true) && isSteady(condition.right, rounds, true);
}

/// Whether a condition holds where control comes from one block to another that it dominates.
bool holds(const Condition &condition, const BasicBlock &to, const BasicBlock &from,
           const DominatorTree &dominators, IndexForms &forms) {
  for (const BasicBlock *block = &to; block != &from;
       block = dominators.getNode(const_cast<BasicBlock *>(block))->getIDom()->getBlock())
    if (const BasicBlock *before = block->getSinglePredecessor();
        before && implies(conditionOf({before, block}, forms), condition, forms))
      return true;
  return false;
}

/// One of two numbers, such as the smaller one.
bool isBounded(const Instruction &instruction) {
  return instruction.getType()->isIntegerTy() && isa<MinMaxIntrinsic, SelectInst>(instruction);
}

/// The phi of another loop's header with whose last value this one of a loop's header begins.
PHINode *goesOnWith(const PHINode &phi, const Loop &loop) {
  auto *first = dyn_cast<PHINode>(phi.getIncomingValueForBlock(loop.getLoopPreheader()));
  while (first && first->getNumIncomingValues() == 1)
    first = dyn_cast<PHINode>(first->getIncomingValue(0));
  return first;
}

/// Where a loop goes on that is left in its header or its latch alone.
std::optional<Way> onwardIn(const Loop &loop) {
  const BasicBlock *exiting = loop.getExitingBlock();
  const auto *end = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  if (!end || !end->isConditional() ||
      (exiting != loop.getLoopLatch() && exiting != loop.getHeader()))
    return std::nullopt;
  return Way{exiting, end->getSuccessor(!loop.contains(end->getSuccessor(0)))};
}

} // namespace

std::optional<OfRound> ofRound(Value &value, const Loop &loop, const LoopInfo *loops,
                               unsigned depth) {
  constexpr std::uint64_t most = std::uint64_t(1) << 31, mostWrapped = 1 << 16;
  const APInt *first = nullptr, *by = nullptr;
  if (auto *phi = dyn_cast<PHINode>(&value)) {
    if (phi->getParent() != loop.getHeader() ||
        !match(phi->getIncomingValueForBlock(loop.getLoopLatch()),
               m_Add(m_Specific(phi), m_APInt(by))) ||
        by->isNegative() || by->uge(most))
      return std::nullopt;
    const auto *next =
        cast<OverflowingBinaryOperator>(phi->getIncomingValueForBlock(loop.getLoopLatch()));
    if (PHINode *before = loops ? goesOnWith(*phi, loop) : nullptr) {
      const Loop *front = loops->getLoopFor(before->getParent());
      auto of = front && front->getHeader() == before->getParent() && !front->contains(&loop) &&
                        front->getLoopLatch() && front->getLoopPreheader()
                    ? ofRound(*before, *front, loops, depth + 1)
                    : std::nullopt;
      if (!of || of->goesOnFrom || of->step != by->getZExtValue())
        return std::nullopt;
      of->wraps |= !next->hasNoSignedWrap();
      of->goesOnFrom = front;
      return of;
    }
    if (!match(phi->getIncomingValueForBlock(loop.getLoopPredecessor()), m_APInt(first)) ||
        first->isNegative() || first->uge(most))
      return std::nullopt;
    return OfRound{first->getZExtValue(), by->getZExtValue(), !next->hasNoSignedWrap()};
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > 8 || !loop.contains(instruction) || !isa<BinaryOperator>(instruction))
    return std::nullopt;
  auto of = ofRound(*instruction->getOperand(0), loop, loops, depth + 1);
  if (!of || !match(instruction->getOperand(1), m_APInt(by)) || by->isNegative() || by->uge(most))
    return std::nullopt;
  const std::uint64_t constant = by->getZExtValue();
  const auto divide = [&](std::uint64_t divisor) -> std::optional<OfRound> {
    if (!divisor || of->first % divisor != 0 || of->step % divisor != 0 ||
        (of->wraps && (!isPowerOf2_64(divisor) || divisor > mostWrapped)))
      return std::nullopt;
    return OfRound{of->first / divisor, of->step / divisor, of->wraps, of->goesOnFrom};
  };
  switch (instruction->getOpcode()) {
  case Instruction::Add: {
    const auto *sum = cast<OverflowingBinaryOperator>(instruction);
    return OfRound{of->first + constant, of->step, of->wraps || !sum->hasNoSignedWrap(),
                   of->goesOnFrom};
  }
  case Instruction::Mul:
  case Instruction::Shl: {
    if (constant >= (instruction->getOpcode() == Instruction::Shl ? 31 : most))
      return std::nullopt;
    const std::uint64_t factor =
        instruction->getOpcode() == Instruction::Shl ? std::uint64_t(1) << constant : constant;
    if (of->first * factor >= most || of->step * factor >= most)
      return std::nullopt;
    const auto *product = cast<OverflowingBinaryOperator>(instruction);
    return OfRound{of->first * factor, of->step * factor, of->wraps || !product->hasNoSignedWrap(),
                   of->goesOnFrom};
  }
  case Instruction::SDiv:
    return of->wraps ? std::nullopt : divide(constant);
  case Instruction::UDiv:
    return divide(constant);
  case Instruction::AShr:
  case Instruction::LShr:
    if (constant >= 31 || (of->wraps && instruction->getOpcode() == Instruction::AShr))
      return std::nullopt;
    return divide(std::uint64_t(1) << constant);
  default:
    return std::nullopt;
  }
}

bool writesElsewhere(const Instruction &instruction) {
  if (!writesOrSynchronizes(instruction) || isSubGroupProduct(instruction) ||
      internalOp(instruction) == InternalOp::workGroupBarrier)
    return false;
  const Value *to = writtenPointer(instruction);
  return !to || to->getType()->getPointerAddressSpace() != AddressSpace::inLocal;
}

bool isWrittenIn(const Loop &loop) {
  return any_of(loop.blocks(),
                [](const BasicBlock *block) { return any_of(*block, writesElsewhere); });
}

bool isWrittenBeforeOrIn(const Loop &loop, const Function &function) {
  SmallVector<const BasicBlock *> written;
  for (const BasicBlock &block : function)
    if (any_of(block, writesElsewhere))
      written.push_back(&block);
  return isWrittenIn(loop) || blocksBehind(written).contains(loop.getHeader());
}

bool computeAhead(const Rounds &rounds) {
  const Loop &loop = rounds.loop;
  Instruction *end = loop.getLoopLatch()->getTerminator();
  bool changed = false;
  for (PHINode &phi : loop.getHeader()->phis()) {
    const auto *joined = dyn_cast<PHINode>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
    Instruction *next = rounds.carriedTo(phi);
    // Behind the last round it would be another one.
    const auto isInRound = [&](const User *user) {
      const auto *instruction = cast<Instruction>(user);
      return loop.contains(instruction) &&
             (isa<PHINode>(instruction) || instruction->getParent() != loop.getHeader());
    };
    if (!joined || !next || !isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(next) ||
        !isSafeToSpeculativelyExecute(next) || !all_of(phi.users(), isInRound) ||
        !all_of(next->operands(), [&](const Value *operand) {
          const auto *instruction = dyn_cast<Instruction>(operand);
          return !instruction || rounds.dominators.dominates(instruction, end);
        }))
      continue;
    Instruction *ahead = next->clone();
    ahead->insertBefore(end->getIterator());
    phi.setIncomingValueForBlock(loop.getLoopLatch(), ahead);
    changed = true;
  }
  return changed;
}

void carryBounded(const Rounds &rounds) {
  const Loop &loop = rounds.loop;
  BasicBlock *latch = loop.getLoopLatch(), *front = loop.getLoopPreheader();
  const auto steps = [&](Value &value) -> PHINode * {
    for (PHINode &phi : loop.getHeader()->phis())
      if (phi.getType() == value.getType())
        if (const auto step = rounds.stepOf(phi);
            step && step->constant() && rounds.forms.of(&value) == rounds.forms.of(&phi) + *step)
          return &phi;
    return nullptr;
  };
  const auto isOncePerRound = [&](Instruction &instruction) {
    bool moved = false;
    for (const Loop *inner = rounds.loops.getLoopFor(instruction.getParent()); inner != &loop;
         inner = inner->getParentLoop())
      if (!inner->makeLoopInvariant(&instruction, moved))
        return false;
    return rounds.dominators.dominates(instruction.getParent(), latch);
  };
  SmallVector<std::pair<Instruction *, Value *>> bounded;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : make_early_inc_range(*block)) {
      if (!front || !isBounded(instruction))
        continue;
      for (Value *operand : instruction.operands())
        if (PHINode *phi = steps(*operand); phi && isOncePerRound(instruction)) {
          bounded.push_back({&instruction, phi->getIncomingValueForBlock(front)});
          break;
        }
    }
  for (auto [value, first] : bounded) {
    PHINode *carried = PHINode::Create(value->getType(), 2, "bounded", loop.getHeader()->begin());
    carried->addIncoming(first, front);
    carried->addIncoming(value, latch);
  }
}

PHINode *BufferNumbers::turnIn(const Loop &loop, const OfRound &of, Type &type,
                               std::uint64_t count) {
  const std::uint64_t first = of.first % count, step = of.step % count;
  PHINode *&turn = turns[{&loop, of.goesOnFrom, &type, first, step, count}];
  if (turn)
    return turn;
  Value *before = ConstantInt::get(&type, first);
  if (of.goesOnFrom)
    before = turnIn(*of.goesOnFrom, {of.first, of.step, of.wraps}, type, count);
  turn = PHINode::Create(&type, 2, "buffer", loop.getHeader()->begin());
  IRBuilder<> builder(loop.getLoopLatch()->getTerminator());
  Value *next = builder.CreateAdd(turn, ConstantInt::get(&type, step), "", true, true);
  Value *end = ConstantInt::get(&type, count);
  next = builder.CreateSelect(builder.CreateICmpULT(next, end), next, builder.CreateSub(next, end));
  turn->addIncoming(before, loop.getLoopPreheader());
  turn->addIncoming(next, loop.getLoopLatch());
  return turn;
}

void BufferNumbers::number(const Loop &loop) {
  const auto hasBarrier = [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return internalOp(instruction) == InternalOp::workGroupBarrier;
    });
  };
  if (!loop.getLoopPreheader() || !loop.getLoopLatch() || none_of(loop.blocks(), hasBarrier))
    return;
  SmallVector<std::pair<Instruction *, PHINode *>> numbers;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      const APInt *constant = nullptr;
      Value *of = nullptr;
      std::uint64_t count = 0;
      if (match(&instruction, m_And(m_Value(of), m_APInt(constant))) &&
          constant->ult(mostBuffers) && (*constant + 1).isPowerOf2())
        count = constant->getZExtValue() + 1;
      else if ((match(&instruction, m_URem(m_Value(of), m_APInt(constant))) ||
                match(&instruction, m_SRem(m_Value(of), m_APInt(constant)))) &&
               constant->ule(mostBuffers))
        count = constant->getZExtValue();
      const auto number = count > 1 ? ofRound(*of, loop, &loops) : std::nullopt;
      if (!number || (number->wraps &&
                      (!isPowerOf2_64(count) || instruction.getOpcode() == Instruction::SRem)))
        continue;
      numbers.push_back({&instruction, turnIn(loop, *number, *instruction.getType(), count)});
    }
  for (auto [number, turn] : numbers) {
    number->replaceAllUsesWith(turn);
    number->eraseFromParent();
  }
}

Instruction *onlyComputed(const PHINode &phi, const Loop &loop) {
  Value *only = nullptr;
  for (Value *value : phi.incoming_values()) {
    const auto *carried = dyn_cast<PHINode>(value);
    if ((carried && carried->getParent() == loop.getHeader()) || isa<UndefValue>(value))
      continue;
    if (only && only != value)
      return nullptr;
    only = value;
  }
  auto *instruction = dyn_cast_or_null<Instruction>(only);
  return instruction && loop.contains(instruction) && !isa<PHINode>(instruction) ? instruction
                                                                                 : nullptr;
}

bool Rounds::comesTo(const BasicBlock &begin, unsigned followers) const {
  const BasicBlock *latch = loop.getLoopLatch();
  if (dominators.dominates(&begin, latch))
    return true;
  const std::optional<Way> guard = guardOf(begin, *latch, dominators, postDominators);
  const std::optional<Way> end = onwardIn(loop);
  const auto guarded = guard ? conditionOf(*guard, forms) : std::nullopt;
  auto again = end ? conditionOf(*end, forms) : std::nullopt;
  if (!guarded || !again || (followers > 1 && !follows(*again, *this)))
    return false;
  // What is compared then: the header does so when the next round has begun.
  const unsigned later = followers - (end->from == latch);
  SmallVector<std::pair<PHINode *, AddressPolynomial>> then;
  for (PHINode &phi : loop.getHeader()->phis())
    if (later && phi.getType()->isIntegerTy()) {
      const auto step = followers > 1 ? stepOf(phi) : std::nullopt;
      then.push_back(
          {&phi, step ? forms.result(*carriedTo(phi), forms.of(&phi) + *step * std::int64_t(later))
                      : forms.of(phi.getIncomingValueForBlock(latch))});
    }
  for (auto &[phi, form] : then)
    forms.substitute(phi, form);
  if (later)
    again = conditionOf(*end, forms);
  forms.restore();
  return implies(again, *guarded, forms);
}

bool Rounds::comesTo(const BasicBlock &begin, const BasicBlock &place) const {
  if (dominators.dominates(&begin, &place))
    return true;
  const std::optional<Way> guard = guardOf(begin, place, dominators, postDominators);
  const auto guarded = guard ? conditionOf(*guard, forms) : std::nullopt;
  return guarded && holds(*guarded, place, *guard->from, dominators, forms);
}

bool Rounds::lastComesTo(const BasicBlock &begin, const BasicBlock &place, unsigned before) const {
  const BasicBlock *latch = loop.getLoopLatch(), *header = loop.getHeader();
  if (dominators.dominates(&begin, latch))
    return true;
  const std::optional<Way> guard = guardOf(begin, *latch, dominators, postDominators);
  Value *counter = nullptr, *bound = nullptr;
  BasicBlock *onward = nullptr, *exit = nullptr;
  if (!guard || loop.getExitingBlock() != header ||
      !match(header->getTerminator(),
             m_Br(m_SpecificICmp(ICmpInst::ICMP_SLT, m_Value(counter), m_Value(bound)), onward,
                  exit)) ||
      !loop.contains(onward) || !loop.isLoopInvariant(bound))
    return false;
  // It has counted to the bound, one by one.
  auto *phi = dyn_cast<PHINode>(counter);
  const auto step = phi && phi->getParent() == header ? stepOf(*phi) : std::nullopt;
  if (!step || step->constant() != 1)
    return false;
  forms.substitute(phi, forms.of(bound) + -std::int64_t(before));
  const auto guarded = conditionOf(*guard, forms);
  forms.restore();
  return guarded && isSteady(guarded->left, *this) && isSteady(guarded->right, *this) &&
         holds(*guarded, place, *header, dominators, forms);
}

Rounds::Continued Rounds::continuedIn(const Loop &behind) const {
  Continued result;
  if (!behind.getLoopLatch() || !behind.getLoopPreheader() ||
      loop.getExitingBlock() != loop.getHeader())
    return result;
  for (PHINode &phi : behind.getHeader()->phis())
    if (PHINode *first = goesOnWith(phi, behind); first && first->getParent() == loop.getHeader())
      result.push_back({&phi, first});
  // What a round makes of one may be made of others.
  for (bool changed = true; changed;) {
    for (auto [later, first] : result)
      forms.substitute(later, forms.of(first));
    const std::size_t count = result.size();
    erase_if(result, [&](const auto &pair) {
      return forms.of(pair.first->getIncomingValueForBlock(behind.getLoopLatch())) !=
             forms.of(pair.second->getIncomingValueForBlock(loop.getLoopLatch()));
    });
    forms.restore();
    changed = result.size() != count;
  }
  return result;
}

PHINode *Rounds::goOn(PHINode &phi, const Loop &behind) const {
  const auto step = phi.getParent() == loop.getHeader() ? stepOf(phi) : std::nullopt;
  if (!step || !all_of(step->products(), [&](const auto &term) {
        return all_of(term.first, [&](unsigned number) {
          const Value *value = forms.factor(number).value;
          return value && loop.isLoopInvariant(value);
        });
      }))
    return nullptr;
  BasicBlock *front = behind.getLoopPreheader(), *latch = behind.getLoopLatch();
  IRBuilder<> builder(latch->getTerminator());
  PHINode *later = PHINode::Create(phi.getType(), 2, phi.getName(), behind.getHeader()->begin());
  const bool isAddress = phi.getType()->isPointerTy();
  Value *by = forms.emit(builder, *step, isAddress ? builder.getInt64Ty() : phi.getType());
  later->addIncoming(&phi, front);
  later->addIncoming(isAddress ? builder.CreatePtrAdd(later, by) : builder.CreateAdd(later, by),
                     latch);
  return later;
}

bool Rounds::precedes(const Loop &behind, unsigned before) const {
  const std::optional<Way> end = onwardIn(loop), endBehind = onwardIn(behind);
  if (!end || !endBehind || end->from != loop.getHeader() || endBehind->from != behind.getHeader())
    return false;
  for (auto [later, first] : continuedIn(behind))
    forms.substitute(later, forms.of(first));
  const auto known = conditionOf(*endBehind, forms);
  forms.restore();
  const auto asked = conditionOf(*end, forms);
  if (!known || !asked || asked->predicate != ICmpInst::ICMP_SLT || !follows(*asked, *this))
    return false;
  SmallVector<std::pair<PHINode *, AddressPolynomial>> then;
  for (PHINode &phi : loop.getHeader()->phis())
    if (const auto step = stepOf(phi, before))
      then.push_back({&phi, forms.of(&phi) - *step * std::int64_t(before)});
  for (auto &[phi, form] : then)
    forms.substitute(phi, form);
  const auto earlier = conditionOf(*end, forms);
  forms.restore();
  // The rounds before that one have come to nothing that is larger.
  const auto grown = (asked->left - earlier->left).constant();
  return grown && *grown >= 0 && implies(known, *earlier, forms);
}

bool Rounds::hasComeTo(const BasicBlock &begin, unsigned round) const {
  if (dominators.dominates(&begin, loop.getHeader()))
    return true;
  const std::optional<Way> guard = guardOf(begin, *loop.getHeader(), dominators, postDominators);
  const std::optional<Way> end = onwardIn(loop);
  const auto guarded = guard ? conditionOf(*guard, forms) : std::nullopt;
  auto again = end ? conditionOf(*end, forms) : std::nullopt;
  if (!guarded || !again || !follows(*again, *this))
    return false;
  substituteRound(int(round) - (end->from == loop.getLoopLatch()));
  again = conditionOf(*end, forms);
  forms.restore();
  return implies(again, *guarded, forms);
}

Instruction *Rounds::carriedTo(PHINode &phi) const {
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!next || !loop.contains(next))
    return nullptr;
  const auto *joined = dyn_cast<PHINode>(next);
  if (joined)
    next = joined->getParent() == loop.getHeader() ? nullptr : onlyComputed(*joined, loop);
  return next && comesTo(*next->getParent()) ? next : nullptr;
}

std::optional<AddressPolynomial> Rounds::stepOf(PHINode &phi, unsigned before) const {
  Instruction *next =
      phi.getType()->isIntegerTy() || phi.getType()->isPointerTy() ? carriedTo(phi) : nullptr;
  if (!next)
    return std::nullopt;
  AddressPolynomial step;
  const APInt *start = nullptr, *by = nullptr;
  // It may wrap later on.
  if (match(next, m_Add(m_Specific(&phi), m_APInt(by))) &&
      match(phi.getIncomingValueForBlock(loop.getLoopPredecessor()), m_APInt(start)) &&
      by->getBitWidth() <= 64) {
    const unsigned bits = by->getBitWidth(), enough = bits + 8;
    const APInt least = start->sext(enough) - by->sext(enough) * APInt(enough, before);
    step.add({}, by->getSExtValue());
    return least.isSignedIntN(bits) ? std::optional(std::move(step)) : std::nullopt;
  }
  step = forms.of(next) - forms.of(&phi);
  return isSteady(step, *this) ? std::optional(std::move(step)) : std::nullopt;
}

void Rounds::substituteRound(int number) const {
  SmallVector<std::pair<PHINode *, AddressPolynomial>> then;
  for (PHINode &phi : loop.getHeader()->phis())
    if (const auto step = stepOf(phi, std::max(1, -number)))
      then.push_back({&phi, forms.of(phi.getIncomingValueForBlock(loop.getLoopPredecessor())) +
                                *step * std::int64_t(number)});
  for (auto &[phi, form] : then)
    forms.substitute(phi, form);
}

void Rounds::substituteBounded() const {
  SmallVector<std::pair<Instruction *, AddressPolynomial>> then;
  for (PHINode &phi : loop.getHeader()->phis())
    if (Instruction *next = carriedTo(phi); next && isBounded(*next))
      then.push_back({next, forms.of(phi.getIncomingValueForBlock(loop.getLoopPredecessor()))});
  for (auto &[value, form] : then)
    forms.substitute(value, form);
}

/// Whether all that it was read from is as it was when control comes to the loop.
bool Rounds::isUnchanged(Value &first) const {
  if (!isWrittenBeforeOrIn(loop, *loop.getHeader()->getParent()))
    return true;
  const Instruction *written = nullptr;
  const BasicBlock *top = loop.getLoopPredecessor();
  for (const BasicBlock *block = top; block && !written; block = block->getSinglePredecessor()) {
    top = block;
    const auto last = find_if(reverse(*block), writesElsewhere);
    written = last == block->rend() ? nullptr : &*last;
  }
  SmallSetVector<const Value *, 16> parts;
  parts.insert(&first);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto *part = dyn_cast<Instruction>(parts[i]);
    if (!part || isa<PHINode>(part))
      continue;
    if ((part->mayReadFromMemory() || part->mayHaveSideEffects()) &&
        !(written ? dominators.dominates(written, part)
                  : dominators.dominates(top, part->getParent())))
      return false;
    parts.insert_range(part->operands());
  }
  return true;
}

bool Rounds::beginsAlike(Value &first, Value &value) const {
  substituteRound(-1);
  const bool isAlike = forms.of(&value) == forms.of(&first);
  forms.restore();
  return isAlike && isUnchanged(first);
}

bool Rounds::goesOnAlike(const BranchInst *guard, const BasicBlock *entered) const {
  substituteRound(-1);
  const auto again = conditionOf({loop.getLoopLatch(), loop.getHeader()}, forms);
  const auto asked = guard ? conditionOf({guard->getParent(), entered}, forms) : std::nullopt;
  forms.restore();
  if (!again || guard)
    return again && again == asked;
  const auto left = again->left.constant(), right = again->right.constant();
  return left && right &&
         ICmpInst::compare(APInt(64, *left, true), APInt(64, *right, true), again->predicate);
}

std::optional<Value *> Again::existing(Instruction &instruction) {
  if (!rounds.loop.contains(&instruction) ||
      (!before && rounds.dominators.dominates(&instruction, &position)))
    return &instruction;
  if (rounds.loops.getLoopFor(instruction.getParent()) != &rounds.loop)
    return nullptr;
  return std::nullopt;
}

Value *Again::of(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  if (auto found = made.find(value); found != made.end())
    return found->second;
  std::optional<Value *> result = existing(*instruction);
  if (!result && before == 1)
    for (PHINode &phi : rounds.loop.getHeader()->phis())
      if (rounds.carriedTo(phi) == instruction)
        result = &phi;
  return made[value] = result ? *result : make(*instruction);
}

Value *Again::make(Instruction &instruction) {
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    const auto step = before && phi->getParent() == rounds.loop.getHeader()
                          ? rounds.stepOf(*phi, before)
                          : std::nullopt;
    if (!step)
      return nullptr;
    const bool isAddress = phi->getType()->isPointerTy();
    Value *by = rounds.forms.emit(builder, *step * std::int64_t(before),
                                  isAddress ? builder.getInt64Ty() : phi->getType());
    const auto *sum = dyn_cast<OverflowingBinaryOperator>(rounds.carriedTo(*phi));
    return isAddress ? builder.CreatePtrAdd(phi, builder.CreateNeg(by))
                     : builder.CreateSub(phi, by, "", /*HasNUW=*/false,
                                         /*HasNSW=*/sum && sum->hasNoSignedWrap());
  }
  const auto *call = dyn_cast<CallBase>(&instruction);
  if (instruction.isTerminator() || isa<AllocaInst>(instruction) ||
      (!isBlockRead(instruction) &&
       ((instruction.mayReadOrWriteMemory() && !isGlobalRead(instruction)) ||
        (call && (call->isConvergent() || !call->getCalledFunction())))))
    return nullptr;
  SmallVector<Value *> operands;
  for (Value *operand : instruction.operands()) {
    operands.push_back(of(operand));
    if (!operands.back())
      return nullptr;
  }
  // What is below zero before the first round has bits that the counter never has.
  const auto *both = dyn_cast<PossiblyDisjointInst>(&instruction);
  if (before && both && both->isDisjoint())
    return builder.CreateAdd(operands[0], operands[1]);
  Instruction *copy = instruction.clone();
  for (auto [index, operand] : enumerate(operands))
    copy->setOperand(index, operand);
  if (before) {
    // And without a sign it is large.
    const bool isExact = isa<OverflowingBinaryOperator>(copy) && copy->hasNoSignedWrap();
    copy->dropPoisonGeneratingFlags();
    if (isExact)
      copy->setHasNoSignedWrap();
  }
  return builder.Insert(copy);
}

} // namespace heddle::compiler
