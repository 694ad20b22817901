// What a loop's end depends on is followed from its exits backwards, through values, through the
// branches that decide which of them is taken, and through private memory.

#include "compiler/ir/waiting_loops.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned privateSpace = 0, constantSpace = 2;

/// The instruction is 1 where the exchange has succeeded or failed.
const AtomicCmpXchgInst *exchangeTestedBy(const Instruction &instruction) {
  if (auto *extract = dyn_cast<ExtractValueInst>(&instruction))
    return extract->getIndices()[0] == 1
               ? dyn_cast<AtomicCmpXchgInst>(extract->getAggregateOperand())
               : nullptr;
  auto *compare = dyn_cast<ICmpInst>(&instruction);
  if (!compare || !compare->isEquality())
    return nullptr;
  for (unsigned side : {0u, 1u})
    if (auto *old = dyn_cast<ExtractValueInst>(compare->getOperand(side)))
      if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(old->getAggregateOperand()))
        if (exchange->getCompareOperand() == compare->getOperand(1 - side))
          return exchange;
  return nullptr;
}

/// A function of the program that was not inlined.
const Function *calledFunction(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() ? callee : nullptr;
}

template <class Condition>
bool anyInstruction(const Function &function, Condition condition,
                    SmallPtrSetImpl<const Function *> &seen) {
  if (!seen.insert(&function).second)
    return false;
  return any_of(instructions(function), [&](const Instruction &instruction) {
    const Function *callee = calledFunction(instruction);
    return condition(instruction) || (callee && anyInstruction(*callee, condition, seen));
  });
}

template <class Condition> bool anyInstruction(const Function &function, Condition condition) {
  SmallPtrSet<const Function *, 4> seen;
  return anyInstruction(function, condition, seen);
}

bool isFence(const Instruction &instruction) {
  return isa<FenceInst>(instruction) || internalOp(instruction) == InternalOp::subGroupBarrier;
}

bool readsSharedMemory(const Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && isSharedMemory(*load->getPointerOperand());
}

/// What is asked about functions that loops call, once for each.
class CalledFunctions {
public:
  bool lookForOthers(const Function &function) { return answer(looking, function, looksForOthers); }
  bool readShared(const Function &function) {
    return answer(reading, function,
                  [](const Function &called) { return anyInstruction(called, readsSharedMemory); });
  }

private:
  using Answers = DenseMap<const Function *, bool>;
  template <class Question>
  static bool answer(Answers &answers, const Function &function, Question question) {
    auto [found, isNew] = answers.try_emplace(&function);
    if (isNew)
      found->second = question(function);
    return found->second;
  }

  Answers looking, reading;
};

/// Instructions of a loop that others are compared with.
struct LoopContents {
  explicit LoopContents(const Loop &loop) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        hasFence |= isFence(instruction);
        if (auto *store = dyn_cast<StoreInst>(&instruction))
          storesTo[getUnderlyingObject(store->getPointerOperand())].push_back(store);
        else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
          ++updatesOf[update->getPointerOperand()];
        else if (calledFunction(instruction))
          calls.push_back(&instruction);
      }
  }

  bool hasFence = false;
  DenseMap<const Value *, SmallVector<const StoreInst *, 2>> storesTo; ///< by the object
  DenseMap<const Value *, unsigned> updatesOf;                         ///< by the pointer
  SmallVector<const Instruction *> calls; ///< of functions of the program
};

class LoopJudge {
public:
  LoopJudge(Loop &loop, ScalarEvolution &evolution, const DominatorTree &dominators,
            CalledFunctions &called)
      : loop(loop), evolution(evolution), dominators(dominators), called(called),
        branches(loop.getHeader()->getParent()->getMaxBlockNumber()) {}

  WaitingLoop judge() {
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    if (exiting.empty() || suspendsInEachRound())
      return {};
    // Before the costly question.
    if (!any([&](const Instruction &instruction) {
          return instruction.mayReadFromMemory() && waitsAt(instruction) != Waits::no;
        }))
      return {};
    if (!isa<SCEVCouldNotCompute>(evolution.getSymbolicMaxBackedgeTakenCount(&loop)))
      return {};
    SmallVector<BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    for (BasicBlock *block : exiting) {
      followBranch(*block);
      followWayTo(*block, SmallVector<const BasicBlock *, 4>(latches.begin(), latches.end()));
    }
    WaitingLoop result{&loop, Waits::no, {}};
    SmallSetVector<Instruction *, 2> looks;
    while (!work.empty()) {
      const Instruction &instruction = *work.pop_back_val();
      if (Waits here = visit(instruction); here != Waits::no) {
        looks.insert(lookOf(instruction));
        // One that perhaps takes something in vain decides.
        result.waits = result.waits == Waits::no ? here : std::min(result.waits, here);
      }
    }
    result.looks = looks.takeVector();
    if (result.waits == Waits::yes && doesMore())
      result.waits = Waits::perhaps;
    return result;
  }

private:
  template <class Condition> bool any(Condition condition) const {
    return any_of(loop.blocks(),
                  [&](const BasicBlock *block) { return any_of(*block, condition); });
  }

