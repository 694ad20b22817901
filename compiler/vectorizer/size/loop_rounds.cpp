#include "compiler/vectorizer/size/loop_rounds.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdint>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Elements that a round may have of one row, of which LLVM makes wide accesses and shuffles.
constexpr unsigned mostOfRound = 4;

/// Where an access is in the first round, and how many elements further it is in each other one.
struct Place {
  const SCEVAddRecExpr *address;
  bool isStore;
  unsigned step;
  bool goesDown;
};

/// Bytes from round to round.
const APInt &stepOf(const Place &place, ScalarEvolution &evolution) {
  return cast<SCEVConstant>(place.address->getStepRecurrence(evolution))->getAPInt();
}

/// Nothing where rounds do not go on in one row. Those that go down it are vectors the other way
/// round.
std::optional<Place> placeInRow(Instruction &access, Loop &loop,
                                PredicatedScalarEvolution &evolution) {
  const SCEVAddRecExpr *address = evolution.getAsAddRec(getLoadStorePointerOperand(&access));
  if (!address || address->getLoop() != &loop)
    return std::nullopt;
  auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(*evolution.getSE()));
  const std::uint64_t bytes =
      access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  if (!step || step->isZero())
    return std::nullopt;
  const bool goesDown = step->getAPInt().isNegative();
  const APInt length = step->getAPInt().abs();
  if (length.ugt(bytes * (goesDown ? 1 : mostOfRound)) || length.getZExtValue() % bytes != 0)
    return std::nullopt;
  return Place{address, isa<StoreInst>(access), unsigned(length.getZExtValue() / bytes), goesDown};
}

/// Words are what processors have gathers for.
bool isGathered(const LoadInst &load) {
  const Type *type = load.getType();
  return (type->isIntegerTy(32) || type->isFloatTy()) &&
         isa<GetElementPtrInst>(load.getPointerOperand());
}

/// Loads and stores of elements that follow one another, loads of the same one, and computation;
/// `rows` gets the addresses of the former. `gathers` gets loads of words that lie anywhere.
bool isDoneInVectors(Instruction &instruction, Loop &loop, PredicatedScalarEvolution &evolution,
                     SmallVectorImpl<Place> &rows, SmallVectorImpl<LoadInst *> &gathers) {
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
    const std::optional<Place> place = placeInRow(instruction, loop, evolution);
    if (place)
      rows.push_back(*place);
    else if (load && isGathered(*load))
      gathers.push_back(load);
    else
      return false;
    return true;
  }
  return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
         !instruction.getType()->isVectorTy();
}

/// Whether a round reads or writes what another one near it writes, but for what it reads before a
/// later one writes it. What is not known is asked at run time.
///
/// rows: in the order of a round.
bool roundsWait(ArrayRef<Place> rows, ScalarEvolution &evolution) {
  for (const Place &store : rows)
    for (const Place &other : rows) {
      if (!store.isStore || store.address->getType() != other.address->getType())
        continue;
      auto *distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(store.address, other.address));
      if (!distance || distance->isZero())
        continue;
      const bool isAlike = store.step == other.step && store.goesDown == other.goesDown;
      const bool isReadAhead = isAlike && !other.isStore && &other < &store &&
                               distance->getAPInt().isNegative() != store.goesDown;
      // Those of one round lie between those of others.
      const APInt apart = distance->getAPInt().abs();
      if (!isReadAhead && (!isAlike || apart.uge(stepOf(store, evolution).abs())))
        return true;
    }
  return false;
}

/// Whether all elements between those of two rounds are written, as shuffles want it.
bool storesAreDense(ArrayRef<Place> rows) {
  return all_of(rows, [&](const Place &store) {
    return !store.isStore || store.step == count_if(rows, [&](const Place &other) {
                               return other.isStore && other.step == store.step;
                             });
  });
}

/// Whether what the loop writes may be what it gathers.
bool writesGathered(Loop &loop, ArrayRef<LoadInst *> gathers, AAResults &aliases) {
  return any_of(*loop.getHeader(), [&](Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return store && any_of(gathers, [&](LoadInst *load) {
             return !aliases.isNoAlias(
                 MemoryLocation::getBeforeOrAfter(load->getPointerOperand(), load->getAAMetadata()),
                 MemoryLocation::getBeforeOrAfter(store->getPointerOperand(),
                                                  store->getAAMetadata()));
           });
  });
}

} // namespace

std::optional<RoundsInVectors> roundsFillVectors(Loop &loop, bool areFew, Function &function,
                                                 DominatorTree &dominators, LoopInfo &loops,
                                                 bool quickGathers) {
  // One way through a round, and one out of the loop.
  if (!loop.isInnermost() || loop.getNumBlocks() != 1 || !loop.getLoopPreheader())
    return std::nullopt;
  AssumptionCache assumptions(function);
  TargetLibraryInfoImpl libraryImpl{Triple(function.getParent()->getTargetTriple())};
  TargetLibraryInfo library(libraryImpl);
  ScalarEvolution evolution(function, library, assumptions, dominators, loops);
  if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop)))
    return std::nullopt;
  for (PHINode &phi : loop.getHeader()->phis()) {
    if (!phi.getType()->isIntegerTy() && !phi.getType()->isPointerTy())
      return std::nullopt;
    InductionDescriptor induction;
    RecurrenceDescriptor reduction;
    if (!InductionDescriptor::isInductionPHI(&phi, &loop, &evolution, induction) &&
        !RecurrenceDescriptor::isReductionPHI(&phi, &loop, reduction))
      return std::nullopt;
  }
  PredicatedScalarEvolution predicated(evolution, loop);
  SmallVector<Place> rows;
  SmallVector<LoadInst *> gathers;
  for (Instruction &instruction : *loop.getHeader())
    if (!isDoneInVectors(instruction, loop, predicated, rows, gathers))
      return std::nullopt;
  if (rows.empty() || roundsWait(rows, evolution) || !storesAreDense(rows))
    return std::nullopt;
  if (areFew && any_of(rows, [](const Place &row) { return row.isStore; }))
    return std::nullopt;
  if (!gathers.empty()) {
    BasicAAResult basic(function.getDataLayout(), function, library, assumptions, &dominators);
    ScopedNoAliasAAResult scoped;
    AAResults aliases(library);
    aliases.addAAResult(basic);
    aliases.addAAResult(scoped);
    if (!quickGathers || writesGathered(loop, gathers, aliases))
      return std::nullopt;
  }
  return RoundsInVectors{unsigned(gathers.size())};
}

bool someRoundsFillVectors(Function &kernel, bool quickGathers) {
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [&](Loop *loop) {
    return roundsFillVectors(*loop, /*areFew=*/false, kernel, dominators, loops, quickGathers)
        .has_value();
  });
}

} // namespace heddle::compiler
