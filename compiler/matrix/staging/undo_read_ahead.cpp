#include "compiler/matrix/staging/undo_read_ahead.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/carried_reads.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

bool isProduct(const Value &value) {
  const auto *call = dyn_cast<CallBase>(&value);
  return call && isSubGroupProduct(*call);
}

void sayWhatIsDone(const Instruction &place) {
  remark(place, [] {
    return std::string("factors that are read a round ahead: each round multiplies what it reads");
  });
}

/// One such loop, and the products behind it.
class ReadAhead {
public:
  explicit ReadAhead(const Rounds &rounds)
      : rounds(rounds), loop(rounds.loop), body(*loop.getHeader()) {}

  bool find();
  void undo(ScalarEvolution &evolution);

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
  void askNothingOfGuard(ScalarEvolution &evolution);
  bool mayBeginEarlier() const;
  void beginEarlier();
  void multiplyInFront();

  const Rounds &rounds;
  const Loop &loop;
  BasicBlock &body;
  BasicBlock *entry = nullptr; ///< from which control comes in
  BasicBlock *exit = nullptr;
  BasicBlock *guard = nullptr; ///< from which control may pass the loop by
  SmallVector<CallBase *> products;
  SmallVector<Carried> sums, factors, counters;
  DenseMap<Value *, Value *> later; ///< what behind the loop stands for what in it
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

/// What lies between the guard and the loop is as it is only where the guard holds. What is the
/// same there as something in front of the guard gives way to that.
void ReadAhead::askNothingOfGuard(ScalarEvolution &evolution) {
  for (Instruction &inside : *entry) {
    const APInt *divisor = nullptr, *bits = nullptr;
    const bool isShift = match(&inside, m_LShr(m_Value(), m_APInt(bits)));
    if (guard == entry || !(isShift || match(&inside, m_NNegZExt(m_Value()))))
      continue;
    Value *operand = inside.getOperand(0);
    if (isShift &&
        !evolution.isLoopEntryGuardedByCond(&loop, ICmpInst::ICMP_SGE, evolution.getSCEV(operand),
                                            evolution.getZero(operand->getType())))
      continue;
    for (User *user : operand->users())
      if (user != &inside && user->getType() == inside.getType() &&
          (isShift ? match(user, m_SDiv(m_Specific(operand), m_APInt(divisor))) &&
                         divisor->isPowerOf2() && divisor->logBase2() == *bits
                   : match(user, m_SExt(m_Value()))) &&
          rounds.dominators.dominates(cast<Instruction>(user), &inside)) {
        inside.replaceAllUsesWith(user);
        break;
      }
  }
}

bool ReadAhead::mayBeginEarlier() const {
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
  if (!rounds.goesOnAlike(guard ? dyn_cast<BranchInst>(guard->getTerminator()) : nullptr,
                          entered()) ||
      !all_of(factors, [&](const Carried &factor) {
        return rounds.beginsAlike(*factor.first, *factor.next);
      }))
    return false;
  // Nothing else happens in that round.
  SmallSetVector<Value *, 32> parts;
  for (const Carried &factor : factors)
    parts.insert(factor.next);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (auto *part = dyn_cast<Instruction>(parts[i]); part && part->getParent() == &body)
      parts.insert_range(part->operands());
  return all_of(body, [&](Instruction &instruction) {
    return isa<PHINode>(instruction) || instruction.isTerminator() || isProduct(instruction) ||
           parts.contains(&instruction) || isSafeToSpeculativelyExecute(&instruction);
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

void ReadAhead::undo(ScalarEvolution &evolution) {
  sayWhatIsDone(*products.front());
  askNothingOfGuard(evolution);
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
  for (BasicBlock *header : headers) {
    const auto &loops = analyses.getResult<LoopAnalysis>(function);
    const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
    IndexForms forms(loops, dominators, function.getDataLayout());
    const Rounds rounds{*loops.getLoopFor(header), loops, dominators,
                        analyses.getResult<PostDominatorTreeAnalysis>(function), forms};
    ReadAhead readAhead(rounds);
    if (!readAhead.find())
      continue;
    readAhead.undo(analyses.getResult<ScalarEvolutionAnalysis>(function));
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
      again = rereadCarried({*loops.getLoopFor(header), loops, dominators,
                             analyses.getResult<PostDominatorTreeAnalysis>(function), forms});
    }
    changed = true;
    if (!isReread)
      continue;
    sayWhatIsDone(*header->getTerminator());
    // That a block read does nothing else is known here alone.
    analyses.invalidate(function, ADCEPass().run(function, analyses));
    SmallVector<Instruction *> unused;
    for (Instruction &instruction : instructions(function))
      if (isBlockRead(instruction) && instruction.use_empty())
        unused.push_back(&instruction);
    for (Instruction *read : unused) {
      SmallVector<WeakTrackingVH> operands(read->operands());
      read->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructionsPermissive(operands);
    }
    analyses.invalidate(function, SimplifyCFGPass().run(function, analyses));
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
