#include "compiler/matrix/staging/rounds.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/control_paths.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/staged_writes.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <tuple>

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

std::optional<OfRound> ofRound(Value &value, const Loop &loop, unsigned depth) {
  constexpr std::uint64_t most = std::uint64_t(1) << 31, mostWrapped = 1 << 16;
  const APInt *first = nullptr, *by = nullptr;
  if (auto *phi = dyn_cast<PHINode>(&value)) {
    if (phi->getParent() != loop.getHeader() ||
        !match(phi->getIncomingValueForBlock(loop.getLoopPredecessor()), m_APInt(first)) ||
        !match(phi->getIncomingValueForBlock(loop.getLoopLatch()),
               m_Add(m_Specific(phi), m_APInt(by))) ||
        first->isNegative() || by->isNegative() || first->uge(most) || by->uge(most))
      return std::nullopt;
    const auto *next =
        cast<OverflowingBinaryOperator>(phi->getIncomingValueForBlock(loop.getLoopLatch()));
    return OfRound{first->getZExtValue(), by->getZExtValue(), !next->hasNoSignedWrap()};
  }
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > 8 || !loop.contains(instruction) || !isa<BinaryOperator>(instruction))
    return std::nullopt;
  auto of = ofRound(*instruction->getOperand(0), loop, depth + 1);
  if (!of || !match(instruction->getOperand(1), m_APInt(by)) || by->isNegative() || by->uge(most))
    return std::nullopt;
  const std::uint64_t constant = by->getZExtValue();
  const auto divide = [&](std::uint64_t divisor) -> std::optional<OfRound> {
    if (!divisor || of->first % divisor != 0 || of->step % divisor != 0 ||
        (of->wraps && (!isPowerOf2_64(divisor) || divisor > mostWrapped)))
      return std::nullopt;
    return OfRound{of->first / divisor, of->step / divisor, of->wraps};
  };
  switch (instruction->getOpcode()) {
  case Instruction::Add: {
    const auto *sum = cast<OverflowingBinaryOperator>(instruction);
    return OfRound{of->first + constant, of->step, of->wraps || !sum->hasNoSignedWrap()};
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
    return OfRound{of->first * factor, of->step * factor, of->wraps || !product->hasNoSignedWrap()};
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

void numberBuffers(Loop &loop) {
  BasicBlock *header = loop.getHeader(), *front = loop.getLoopPreheader(),
             *latch = loop.getLoopLatch();
  const auto hasBarrier = [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return internalOp(instruction) == InternalOp::workGroupBarrier;
    });
  };
  if (!front || !latch || none_of(loop.blocks(), hasBarrier))
    return;
  std::map<std::tuple<Type *, std::uint64_t, std::uint64_t, std::uint64_t>, PHINode *> turns;
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
      const auto number = count > 1 ? ofRound(*of, loop) : std::nullopt;
      if (!number || (number->wraps &&
                      (!isPowerOf2_64(count) || instruction.getOpcode() == Instruction::SRem)))
        continue;
      const std::uint64_t first = number->first % count, step = number->step % count;
      PHINode *&turn = turns[{instruction.getType(), first, step, count}];
      if (!turn) {
        Type *type = instruction.getType();
        turn = PHINode::Create(type, 2, "buffer", header->begin());
        IRBuilder<> builder(latch->getTerminator());
        Value *next = builder.CreateAdd(turn, ConstantInt::get(type, step), "", true, true);
        Value *end = ConstantInt::get(type, count);
        next = builder.CreateSelect(builder.CreateICmpULT(next, end), next,
                                    builder.CreateSub(next, end));
        turn->addIncoming(ConstantInt::get(type, first), front);
        turn->addIncoming(next, latch);
      }
      numbers.push_back({&instruction, turn});
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

bool Rounds::comesTo(const BasicBlock &begin) const {
  const BasicBlock *latch = loop.getLoopLatch();
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
  const BasicBlock *exiting = loop.getExitingBlock();
  const auto *end = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
  if (!guarded || !end || !end->isConditional())
    return false;
  const BasicBlock *onward = end->getSuccessor(!loop.contains(end->getSuccessor(0)));
  if (exiting == latch)
    return conditionOf(*end, *onward, forms) == guarded;
  if (exiting != loop.getHeader())
    return false;
  // What the header will compare.
  SmallVector<std::pair<PHINode *, AddressPolynomial>> next;
  for (PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isIntegerTy())
      next.push_back({&phi, forms.of(phi.getIncomingValueForBlock(latch))});
  for (auto &[phi, form] : next)
    forms.substitute(phi, form);
  const bool isSame = conditionOf(*end, *onward, forms) == guarded;
  forms.restore();
  return isSame;
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

std::optional<AddressPolynomial> Rounds::stepOf(PHINode &phi) const {
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
    bool wrapsBefore = false;
    (void)start->ssub_ov(*by, wrapsBefore);
    step.add({}, by->getSExtValue());
    return wrapsBefore ? std::nullopt : std::optional(std::move(step));
  }
  step = forms.of(next) - forms.of(&phi);
  const bool isSteady = all_of(step.products(), [&](const auto &term) {
    return all_of(term.first, [&](unsigned number) {
      const Value *value = forms.factor(number).value;
      return value && loop.isLoopInvariant(value);
    });
  });
  return isSteady ? std::optional(std::move(step)) : std::nullopt;
}

void Rounds::substituteRoundBeforeFirst() const {
  SmallVector<std::pair<PHINode *, AddressPolynomial>> before;
  for (PHINode &phi : loop.getHeader()->phis())
    if (const auto step = stepOf(phi))
      before.push_back(
          {&phi, forms.of(phi.getIncomingValueForBlock(loop.getLoopPredecessor())) - *step});
  for (auto &[phi, form] : before)
    forms.substitute(phi, form);
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
  substituteRoundBeforeFirst();
  const bool isAlike = forms.of(&value) == forms.of(&first);
  forms.restore();
  return isAlike && isUnchanged(first);
}

bool Rounds::goesOnAlike(const BranchInst *guard, const BasicBlock *entered) const {
  const auto *end = dyn_cast<BranchInst>(loop.getLoopLatch()->getTerminator());
  if (!end)
    return false;
  substituteRoundBeforeFirst();
  const auto again = conditionOf(*end, *loop.getHeader(), forms);
  const auto asked = guard ? conditionOf(*guard, *entered, forms) : std::nullopt;
  forms.restore();
  if (!again || guard)
    return again && again == asked;
  const auto left = again->left.constant(), right = again->right.constant();
  return left && right &&
         ICmpInst::compare(APInt(64, *left, true), APInt(64, *right, true), again->predicate);
}

std::optional<Value *> Again::existing(Instruction &instruction) {
  if (!rounds.loop.contains(&instruction) ||
      (!roundBefore && rounds.dominators.dominates(&instruction, &position)))
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
  if (!result && roundBefore)
    for (PHINode &phi : rounds.loop.getHeader()->phis())
      if (rounds.carriedTo(phi) == instruction)
        result = &phi;
  return made[value] = result ? *result : make(*instruction);
}

Value *Again::make(Instruction &instruction) {
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    const auto step = roundBefore && phi->getParent() == rounds.loop.getHeader()
                          ? rounds.stepOf(*phi)
                          : std::nullopt;
    if (!step)
      return nullptr;
    const bool isAddress = phi->getType()->isPointerTy();
    Value *by =
        rounds.forms.emit(builder, *step, isAddress ? builder.getInt64Ty() : phi->getType());
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
  // What is below zero a round before the first has bits that the counter never has.
  const auto *both = dyn_cast<PossiblyDisjointInst>(&instruction);
  if (roundBefore && both && both->isDisjoint())
    return builder.CreateAdd(operands[0], operands[1]);
  Instruction *copy = instruction.clone();
  for (auto [index, operand] : enumerate(operands))
    copy->setOperand(index, operand);
  if (roundBefore) {
    // And without a sign it is large.
    const bool isExact = isa<OverflowingBinaryOperator>(copy) && copy->hasNoSignedWrap();
    copy->dropPoisonGeneratingFlags();
    if (isExact)
      copy->setHasNoSignedWrap();
  }
  return builder.Insert(copy);
}

} // namespace heddle::compiler
