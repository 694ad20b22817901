#include "compiler/matrix/staging/carried_reads.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/rounds.hpp"
#include "compiler/matrix/staging/staged_writes.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Pieces that a work-item copies in a round.
constexpr unsigned mostPieces = 16;

bool isLocal(const Value &pointer) {
  return pointer.getType()->getPointerAddressSpace() == AddressSpace::inLocal;
}

/// A loop that moves data between a private array and memory that work-items share, and reads
/// nothing that is staged.
bool movesPrivateArray(const Loop &loop) {
  bool usesArray = false;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (isSubGroupProduct(instruction) || (isa<LoadInst>(instruction) && isLocal(*pointer)) ||
          (!pointer && instruction.mayReadOrWriteMemory()))
        return false;
      const auto *address = dyn_cast_or_null<GEPOperator>(pointer);
      usesArray |= address && isa<AllocaInst>(address->getPointerOperand()) &&
                   !address->hasAllConstantIndices();
    }
  return usesArray;
}

bool unrollWhole(Loop &loop, Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  // That which begins no round counts, too.
  const unsigned trips = evolution.getSmallConstantTripCount(&loop);
  if (!trips || trips > mostPieces + 1 || !loop.isLoopSimplifyForm())
    return false;
  formLCSSA(loop, dominators, &loops, &evolution);
  UnrollLoopOptions options{};
  options.Count = trips;
  options.ForgetAllSCEV = true;
  return UnrollLoop(&loop, options, &loops, &evolution, &dominators,
                    &analyses.getResult<AssumptionAnalysis>(function),
                    &analyses.getResult<TargetIRAnalysis>(function),
                    &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function),
                    /*PreserveLCSSA=*/false) != LoopUnrollResult::Unmodified;
}

/// Makes a value of a round once more at another place, or what it was a round before, out of what
/// there is in this one.
class Again {
public:
  Again(const Loop &rounds, const LoopInfo &loops, const DominatorTree &dominators,
        IndexForms &forms, Instruction &position, bool roundBefore)
      : rounds(rounds), loops(loops), dominators(dominators), forms(forms), position(position),
        roundBefore(roundBefore), builder(&position) {}

  /// Null if it cannot be done.
  Value *of(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !rounds.contains(instruction) ||
        (!roundBefore && dominators.dominates(instruction, &position)))
      return value;
    if (Value *made = known.lookup(instruction))
      return made;
    Value *made = make(*instruction);
    known[instruction] = made;
    return made;
  }

private:
  Value *make(Instruction &instruction) {
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      if (!roundBefore || phi->getParent() != rounds.getHeader() || !phi->getType()->isIntegerTy())
        return nullptr;
      const auto step =
          (forms.of(phi->getIncomingValueForBlock(rounds.getLoopLatch())) - forms.of(phi))
              .constant();
      return step ? builder.CreateSub(phi, ConstantInt::get(phi->getType(), *step, true), "",
                                      /*HasNUW=*/false, /*HasNSW=*/true)
                  : nullptr;
    }
    if (loops.getLoopFor(instruction.getParent()) != &rounds || instruction.isTerminator() ||
        (instruction.mayReadOrWriteMemory() && !isGlobalRead(instruction)) ||
        (isa<CallBase>(instruction) && cast<CallBase>(instruction).isConvergent()))
      return nullptr;
    SmallVector<Value *> operands;
    for (Value *operand : instruction.operands()) {
      operands.push_back(of(operand));
      if (!operands.back())
        return nullptr;
    }
    // What is below zero a round before the first has bits that the counter never has.
    if (const auto *both = dyn_cast<PossiblyDisjointInst>(&instruction); both && both->isDisjoint())
      return builder.CreateAdd(operands[0], operands[1]);
    Instruction *copy = instruction.clone();
    for (auto [index, operand] : enumerate(operands))
      copy->setOperand(index, operand);
    // And without a sign it is large.
    const bool isExact = isa<OverflowingBinaryOperator>(copy) && copy->hasNoSignedWrap();
    copy->dropPoisonGeneratingFlags();
    if (isExact)
      copy->setHasNoSignedWrap();
    return builder.Insert(copy);
  }

  const Loop &rounds;
  const LoopInfo &loops;
  const DominatorTree &dominators;
  IndexForms &forms;
  Instruction &position;
  const bool roundBefore;
  IRBuilder<> builder;
  DenseMap<Instruction *, Value *> known;
};

/// The one value that comes to a phi of a round and is computed in the round; null for others.
Instruction *onlyComputed(const PHINode &phi, const Loop &rounds) {
  Value *only = nullptr;
  for (Value *value : phi.incoming_values()) {
    const auto *carried = dyn_cast<PHINode>(value);
    if ((carried && carried->getParent() == rounds.getHeader()) || isa<UndefValue>(value))
      continue;
    if (only && only != value)
      return nullptr;
    only = value;
  }
  auto *instruction = dyn_cast_or_null<Instruction>(only);
  return instruction && rounds.contains(instruction) && !isa<PHINode>(instruction) ? instruction
                                                                                   : nullptr;
}

/// The condition under which control comes to a block, asked for where it is left, and whether it
/// holds then; null where the block does not begin behind such a question.
std::pair<const Value *, bool> conditionOf(const BasicBlock &block) {
  const BasicBlock *before = block.getSinglePredecessor();
  const auto *branch = before ? dyn_cast<BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return {};
  return {branch->getCondition(), branch->getSuccessor(0) == &block};
}

