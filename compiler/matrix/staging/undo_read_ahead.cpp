#include "compiler/matrix/staging/undo_read_ahead.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/carried_reads.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Of expressions that are compared.
constexpr unsigned deepest = 256;

bool isProduct(const Value &value) {
  auto *call = dyn_cast<CallBase>(&value);
  return call && internalOp(*call) == InternalOp::matrixMad;
}

/// A loop that reads only where another round follows:
///
///   body:    … br more, read, behind
///   read:    next = …; br behind
///   behind:  phi of next; products; br more, body, exit
///
/// The products go to where it is known whether one follows, into `read` and behind the loop, so
/// that a round begins with the question and ends with them. Returns false for other loops, which
/// are left alone.
bool asksBeforeProducts(Loop &loop) {
  BasicBlock *body = loop.getHeader(), *behind = loop.getLoopLatch(), *exit = loop.getExitBlock();
  if (loop.getNumBlocks() != 3 || !behind || !exit || loop.getExitingBlock() != behind)
    return false;
  auto *ask = dyn_cast<BranchInst>(body->getTerminator());
  auto *again = dyn_cast<BranchInst>(behind->getTerminator());
  if (!ask || !ask->isConditional() || !again || !again->isConditional() ||
      ask->getCondition() != again->getCondition())
    return false;
  const unsigned yes = ask->getSuccessor(0) == behind ? 1 : 0;
  BasicBlock *read = ask->getSuccessor(yes);
  if (again->getSuccessor(yes) != body || ask->getSuccessor(1 - yes) != behind ||
      read->getSingleSuccessor() != behind || read->getSinglePredecessor() != body ||
      any_of(*read, writesOrSynchronizes) || any_of(*read, isProduct) || any_of(*body, isProduct))
    return false;
  SmallVector<Instruction *> products;
  for (Instruction &instruction : *behind) {
    if (isa<PHINode>(instruction) || instruction.isTerminator())
      continue;
    if (!isProduct(instruction) || any_of(instruction.operands(), [&](const Use &operand) {
          auto *phi = dyn_cast<PHINode>(operand);
          return phi && phi->getParent() == behind;
        }))
      return false;
    products.push_back(&instruction);
  }
  const auto isRoundEnd = [&](const User *user) {
    auto *phi = dyn_cast<PHINode>(user);
    return phi && (phi->getParent() == body || phi->getParent() == exit);
  };
  for (const Instruction &instruction : *behind)
    for (const User *user : instruction.users())
      if (!isRoundEnd(user) && !is_contained(products, user))
        return false;
  if (products.empty())
    return false;

  BasicBlock *last = BasicBlock::Create(body->getContext(), "last", body->getParent(), exit);
  BranchInst::Create(exit, last);
  ValueToValueMapTy copies;
  for (Instruction *product : products) {
    Instruction *copy = product->clone();
    copy->insertBefore(last->getTerminator()->getIterator());
    copies[product] = copy;
    RemapInstruction(copy, copies, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
    product->moveBefore(read->getTerminator()->getIterator());
  }
  const auto rename = [&](BasicBlock &block, BasicBlock &from, BasicBlock &before) {
    for (PHINode &phi : block.phis()) {
      const int index = phi.getBasicBlockIndex(behind);
      Value *value = phi.getIncomingValue(index);
      if (auto *joined = dyn_cast<PHINode>(value); joined && joined->getParent() == behind)
        value = joined->getIncomingValueForBlock(&before);
      else if (&from == last && copies.count(value))
        value = copies[value];
      phi.setIncomingValue(index, value);
      phi.setIncomingBlock(index, &from);
    }
  };
  rename(*body, *read, *read);
  rename(*exit, *last, *body);
  ask->setSuccessor(1 - yes, last);
  cast<BranchInst>(read->getTerminator())->setSuccessor(0, body);
  again->eraseFromParent();
  new UnreachableInst(body->getContext(), behind);
  DeleteDeadBlock(behind);
  return true;
}

/// An expression in the round before the first one.
class RoundBefore : public SCEVRewriteVisitor<RoundBefore> {
public:
  RoundBefore(const Loop &loop, ScalarEvolution &evolution)
      : SCEVRewriteVisitor(evolution), loop(loop) {}

  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method): how the visitor is made
  const SCEV *visitAddRecExpr(const SCEVAddRecExpr *sequence) {
    // One that is not affine is what no expression in front of the loop is.
    if (sequence->getLoop() != &loop || !sequence->isAffine())
      return sequence;
    return SE.getMinusSCEV(sequence->getStart(), sequence->getStepRecurrence(SE));
  }

private:
  const Loop &loop;
};

