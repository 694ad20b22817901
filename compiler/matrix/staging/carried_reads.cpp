#include "compiler/matrix/staging/carried_reads.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
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

bool unrollWhole(Loop &loop, unsigned most, Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  // That which begins no round counts, too.
  const unsigned trips = evolution.getSmallConstantTripCount(&loop);
  if (!trips || trips > most + 1 || !loop.isLoopSimplifyForm())
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

bool multiplies(const Loop &loop) {
  return any_of(loop.blocks(),
                [](const BasicBlock *block) { return any_of(*block, isSubGroupProduct); });
}

bool stagesByTurns(const Loop &loop, const DominatorTree &dominators) {
  return loop.getLoopLatch() && any_of(loop.blocks(), [&](const BasicBlock *block) {
           return (!loop.isInnermost() || !dominators.dominates(block, loop.getLoopLatch())) &&
                  any_of(*block, [](const Instruction &instruction) {
                    const auto *store = dyn_cast<StoreInst>(&instruction);
                    return store && isLocal(*store->getPointerOperand());
                  });
         });
}

bool unrollAll(ArrayRef<BasicBlock *> headers, unsigned most, Function &function,
               FunctionAnalysisManager &analyses) {
  bool changed = false;
  for (BasicBlock *header : headers) {
    changed |= unrollWhole(*analyses.getResult<LoopAnalysis>(function).getLoopFor(header), most,
                           function, analyses);
    analyses.invalidate(function, PreservedAnalyses::none());
  }
  return changed;
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
        if (Value *again = Again(rounds, *user, /*before=*/0).of(value)) {
          use.set(again);
          changed = true;
        }
      }
    }
  }
  return changed;
}

/// Whether some rounds come to a barrier and others do not. What the last one multiplies was read
/// in front of the last barrier then; read behind it, it may be what others have written over it.
bool hasBarrierOfSomeRounds(const Rounds &rounds) {
  return any_of(rounds.loop.blocks(), [&](const BasicBlock *block) {
    const bool isOfAll = rounds.loops.getLoopFor(block) == &rounds.loop &&
                         rounds.dominators.dominates(block, rounds.loop.getLoopLatch());
    return !isOfAll && any_of(*block, [](const Instruction &instruction) {
      return internalOp(instruction) == InternalOp::workGroupBarrier;
    });
  });
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
  if (uses.empty() || hasBarrierOfSomeRounds(rounds) || !rounds.beginsAlike(*first, *next))
    return false;
  Value *again = Again(rounds, *begin.getFirstInsertionPt(), /*before=*/1).make(*next);
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
  if (!unrollAll(headers, mostPieces, function, analyses))
    return false;
  analyses.invalidate(function, SROAPass(SROAOptions::ModifyCFG).run(function, analyses));
  analyses.invalidate(function, EarlyCSEPass().run(function, analyses));
  return true;
}

bool unrollFirstStages(Function &function, FunctionAnalysisManager &analyses) {
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<BasicBlock *> headers;
  for (const Loop *loop : analyses.getResult<LoopAnalysis>(function))
    if (!multiplies(*loop) && stagesByTurns(*loop, dominators))
      headers.push_back(loop->getHeader());
  return unrollAll(headers, mostBuffers, function, analyses);
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