  bool suspendsInEachRound() const {
    SmallVector<BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    return any_of(loop.blocks(), [&](const BasicBlock *block) {
      return any_of(*block,
                    [](const Instruction &instruction) {
                      std::optional<InternalOp> op = internalOp(instruction);
                      return op && isSuspension(*op);
                    }) &&
             all_of(latches, [&](BasicBlock *latch) { return dominators.dominates(block, latch); });
    });
  }

  /// Whether a round has other effects than to look, and to take what is looked for.
  bool doesMore() const {
    return any([](const Instruction &instruction) {
      const std::optional<InternalOp> op = internalOp(instruction);
      const bool isCheck = op && *op >= InternalOp::finding && *op <= InternalOp::simdFinding;
      return instruction.mayWriteToMemory() && !isCheck && !isa<AtomicRMWInst>(instruction) &&
             !isa<AtomicCmpXchgInst>(instruction) && !isa<FenceInst>(instruction) &&
             !isa<LoadInst>(instruction) && op != InternalOp::subGroupBarrier &&
             op != InternalOp::subGroupYield;
    });
  }

  void follow(const Instruction &user) {
    for (const Value *operand : user.operands())
      if (auto *instruction = dyn_cast<Instruction>(operand);
          instruction && loop.contains(instruction))
        work.insert(instruction);
  }

  void followBranch(const BasicBlock &block) {
    if (branches.test(block.getNumber()))
      return;
    branches.set(block.getNumber());
    follow(*block.getTerminator());
  }

  /// Blocks of the loop from which the targets are reached in the same round, these included, by a
  /// way around `without`: for each, and as a set of their numbers.
  struct Way {
    SmallVector<const BasicBlock *, 16> blocks;
    BitVector numbers;
  };
  Way before(ArrayRef<const BasicBlock *> targets, const BasicBlock *without = nullptr) const {
    Way found{{}, BitVector(branches.size())};
    SmallVector<const BasicBlock *, 16> reached(targets);
    while (!reached.empty()) {
      const BasicBlock *block = reached.pop_back_val();
      if (block == without || found.numbers.test(block->getNumber()) || !loop.contains(block))
        continue;
      found.numbers.set(block->getNumber());
      found.blocks.push_back(block);
      if (block != loop.getHeader())
        reached.append(pred_begin(block), pred_end(block));
    }
    return found;
  }

  /// The branches that decide whether a round comes to `block` or to one of the others.
  void followWayTo(const BasicBlock &block, ArrayRef<const BasicBlock *> others) {
    const Way elsewhere = before(others, &block);
    for (const BasicBlock *above : before(&block).blocks)
      if (elsewhere.numbers.test(above->getNumber()))
        followBranch(*above);
  }

  /// The branches that decide from where a round comes to the block.
  void followWaysThrough(const BasicBlock &block) {
    if (!merges.insert(&block).second)
      return;
    const SmallVector<const BasicBlock *, 4> all(predecessors(&block));
    for (const BasicBlock *from : all) {
      followBranch(*from);
      followWayTo(*from, SmallVector<const BasicBlock *, 4>(make_filter_range(
                             all, [&](const BasicBlock *other) { return other != from; })));
    }
  }

  /// What was written to private memory that could not become a register.
  void followPrivate(const LoadInst &load) {
    const Value *object = getUnderlyingObject(load.getPointerOperand());
    if (!objects.insert(object).second)
      return;
    if (auto stores = contents().storesTo.find(object); stores != contents().storesTo.end())
      for (const StoreInst *store : stores->second)
        follow(*store);
    work.insert(contents().calls.begin(), contents().calls.end());
  }

  /// What the loop's end depends on; what that depends on is looked at later.
  Waits visit(const Instruction &instruction) {
    if (!seen.insert(&instruction).second)
      return Waits::no;
    if (const AtomicCmpXchgInst *exchange = exchangeTestedBy(instruction);
        exchange && loop.contains(exchange)) {
      // It fails because somebody else was quicker, when it expects what was there a moment ago.
      const bool expectsFresh = !loop.isLoopInvariant(exchange->getCompareOperand());
      if (expectsFresh || !isSharedMemory(*exchange->getPointerOperand()))
        return Waits::no;
      return staysInPlace(*exchange->getPointerOperand()) ? Waits::yes : Waits::perhaps;
    }
    if (Waits here = waitsAt(instruction); here != Waits::no)
      return here;
    // What decides between the incoming values.
    if (isa<PHINode>(instruction) && instruction.getParent() != loop.getHeader())
      followWaysThrough(*instruction.getParent());
    if (auto *load = dyn_cast<LoadInst>(&instruction);
        load && !isSharedMemory(*load->getPointerOperand()))
      followPrivate(*load);
    if (!isa<AtomicRMWInst>(instruction))
      follow(instruction);
    return Waits::no;
  }