/// One such loop, and the products behind it.
class ReadAhead {
public:
  ReadAhead(Loop &loop, ScalarEvolution &evolution)
      : loop(loop), body(*loop.getHeader()), evolution(evolution) {}

  bool find();
  void undo();

private:
  struct Carried {
    PHINode *phi;
    Value *first, *next;
  };

  Carried carried(PHINode &phi) const {
    return {&phi, phi.getIncomingValueForBlock(entry), phi.getIncomingValueForBlock(&body)};
  }
  /// Where control goes if not past the loop.
  BasicBlock *entered() const { return guard == entry ? &body : entry; }
  Value *behind(Value &first, Value &next) const;
  bool findPhis();
  bool findProductsBehind();
  bool mayBeginEarlier();
  bool goesOnAlike() const;
  bool isSame(Value *front, Value *inside, unsigned depth = 0);
  bool isSameNow(Value *front, Value *inside, unsigned depth);
  bool isUnchanged(const Instruction &read) const;
  void beginEarlier();
  void multiplyInFront();

  Loop &loop;
  BasicBlock &body;
  ScalarEvolution &evolution;
  BasicBlock *entry = nullptr; ///< from which control comes in
  BasicBlock *exit = nullptr;
  BasicBlock *guard = nullptr; ///< from which control may pass the loop by
  SmallVector<CallBase *> products;
  SmallVector<Carried> sums, factors, counters;
  DenseMap<Value *, Value *> later; ///< what behind the loop stands for what in it
  DenseMap<Value *, Value *> alike; ///< in the round before the first one, and what it is
};

/// The value that behind the loop is `next` of the last round, or `first` without any.
Value *ReadAhead::behind(Value &first, Value &next) const {
  for (PHINode &phi : exit->phis())
    if (phi.getIncomingValueForBlock(&body) == &next &&
        (!guard || phi.getIncomingValueForBlock(guard) == &first))
      return &phi;
  return guard ? nullptr : &next;
}

bool ReadAhead::findPhis() {
  for (PHINode &phi : body.phis()) {
    const Carried each = carried(phi);
    const auto isOperand = [&](bool ofSum) {
      return all_of(phi.uses(), [&](const Use &use) {
        return isProduct(*use.getUser()) &&
               cast<Instruction>(use.getUser())->getParent() == &body &&
               (use.getOperandNo() == 2) == ofSum;
      });
    };
    if (isOperand(true) && isProduct(*each.next))
      sums.push_back(each);
    else if (auto *next = dyn_cast<Instruction>(each.next);
             isOperand(false) && next && next->getParent() == &body && !isa<PHINode>(next))
      factors.push_back(each);
    else
      counters.push_back(each);
  }
  return !sums.empty() && !factors.empty();
}

bool ReadAhead::findProductsBehind() {
  for (const auto *all : {&sums, &factors})
    for (const Carried &each : *all)
      if (!(later[each.phi] = behind(*each.first, *each.next)))
        return false;
  SmallPtrSet<const Value *, 16> results, taken;
  for (const Carried &sum : sums)
    results.insert(sum.next);
  for (CallBase *product : products) {
    for (unsigned factor : {0, 1}) {
      // What is read in the same round would be read too early for a factor of the round before.
      auto *operand = dyn_cast<Instruction>(product->getArgOperand(factor));
      if (operand && operand->getParent() == &body && !later.contains(operand))
        return false;
    }
    const auto isIt = [&](const Instruction &other) {
      return isProduct(other) && !taken.contains(&other) &&
             cast<CallBase>(other).getCalledOperand() == product->getCalledOperand() &&
             all_of(zip(product->args(), cast<CallBase>(other).args()), [&](const auto &pair) {
               Value *inside = std::get<0>(pair);
               const auto known = later.find(inside);
               return (known == later.end() ? inside : known->second) == std::get<1>(pair);
             });
    };
    const auto found = find_if(*exit, isIt);
    if (found == exit->end())
      return false;
    taken.insert(&*found);
    later[product] = &*found;
  }
  const auto isSum = [&](const User *user) {
    return any_of(sums, [&](const Carried &sum) {
      return user == sum.phi || (user == later[sum.phi] && user != sum.next);
    });
  };
  for (CallBase *product : products) {
    const bool isResult = results.contains(product);
    if (!all_of(product->users(),
                [&](const User *user) {
                  return is_contained(products, user) || taken.contains(user) ||
                         (isResult && isSum(user));
                }) ||
        (!isResult &&
         !all_of(later[product]->users(), [&](const User *user) { return taken.contains(user); })))
      return false;
  }
  // Nobody else wants the sums before the last products.
  return all_of(sums, [&](const Carried &sum) {
    return later[sum.phi] == sum.next ||
           all_of(later[sum.phi]->users(), [&](const User *user) { return taken.contains(user); });
  });
}

