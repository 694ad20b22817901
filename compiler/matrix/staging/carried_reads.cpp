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
  Again(const Rounds &rounds, Instruction &position, bool roundBefore)
      : rounds(rounds), position(position), roundBefore(roundBefore), builder(&position) {}

  /// Null if it cannot be done.
  Value *of(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !rounds.loop.contains(instruction) ||
        (!roundBefore && rounds.dominators.dominates(instruction, &position)))
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
    if (roundBefore)
      for (PHINode &phi : rounds.loop.getHeader()->phis())
        if (rounds.carriedTo(phi) == &instruction && rounds.stepOf(phi))
          return &phi;
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (rounds.loops.getLoopFor(instruction.getParent()) != &rounds.loop ||
        instruction.isTerminator() ||
        (!isBlockRead(instruction) &&
         ((instruction.mayReadOrWriteMemory() && !isGlobalRead(instruction)) ||
          (call && call->isConvergent()))))
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

  const Rounds &rounds;
  Instruction &position;
  const bool roundBefore;
  IRBuilder<> builder;
  DenseMap<Instruction *, Value *> known;
};

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
bool rereadUnderCondition(const Rounds &rounds) {
  bool changed = false;
  for (BasicBlock *block : rounds.loop.blocks()) {
    if (block == rounds.loop.getHeader() || rounds.loops.getLoopFor(block) != &rounds.loop)
      continue;
    for (PHINode &phi : block->phis()) {
      Instruction *value = onlyComputed(phi, rounds.loop);
      const auto asked =
          value ? conditionOf(*value->getParent()) : std::pair<const Value *, bool>();
      if (!asked.first)
        continue;
      for (Use &use : make_early_inc_range(phi.uses())) {
        auto *user = cast<Instruction>(use.getUser());
        if (isa<PHINode>(user) || !rounds.loop.contains(user))
          continue;
        const auto *node = rounds.dominators.getNode(user->getParent());
        while (node->getBlock() != block && conditionOf(*node->getBlock()) != asked)
          node = node->getIDom();
        if (node->getBlock() == block)
          continue;
        if (Value *again = Again(rounds, *user, /*roundBefore=*/false).of(value)) {
          use.set(again);
          changed = true;
        }
      }
    }
  }
  return changed;
}

/// A value that goes from round to round is read in the round that uses it, behind `begin`, where a
/// round has begun for certain.
bool reread(PHINode &phi, BasicBlock &begin, const Rounds &rounds) {
  Instruction *next = rounds.carriedTo(phi);
  if (!next || rounds.stepOf(phi))
    return false;
  SmallVector<Use *> uses;
  for (Use &use : phi.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    auto *other = dyn_cast<PHINode>(user);
    // What it is where the next one was not computed, for the round behind.
    if (other && rounds.loop.contains(other) &&
        (other == &phi || other->getParent() != phi.getParent()))
      continue;
    const BasicBlock *place = other ? other->getIncomingBlock(use) : user->getParent();
    if (!rounds.loop.contains(user) || !rounds.dominators.dominates(&begin, place))
      return false;
    uses.push_back(&use);
  }
  Value *first = phi.getIncomingValueForBlock(rounds.loop.getLoopPreheader());
  if (uses.empty() || !rounds.beginsAlike(*first, *next))
    return false;
  Value *again = Again(rounds, *begin.getFirstInsertionPt(), /*roundBefore=*/true).of(next);
  if (!again)
    return false;
  for (Use *use : uses)
    use->set(again);
  RecursivelyDeleteDeadPHINode(&phi);
  return true;
}

/// What goes up where another round follows does so in each round.
bool stepAnyway(PHINode &phi, const Rounds &rounds) {
  BasicBlock *latch = rounds.loop.getLoopLatch();
  Instruction *next = rounds.stepOf(phi) ? rounds.carriedTo(phi) : nullptr;
  if (!next || next == phi.getIncomingValueForBlock(latch) ||
      !all_of(next->operands(), [&](const Use &operand) {
        return rounds.dominators.dominates(operand.get(), latch->getTerminator());
      }))
    return false;
  Instruction *copy = next->clone();
  copy->insertBefore(latch->getTerminator()->getIterator());
  phi.setIncomingValueForBlock(latch, copy);
  return true;
}

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

bool rereadCarried(const Rounds &rounds) {
  const Loop &loop = rounds.loop;
  BasicBlock *header = loop.getHeader();
  const BasicBlock *exiting = loop.getExitingBlock();
  if (!loop.getLoopPreheader() || !loop.getLoopLatch() || !exiting || isWrittenIn(loop))
    return false;
  BasicBlock *begin = header;
  if (exiting == header && loop.getLoopLatch() != header) {
    const auto *branch = dyn_cast<BranchInst>(header->getTerminator());
    if (!branch || !branch->isConditional())
      return false;
    begin = branch->getSuccessor(!loop.contains(branch->getSuccessor(0)));
    if (begin->getSinglePredecessor() != header)
      return false;
  }
  return rereadUnderCondition(rounds) || any_of(header->phis(), [&](PHINode &phi) {
           return reread(phi, *begin, rounds) || stepAnyway(phi, rounds);
         });
}

} // namespace heddle::compiler
