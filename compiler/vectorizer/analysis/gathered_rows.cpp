#include "compiler/vectorizer/analysis/gathered_rows.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of a loop without choices: its header, which asks, its body, and the step.
constexpr unsigned mostBlocks = 3;
/// Instructions between an index that is read and the address that is made of it.
constexpr std::size_t longIndex = 16;

struct Accesses {
  SmallSetVector<Argument *, 8> all, writtenInRows, gathered;
};

/// Whether a place is known only when the loop has read something.
bool isIndexed(const Loop &loop, const Value *place) {
  SmallSetVector<const Value *, longIndex> parts;
  parts.insert(place);
  for (std::size_t i = 0; i < parts.size() && i < longIndex; ++i) {
    const auto *part = dyn_cast<Instruction>(parts[i]);
    if (!part || !loop.contains(part) || isa<PHINode>(part))
      continue;
    if (isa<LoadInst>(part))
      return true;
    parts.insert_range(part->operand_values());
  }
  return false;
}

/// Whether each round has the element behind that of the last one.
bool isInRow(const Loop &loop, const Instruction &access, PredicatedScalarEvolution &evolution) {
  const auto *address =
      evolution.getAsAddRec(const_cast<Value *>(getLoadStorePointerOperand(&access)));
  if (!address || address->getLoop() != &loop)
    return false;
  const auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(*evolution.getSE()));
  return step &&
         step->getAPInt() == access.getDataLayout().getTypeStoreSize(getLoadStoreType(&access));
}

/// False for a loop that does something else with memory than to read it by arguments and to write
/// rows.
bool collectAccesses(Loop &loop, ScalarEvolution &evolution, Accesses &accesses) {
  PredicatedScalarEvolution predicated(evolution, loop);
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (!instruction.mayReadOrWriteMemory())
        continue;
      const auto *load = dyn_cast<LoadInst>(&instruction);
      const auto *store = dyn_cast<StoreInst>(&instruction);
      if (!(load && load->isSimple()) && !(store && store->isSimple()))
        return false;
      const Value *place = getLoadStorePointerOperand(&instruction);
      const auto *object = dyn_cast<Argument>(getUnderlyingObject(place, /*MaxLookup=*/0));
      if (!object)
        return false;
      auto *argument = const_cast<Argument *>(object);
      accesses.all.insert(argument);
      if (store && !isInRow(loop, *store, predicated))
        return false;
      if (store)
        accesses.writtenInRows.insert(argument);
      else if (isIndexed(loop, place) && load->getType()->getPrimitiveSizeInBits() == 32)
        accesses.gathered.insert(argument);
    }
  return true;
}

} // namespace

SmallVector<ArgumentPair> argumentsAroundGathers(const LoopInfo &loops,
                                                 ScalarEvolution &evolution) {
  SmallVector<ArgumentPair> pairs;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    Accesses accesses;
    if (!loop->isInnermost() || loop->getNumBlocks() > mostBlocks ||
        !collectAccesses(*loop, evolution, accesses) || accesses.gathered.empty())
      continue;
    // Nothing is gained where what is gathered is written by the same argument.
    if (any_of(accesses.gathered,
               [&](Argument *argument) { return accesses.writtenInRows.contains(argument); }))
      continue;
    for (Argument *row : accesses.writtenInRows)
      for (Argument *other : accesses.all)
        if (other != row && !row->hasNoAliasAttr() && !other->hasNoAliasAttr() &&
            !is_contained(pairs, ArgumentPair{row, other}) &&
            !is_contained(pairs, ArgumentPair{other, row}))
          pairs.push_back({row, other});
  }
  return pairs;
}

} // namespace heddle::compiler