bool ReadAhead::find() {
  entry = loop.getLoopPredecessor();
  exit = loop.getExitBlock();
  if (loop.getNumBlocks() != 1 || !entry || !exit)
    return false;
  for (BasicBlock *before : predecessors(exit)) {
    if (before == &body)
      continue;
    if (guard || (before != entry && before != entry->getSinglePredecessor()) ||
        !isa<BranchInst>(before->getTerminator()))
      return false;
    guard = before;
  }
  for (Instruction &instruction : body)
    if (isProduct(instruction))
      products.push_back(cast<CallBase>(&instruction));
  return !products.empty() && findPhis() && findProductsBehind();
}

/// From there to the loop, and in it, nothing is written that others see.
bool ReadAhead::isUnchanged(const Instruction &read) const {
  if (any_of(body, writesOrSynchronizes))
    return false;
  for (const BasicBlock *block = entry; block; block = block->getSinglePredecessor())
    for (const Instruction &instruction : reverse(*block)) {
      if (&instruction == &read)
        return true;
      if (writesOrSynchronizes(instruction))
        return false;
    }
  return false;
}

/// True if what is in front of the loop is what `inside`, in the loop or between it and its guard,
/// is in the round before the first one where the guard lets that begin.
bool ReadAhead::isSame(Value *front, Value *inside, unsigned depth) {
  if (!isSameNow(front, inside, depth))
    return false;
  alike[inside] = front;
  return true;
}

bool ReadAhead::isSameNow(Value *front, Value *inside, unsigned depth) {
  if (front == inside)
    return loop.isLoopInvariant(front);
  if (alike.lookup(inside) == front)
    return true;
  if (front->getType() != inside->getType() || depth > deepest)
    return false;
  const auto before = [&](Value *value) {
    return RoundBefore(loop, evolution).visit(evolution.getSCEV(value));
  };
  if (evolution.isSCEVable(front->getType())) {
    const SCEV *difference = evolution.getMinusSCEV(evolution.getSCEV(front), before(inside));
    if (!isa<SCEVCouldNotCompute>(difference) && difference->isZero())
      return true;
    // A step from the beginning.
    if (auto *step = dyn_cast<GetElementPtrInst>(inside);
        step && step->getNumIndices() == 1 && before(step->getOperand(1))->isZero())
      return isSame(front, step->getPointerOperand(), depth + 1);
  }
  auto *first = dyn_cast<Instruction>(front), *second = dyn_cast<Instruction>(inside);
  if (!first || !second || isa<PHINode>(first) || isa<PHINode>(second))
    return false;
  const auto areSame = [&](ArrayRef<unsigned> operands) {
    return all_of(operands, [&](unsigned i) {
      return isSame(first->getOperand(i), second->getOperand(i), depth + 1);
    });
  };
  // What the guard makes alike: beginEarlier takes the first one.
  if (loop.isLoopInvariant(second)) {
    if (match(first, m_SExt(m_Value())) && match(second, m_NNegZExt(m_Value())))
      return areSame({0});
    const APInt *divisor = nullptr, *bits = nullptr;
    if (match(first, m_SDiv(m_Value(), m_APInt(divisor))) &&
        match(second, m_LShr(m_Value(), m_APInt(bits)))) {
      Value *divided = second->getOperand(0);
      return divisor->isPowerOf2() && divisor->logBase2() == *bits &&
             isSame(first->getOperand(0), divided, depth + 1) &&
             evolution.isLoopEntryGuardedByCond(&loop, ICmpInst::ICMP_SGE,
                                                evolution.getSCEV(divided),
                                                evolution.getZero(divided->getType()));
    }
  }
  if (!first->isSameOperationAs(second, Instruction::CompareIgnoringAlignment |
                                            Instruction::CompareUsingIntersectedAttrs) ||
      first->getNumOperands() != second->getNumOperands())
    return false;
  if (first->mayReadFromMemory() || first->mayHaveSideEffects()) {
    const auto *load = dyn_cast<LoadInst>(first);
    const bool isRead = load ? load->isSimple() && load->getPointerAddressSpace() != 0
                             : internalOp(*first) == InternalOp::blockRead;
    if (!isRead || !isUnchanged(*first))
      return false;
  }
  return areSame(to_vector(seq(first->getNumOperands())));
}

