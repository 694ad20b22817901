#include "compiler/vectorizer/size/loop_rounds.hpp"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Loads of elements that follow one another, or of the same one, and computation; `hasRows`
/// becomes true with the first of the former.
bool isDoneInVectors(Instruction &instruction, Loop &loop, PredicatedScalarEvolution &evolution,
                     bool &hasRows) {
  if (isa<DbgInfoIntrinsic, PHINode>(instruction) || instruction.isTerminator())
    return true;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    // Of vectors, components are loaded by themselves.
    if (!load->isSimple() ||
        (load->getType()->isVectorTy() &&
         !all_of(load->users(), [](User *user) { return isa<ExtractElementInst>(user); })))
      return false;
    if (loop.isLoopInvariant(load->getPointerOperand()))
      return true;
    const SCEVAddRecExpr *address = evolution.getAsAddRec(load->getPointerOperand());
    if (!address || address->getLoop() != &loop)
      return false;
    auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(*evolution.getSE()));
    const std::uint64_t bytes =
        instruction.getDataLayout().getTypeStoreSize(load->getType()).getFixedValue();
    if (!step || step->getAPInt() != bytes)
      return false;
    hasRows = true;
    return true;
  }
  return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
         !instruction.getType()->isVectorTy();
}

} // namespace

bool roundsFillVectors(Loop &loop, Function &function, DominatorTree &dominators, LoopInfo &loops) {
  // One way through a round, and one out of the loop.
  if (!loop.isInnermost() || loop.getNumBlocks() != 1 || !loop.getLoopPreheader())
    return false;
  AssumptionCache assumptions(function);
  TargetLibraryInfoImpl libraryImpl{Triple(function.getParent()->getTargetTriple())};
  TargetLibraryInfo library(libraryImpl);
  ScalarEvolution evolution(function, library, assumptions, dominators, loops);
  if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
    return false;
  for (PHINode &phi : loop.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy() && !phi.getType()->isPointerTy())
      return false;
    InductionDescriptor induction;
    RecurrenceDescriptor reduction;
    if (!InductionDescriptor::isInductionPHI(&phi, &loop, &evolution, induction) &&
        !RecurrenceDescriptor::isReductionPHI(&phi, &loop, reduction))
      return false;
  }
  PredicatedScalarEvolution predicated(evolution, loop);
  bool hasRows = false;
  for (Instruction &instruction : *loop.getHeader())
    if (!isDoneInVectors(instruction, loop, predicated, hasRows))
      return false;
  return hasRows;
}

} // namespace heddle::compiler