/// What is read under a condition and used further down under the same one is read there.
bool rereadUnderCondition(const Loop &rounds, const LoopInfo &loops,
                          const DominatorTree &dominators, IndexForms &forms) {
  bool changed = false;
  for (BasicBlock *block : rounds.blocks()) {
    if (block == rounds.getHeader() || loops.getLoopFor(block) != &rounds)
      continue;
    for (PHINode &phi : block->phis()) {
      Instruction *value = onlyComputed(phi, rounds);
      const auto asked =
          value ? conditionOf(*value->getParent()) : std::pair<const Value *, bool>();
      if (!asked.first)
        continue;
      for (Use &use : make_early_inc_range(phi.uses())) {
        auto *user = cast<Instruction>(use.getUser());
        if (isa<PHINode>(user) || !rounds.contains(user))
          continue;
        const auto *node = dominators.getNode(user->getParent());
        while (node->getBlock() != block && conditionOf(*node->getBlock()) != asked)
          node = node->getIDom();
        if (node->getBlock() == block)
          continue;
        if (Value *again =
                Again(rounds, loops, dominators, forms, *user, /*roundBefore=*/false).of(value)) {
          use.set(again);
          changed = true;
        }
      }
    }
  }
  return changed;
}

/// What a round computes for the next one, perhaps if there is one; null if it is not known.
Instruction *carriedTo(PHINode &phi, const Loop &rounds) {
  auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(rounds.getLoopLatch()));
  if (!next || !rounds.contains(next))
    return nullptr;
  const auto *joined = dyn_cast<PHINode>(next);
  if (!joined)
    return next;
  return joined->getParent() == rounds.getHeader() ? nullptr : onlyComputed(*joined, rounds);
}

/// A value that goes from round to round.
class Carried {
public:
  /// begin: where a round has begun for certain.
  Carried(PHINode &phi, BasicBlock &begin, const Loop &rounds, const LoopInfo &loops,
          const DominatorTree &dominators, const PostDominatorTree &postDominators,
          IndexForms &forms)
      : phi(phi), begin(begin), rounds(rounds), loops(loops), dominators(dominators),
        postDominators(postDominators), forms(forms), next(carriedTo(phi, rounds)) {}

  bool reread() {
    if (!next || (forms.of(next) - forms.of(&phi)).constant() ||
        !isDoneInEachRound(*next->getParent(), rounds, dominators, postDominators, forms))
      return false;
    SmallVector<Use *> uses;
    for (Use &use : phi.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      auto *other = dyn_cast<PHINode>(user);
      // What it is where the next one was not computed, for the round behind.
      if (other && rounds.contains(other) &&
          (other == &phi || other->getParent() != phi.getParent()))
        continue;
      const BasicBlock *place = other ? other->getIncomingBlock(use) : user->getParent();
      if (!rounds.contains(user) || !dominators.dominates(&begin, place))
        return false;
      uses.push_back(&use);
    }
    if (uses.empty() || !beginsAlike())
      return false;
    Value *again = Again(rounds, loops, dominators, forms, *begin.getFirstInsertionPt(),
                         /*roundBefore=*/true)
                       .of(next);
    if (!again)
      return false;
    for (Use *use : uses)
      use->set(again);
    RecursivelyDeleteDeadPHINode(&phi);
    return true;
  }

private:
  /// The first one is what a round before the first would have computed.
  bool beginsAlike() {
    substituteRoundBeforeFirst(rounds, forms);
    const bool isAlike =
        forms.of(next) == forms.of(phi.getIncomingValueForBlock(rounds.getLoopPreheader()));
    forms.restore();
    return isAlike;
  }

  PHINode &phi;
  BasicBlock &begin;
  const Loop &rounds;
  const LoopInfo &loops;
  const DominatorTree &dominators;
  const PostDominatorTree &postDominators;
  IndexForms &forms;
  Instruction *const next;
};

} // namespace

bool promoteStagedArrays(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<BasicBlock *> headers;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost() && movesPrivateArray(*loop))
      headers.push_back(loop->getHeader());
  bool changed = false;
  for (BasicBlock *header : headers) {
    changed |= unrollWhole(*analyses.getResult<LoopAnalysis>(function).getLoopFor(header), function,
                           analyses);
    analyses.invalidate(function, PreservedAnalyses::none());
  }
  if (!changed)
    return false;
  analyses.invalidate(function, SROAPass(SROAOptions::ModifyCFG).run(function, analyses));
  analyses.invalidate(function, EarlyCSEPass().run(function, analyses));
  return true;
}

bool rereadCarried(const Loop &rounds, const LoopInfo &loops, const DominatorTree &dominators,
                   const PostDominatorTree &postDominators, IndexForms &forms) {
  BasicBlock *header = rounds.getHeader();
  const BasicBlock *exiting = rounds.getExitingBlock();
  if (!rounds.getLoopPreheader() || !rounds.getLoopLatch() || !exiting ||
      isWrittenBeforeOrIn(rounds, *header->getParent()))
    return false;
  BasicBlock *begin = header;
  if (exiting == header && rounds.getLoopLatch() != header) {
    const auto *branch = dyn_cast<BranchInst>(header->getTerminator());
    if (!branch || !branch->isConditional())
      return false;
    begin = branch->getSuccessor(!rounds.contains(branch->getSuccessor(0)));
    if (begin->getSinglePredecessor() != header)
      return false;
  }
  if (rereadUnderCondition(rounds, loops, dominators, forms))
    return true;
  return any_of(header->phis(), [&](PHINode &phi) {
    return Carried(phi, *begin, rounds, loops, dominators, postDominators, forms).reread();
  });
}

} // namespace heddle::compiler