/// Whether the loop goes on behind the round before the first one where the guard lets it begin.
bool ReadAhead::goesOnAlike() const {
  auto *branch = dyn_cast<BranchInst>(body.getTerminator());
  auto *compare =
      branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
  if (!compare)
    return false;
  auto predicate =
      branch->getSuccessor(0) == &body ? compare->getPredicate() : compare->getInversePredicate();
  RoundBefore before(loop, evolution);
  const SCEV *left = before.visit(evolution.getSCEV(compare->getOperand(0)));
  const SCEV *right = before.visit(evolution.getSCEV(compare->getOperand(1)));
  if (!guard)
    return evolution.isKnownPredicate(predicate, left, right);
  auto *other = cast<BranchInst>(guard->getTerminator());
  auto *question = other->isConditional() ? dyn_cast<ICmpInst>(other->getCondition()) : nullptr;
  if (!question || !left->getType()->isIntegerTy() ||
      !question->getOperand(0)->getType()->isIntegerTy())
    return false;
  auto asked = other->getSuccessor(0) == entered() ? question->getPredicate()
                                                   : question->getInversePredicate();
  const SCEV *askedLeft = evolution.getSCEV(question->getOperand(0));
  const SCEV *askedRight = evolution.getSCEV(question->getOperand(1));
  // Of fewer bits, before the counter became wider.
  Type *wide = evolution.getWiderType(left->getType(), askedLeft->getType());
  const auto widen = [&](const SCEV *value, CmpInst::Predicate how) {
    return CmpInst::isSigned(how) ? evolution.getNoopOrSignExtend(value, wide)
                                  : evolution.getNoopOrZeroExtend(value, wide);
  };
  const SCEV *sides[] = {widen(left, predicate), widen(right, predicate)};
  const SCEV *askedSides[] = {widen(askedLeft, asked), widen(askedRight, asked)};
  const auto isIt = [&](CmpInst::Predicate how, unsigned first) {
    return predicate == how && sides[0] == askedSides[first] && sides[1] == askedSides[1 - first];
  };
  return isIt(asked, 0) || isIt(CmpInst::getSwappedPredicate(asked), 1);
}

