#include "compiler/vectorizer/size/loop_rounds.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The address of elements that follow one another round by round, or null.
const SCEVAddRecExpr *addressInRow(Instruction &access, Loop &loop,
                                   PredicatedScalarEvolution &evolution) {
  const SCEVAddRecExpr *address = evolution.getAsAddRec(getLoadStorePointerOperand(&access));
  if (!address || address->getLoop() != &loop)
    return nullptr;
  auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(*evolution.getSE()));
  const std::uint64_t bytes =
      access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  return step && step->getAPInt() == bytes ? address : nullptr;
}

/// Loads and stores of elements that follow one another, loads of the same one, and computation;
/// `rows` gets the addresses of the former.
bool isDoneInVectors(Instruction &instruction, Loop &loop, PredicatedScalarEvolution &evolution,
                     SmallVectorImpl<std::pair<const SCEV *, bool>> &rows) {
  if (isa<DbgInfoIntrinsic, PHINode>(instruction) || instruction.isTerminator())
    return true;
  auto *load = dyn_cast<LoadInst>(&instruction);
  auto *store = dyn_cast<StoreInst>(&instruction);
  if (load || store) {
    if (load ? !load->isSimple()
             : !store->isSimple() || store->getValueOperand()->getType()->isVectorTy())
      return false;
    // Of vectors, components are loaded by themselves.
    if (load && load->getType()->isVectorTy() &&
        !all_of(load->users(), [](User *user) { return isa<ExtractElementInst>(user); }))
      return false;
    if (load && loop.isLoopInvariant(load->getPointerOperand()))
      return true;
    const SCEVAddRecExpr *address = addressInRow(instruction, loop, evolution);
    if (address)
      rows.push_back({address, store != nullptr});
    return address;
  }
  return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
         !instruction.getType()->isVectorTy();
}

/// Whether a round reads or writes what another one near it writes. What is not known is asked at
/// run time.
bool roundsWait(ArrayRef<std::pair<const SCEV *, bool>> rows, ScalarEvolution &evolution) {
  for (const auto &[store, isStore] : rows)
    for (const auto &[other, otherIsStore] : rows) {
      if (!isStore || store->getType() != other->getType())
        continue;
      auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(store, other));
      if (distance && !distance->isZero())
        return true;
    }
  return false;
}

} // namespace

bool roundsFillVectors(Loop &loop, bool areFew, Function &function, DominatorTree &dominators,
                       LoopInfo &loops) {
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
  SmallVector<std::pair<const SCEV *, bool>> rows;
  for (Instruction &instruction : *loop.getHeader())
    if (!isDoneInVectors(instruction, loop, predicated, rows))
      return false;
  if (rows.empty() || roundsWait(rows, evolution))
    return false;
  return !areFew || none_of(rows, [](const auto &row) { return row.second; });
}

} // namespace heddle::compiler