  /// The access itself, where the instruction tests its outcome.
  static Instruction *lookOf(const Instruction &instruction) {
    const AtomicCmpXchgInst *exchange = exchangeTestedBy(instruction);
    return const_cast<Instruction *>(exchange ? exchange : &instruction);
  }

  /// For an instruction whose result decides whether the loop ends.
  Waits waitsAt(const Instruction &instruction) const {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      if (!isSharedMemory(*load->getPointerOperand()))
        return Waits::no;
      const bool isOneWord = staysInPlace(*load->getPointerOperand());
      if (!load->isSimple())
        return isOneWord ? Waits::yes : Waits::perhaps;
      // Read anew behind a fence.
      return isOneWord && contents().hasFence ? Waits::perhaps : Waits::no;
    }
    if (const Function *callee = calledFunction(instruction)) {
      const bool looks =
          called.lookForOthers(*callee) || (contents().hasFence && called.readShared(*callee));
      return looks ? Waits::perhaps : Waits::no;
    }
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      return isSharedMemory(*exchange->getPointerOperand()) ? Waits::perhaps : Waits::no;
    auto *update = dyn_cast<AtomicRMWInst>(&instruction);
    if (!update || !isSharedMemory(*update->getPointerOperand()))
      return Waits::no;
    if (isAtomicRead(*update))
      return Waits::yes;
    switch (update->getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::UIncWrap:
    case AtomicRMWInst::UDecWrap:
      // Each round finds another number, unless the loop takes back what it has added.
      return contents().updatesOf.lookup(update->getPointerOperand()) > 1 ? Waits::perhaps
                                                                          : Waits::no;
    case AtomicRMWInst::Xchg:
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
      return staysInPlace(*update->getPointerOperand()) ? Waits::yes : Waits::perhaps;
    default:
      return Waits::perhaps;
    }
  }

  /// Whether all rounds compute the same, also before that has been moved out of the loop.
  bool staysInPlace(const Value &value, unsigned depth = 6) const {
    if (loop.isLoopInvariant(&value))
      return true;
    auto *instruction = dyn_cast<Instruction>(&value);
    return instruction && depth > 0 && !isa<PHINode>(instruction) &&
           !instruction->mayReadOrWriteMemory() &&
           all_of(instruction->operands(),
                  [&](const Value *operand) { return staysInPlace(*operand, depth - 1); });
  }

  /// Few loops have anything that makes them look.
  const LoopContents &contents() const {
    if (!found)
      found.emplace(loop);
    return *found;
  }

  Loop &loop;
  ScalarEvolution &evolution;
  const DominatorTree &dominators;
  CalledFunctions &called;
  mutable std::optional<LoopContents> found;
  SmallSetVector<const Instruction *, 16> work;
  /// What has been followed: instructions, branches by the numbers of their blocks, blocks where
  /// ways meet, private variables.
  SmallPtrSet<const Instruction *, 16> seen;
  BitVector branches;
  SmallPtrSet<const BasicBlock *, 16> merges;
  SmallPtrSet<const Value *, 4> objects;
};

} // namespace

bool isAtomicRead(const AtomicRMWInst &update) {
  auto *operand = dyn_cast<ConstantInt>(update.getValOperand());
  if (!operand)
    return false;
  switch (update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
    return operand->isZero();
  case AtomicRMWInst::And:
    return operand->isMinusOne();
  default:
    return false;
  }
}

bool isSharedMemory(const Value &pointer) {
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  return space != privateSpace && space != constantSpace &&
         !isa<AllocaInst>(getUnderlyingObject(&pointer));
}

bool looksForOthers(const Function &function) {
  const bool looks = anyInstruction(function, [](const Instruction &instruction) {
    if (isa<FenceInst>(instruction) || (!instruction.isAtomic() && !instruction.isVolatile()))
      return false;
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    return !pointer || isSharedMemory(*pointer);
  });
  return looks ||
         (anyInstruction(function, isFence) && anyInstruction(function, readsSharedMemory));
}

SmallVector<WaitingLoop, 4> findWaitingLoops(LoopInfo &loops, ScalarEvolution &evolution,
                                             DominatorTree &dominators) {
  SmallVector<WaitingLoop, 4> result;
  CalledFunctions called;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (WaitingLoop found = LoopJudge(*loop, evolution, dominators, called).judge();
        found.waits != Waits::no)
      result.push_back(std::move(found));
  return result;
}

} // namespace heddle::compiler