bool ReadAhead::mayBeginEarlier() {
  SmallPtrSet<const Value *, 32> counts;
  for (const Carried &counter : counters) {
    const APInt *first = nullptr, *step = nullptr;
    const auto *next = dyn_cast<GetElementPtrInst>(counter.next);
    const bool isPointer = next && next->getPointerOperand() == counter.phi &&
                           next->getNumIndices() == 1 && loop.isLoopInvariant(next->getOperand(1));
    // Nothing that is computed of 0 is too large where the guard would have passed the loop by.
    if (!isPointer &&
        (!match(counter.first, m_APInt(first)) ||
         !match(counter.next, m_Add(m_Specific(counter.phi), m_APInt(step))) || *first != *step))
      return false;
    counts.insert(counter.phi);
  }
  for (const Instruction &instruction : body) {
    if (isa<PHINode, LoadInst, CallBase, ICmpInst, BranchInst>(instruction) ||
        none_of(instruction.operands(),
                [&](const Use &operand) { return counts.contains(operand.get()); }))
      continue;
    constexpr unsigned known[] = {Instruction::GetElementPtr, Instruction::SExt, Instruction::ZExt,
                                  Instruction::Add,           Instruction::Or,   Instruction::Mul,
                                  Instruction::Shl,           Instruction::LShr};
    if (!is_contained(known, instruction.getOpcode()))
      return false;
    // Less than nothing, which is no index of an element by itself.
    if (match(&instruction, m_Add(m_Value(), m_Negative())) &&
        !all_of(instruction.users(), [](const User *user) { return isa<GetElementPtrInst>(user); }))
      return false;
    counts.insert(&instruction);
  }
  // Behind the loop is nothing else that tells how often it ran.
  for (const PHINode &phi : exit->phis())
    if (none_of(later, [&](const auto &pair) { return pair.second == &phi; }))
      return false;
  if (!goesOnAlike() ||
      !all_of(factors, [&](const Carried &factor) { return isSame(factor.first, factor.next); }))
    return false;
  // Nothing else happens in that round.
  return all_of(body, [&](const Instruction &instruction) {
    return isa<PHINode>(instruction) || instruction.isTerminator() || isProduct(instruction) ||
           alike.contains(&instruction) || isSafeToSpeculativelyExecute(&instruction);
  });
}

void ReadAhead::beginEarlier() {
  IRBuilder<> builder(entry->getTerminator());
  for (const Carried &counter : counters) {
    Value *step = cast<Instruction>(counter.next)->getOperand(1);
    const auto *pointer = dyn_cast<GetElementPtrInst>(counter.next);
    counter.phi->setIncomingValueForBlock(
        entry, pointer ? builder.CreateGEP(pointer->getSourceElementType(), counter.first,
                                           builder.CreateNeg(step))
                       : builder.CreateSub(counter.first, step));
  }
  if (!guard)
    return;
  // What lies between is the same only where the guard held.
  for (auto [inside, value] : alike)
    if (loop.isLoopInvariant(inside) && !isa<Constant>(inside))
      inside->replaceUsesWithIf(value, [&](const Use &use) {
        return cast<Instruction>(use.getUser())->getParent() == &body;
      });
  auto *branch = cast<BranchInst>(guard->getTerminator());
  WeakTrackingVH condition = branch->getCondition();
  BranchInst::Create(entered(), branch->getIterator());
  branch->eraseFromParent();
  exit->removePredecessor(guard, /*KeepOneInputPHIs=*/true);
  if (condition)
    RecursivelyDeleteTriviallyDeadInstructions(condition);
}

void ReadAhead::multiplyInFront() {
  BasicBlock *begin = guard ? guard : entry;
  DenseMap<Value *, Value *> first;
  for (const auto *all : {&sums, &factors})
    for (const Carried &each : *all)
      first[each.phi] = each.first;
  for (CallBase *product : products) {
    Instruction *copy = product->clone();
    for (Use &operand : copy->operands())
      if (Value *known = first.lookup(operand))
        operand = known;
    copy->insertBefore(begin->getTerminator()->getIterator());
    first[product] = copy;
  }
  for (const Carried &sum : sums) {
    Value *sumOfFirst = first.lookup(sum.next);
    sum.phi->setIncomingValueForBlock(entry, sumOfFirst);
    if (guard)
      cast<PHINode>(later[sum.phi])->setIncomingValueForBlock(guard, sumOfFirst);
  }
}

