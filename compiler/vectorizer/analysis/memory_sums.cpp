#include "compiler/vectorizer/analysis/memory_sums.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Rounds from which on a loop pays for the question.
constexpr unsigned fewestRounds = 16;

struct Accesses {
  SmallVector<const LoadInst *> loads;
  SmallVector<const StoreInst *> stores;
  SmallSetVector<Argument *, 8> arguments;
};

const Value *objectOf(const Instruction &access) {
  return getUnderlyingObject(getLoadStorePointerOperand(&access), /*MaxLookup=*/0);
}

/// Of a loop that does nothing else with memory than to read and write it by arguments, and its own
/// variables; false for all others.
bool collectAccesses(const Loop &loop, Accesses &accesses) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (!instruction.mayReadOrWriteMemory())
        continue;
      const auto *load = dyn_cast<LoadInst>(&instruction);
      const auto *store = dyn_cast<StoreInst>(&instruction);
      if (!(load && load->isSimple()) && !(store && store->isSimple()))
        return false;
      const Value *object = objectOf(instruction);
      if (isa<AllocaInst>(object))
        continue;
      const auto *argument = dyn_cast<Argument>(object);
      if (!argument)
        return false;
      accesses.arguments.insert(const_cast<Argument *>(argument));
      if (load)
        accesses.loads.push_back(load);
      else
        accesses.stores.push_back(store);
    }
  return true;
}

/// Those by which each round adds to a place of memory that all rounds share.
SmallSetVector<Argument *, 4> argumentsOfSums(const Loop &loop, const Accesses &accesses,
                                              const DominatorTree &dominators,
                                              ScalarEvolution &evolution) {
  const auto placeOf = [&](const Instruction &access) {
    return evolution.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(&access)));
  };
  SmallSetVector<Argument *, 4> arguments;
  for (const StoreInst *store : accesses.stores) {
    const SCEV *place = placeOf(*store);
    if (evolution.isLoopInvariant(place, &loop) &&
        dominators.dominates(store->getParent(), loop.getLoopLatch()) &&
        any_of(accesses.loads, [&](const LoadInst *load) { return placeOf(*load) == place; }))
      arguments.insert(const_cast<Argument *>(cast<Argument>(objectOf(*store))));
  }
  return arguments;
}

} // namespace

SmallVector<ArgumentPair> argumentsAroundSums(const LoopInfo &loops,
                                              const DominatorTree &dominators,
                                              ScalarEvolution &evolution) {
  SmallVector<ArgumentPair> pairs;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    Accesses accesses;
    if (!loop->isInnermost() || !loop->getLoopLatch() || !collectAccesses(*loop, accesses))
      continue;
    const unsigned rounds = evolution.getSmallConstantTripCount(loop);
    if (rounds != 0 && rounds < fewestRounds)
      continue;
    for (Argument *sum : argumentsOfSums(*loop, accesses, dominators, evolution))
      for (Argument *other : accesses.arguments)
        if (other != sum && !sum->hasNoAliasAttr() && !other->hasNoAliasAttr() &&
            !is_contained(pairs, ArgumentPair{sum, other}) &&
            !is_contained(pairs, ArgumentPair{other, sum}))
          pairs.push_back({sum, other});
  }
  return pairs;
}

} // namespace heddle::compiler