void ReadAhead::undo() {
  remark(*products.front(), [] {
    return std::string("factors that are read a round ahead: each round multiplies what it reads");
  });
  if (mayBeginEarlier())
    beginEarlier();
  else
    multiplyInFront();
  for (CallBase *product : products)
    product->moveBefore(body.getTerminator()->getIterator());
  // What was added to behind the loop is what was added up in it now.
  for (const Carried &sum : sums)
    later[sum.next]->replaceAllUsesWith(later[sum.phi]);
  for (CallBase *product : reverse(products))
    cast<Instruction>(later[product])->eraseFromParent();
  SmallVector<WeakTrackingVH> unused;
  for (const Carried &factor : factors) {
    factor.phi->replaceAllUsesWith(factor.next);
    unused.append({factor.phi, later[factor.phi]});
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

/// Makes a loop that asks before its products one that ends with the question; then it begins with
/// another block.
bool askBeforeProducts(Function &function, BasicBlock *&header, FunctionAnalysisManager &analyses) {
  const auto loopOf = [&](BasicBlock *block) {
    return analyses.getResult<LoopAnalysis>(function).getLoopFor(block);
  };
  Loop *loop = loopOf(header);
  if (loop->getNumBlocks() != 3 ||
      !loop->isLCSSAForm(analyses.getResult<DominatorTreeAnalysis>(function)) ||
      !asksBeforeProducts(*loop))
    return false;
  analyses.invalidate(function, PreservedAnalyses::none());
  loop = loopOf(header);
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<AssumptionAnalysis>(function);
  simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, /*PreserveLCSSA=*/false);
  formLCSSA(*loop, dominators, &loops, nullptr);
  LoopRotation(loop, &loops, &analyses.getResult<TargetIRAnalysis>(function), &assumptions,
               &dominators, nullptr, nullptr, SimplifyQuery(function.getDataLayout()),
               /*RotationOnly=*/true, /*Threshold=*/unsigned(-1), /*IsUtilMode=*/false);
  header = loop->getHeader();
  if (BasicBlock *exit = loop->getExitBlock()) {
    FoldSingleEntryPHINodes(exit);
    TryToSimplifyUncondBranchFromEmptyBlock(exit);
  }
  analyses.invalidate(function, PreservedAnalyses::none());
  // What a counter was a round before is not counted by itself.
  if (loopOf(header)->getNumBlocks() != 1)
    return true;
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (PHINode &phi : make_early_inc_range(header->phis())) {
    auto *counter = dyn_cast<PHINode>(phi.getIncomingValueForBlock(header));
    if (!counter || counter == &phi || counter->getParent() != header ||
        !evolution.isSCEVable(phi.getType()))
      continue;
    auto *distance = dyn_cast<SCEVConstant>(
        evolution.getMinusSCEV(evolution.getSCEV(&phi), evolution.getSCEV(counter)));
    if (!distance || !phi.getType()->isIntegerTy())
      continue;
    IRBuilder<> builder(header, header->getFirstInsertionPt());
    Value *before = builder.CreateAdd(counter, distance->getValue());
    evolution.forgetValue(&phi);
    phi.replaceAllUsesWith(before);
    phi.eraseFromParent();
  }
  return true;
}

/// Whether vectors that are no sums go from round to round.
bool carriesMore(const Loop &loop) {
  return any_of(loop.getHeader()->phis(), [&](const PHINode &phi) {
    const BasicBlock *latch = loop.getLoopLatch();
    return latch && phi.getType()->isVectorTy() && !isProduct(*phi.getIncomingValueForBlock(latch));
  });
}

} // namespace

PreservedAnalyses UndoReadAheadPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<BasicBlock *> headers;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() &&
        any_of(loop->blocks(), [](const BasicBlock *block) { return any_of(*block, isProduct); }))
      headers.push_back(loop->getHeader());
  bool changed = false;
  for (BasicBlock *&header : headers) {
    changed |= askBeforeProducts(function, header, analyses);
    Loop &loop = *analyses.getResult<LoopAnalysis>(function).getLoopFor(header);
    ReadAhead readAhead(loop, analyses.getResult<ScalarEvolutionAnalysis>(function));
    if (!readAhead.find())
      continue;
    readAhead.undo();
    analyses.invalidate(function, PreservedAnalyses::none());
    changed = true;
  }
  // What is left: of several rounds ahead, or of parts of a round.
  for (BasicBlock *header : headers) {
    const Loop *loop = analyses.getResult<LoopAnalysis>(function).getLoopFor(header);
    if (!loop || loop->getHeader() != header || !carriesMore(*loop))
      continue;
    analyses.invalidate(function, LoopSimplifyPass().run(function, analyses));
    const auto &loops = analyses.getResult<LoopAnalysis>(function);
    const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    bool isReread = false;
    for (bool again = true; again; isReread |= again) {
      IndexForms forms(loops, dominators, function.getDataLayout());
      again = rereadCarried(*loops.getLoopFor(header), loops, dominators,
                            analyses.getResult<PostDominatorTreeAnalysis>(function), forms);
    }
    changed = true;
    if (isReread)
      analyses.invalidate(function, SimplifyCFGPass().run(function, analyses));
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
