#include "compiler/vectorizer/size/barrier_crossings.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Barriers = SmallMapVector<const BasicBlock *, SmallVector<const Instruction *, 2>, 8>;

bool isComputedAgain(const Instruction &value) {
  return isa<GetElementPtrInst, CastInst, AllocaInst>(value) || internalOp(value);
}

/// Blocks in front of which the value is alive: all on the ways from its uses up to itself.
SmallPtrSet<const BasicBlock *, 16> aliveAtBegin(const Instruction &value) {
  SmallPtrSet<const BasicBlock *, 16> alive;
  SmallVector<const BasicBlock *, 16> open;
  const auto add = [&](const BasicBlock *block) {
    if (block != value.getParent() && alive.insert(block).second)
      open.push_back(block);
  };
  for (const Use &use : value.uses()) {
    const auto *user = cast<Instruction>(use.getUser());
    if (const auto *phi = dyn_cast<PHINode>(user))
      add(phi->getIncomingBlock(use));
    else
      add(user->getParent());
  }
  while (!open.empty())
    for (const BasicBlock *before : predecessors(open.pop_back_val()))
      add(before);
  return alive;
}

/// Whether the value is wanted behind the barrier, in the same block or at its end.
bool isWantedBehind(const Instruction &value, const Instruction &barrier, bool atEnd) {
  return atEnd || any_of(value.uses(), [&](const Use &use) {
           const auto *user = cast<Instruction>(use.getUser());
           return isa<PHINode>(user)
                      ? cast<PHINode>(user)->getIncomingBlock(use) == barrier.getParent()
                      : user->getParent() == barrier.getParent() && barrier.comesBefore(user);
         });
}

} // namespace

DenseMap<const Instruction *, unsigned>
valuesAcrossBarriers(const Function &kernel, function_ref<bool(const Instruction &)> isOwn) {
  Barriers barriers;
  for (const Instruction &instruction : instructions(kernel))
    if (isWorkGroupBarrier(instruction))
      barriers[instruction.getParent()].push_back(&instruction);
  DenseMap<const Instruction *, unsigned> across;
  if (barriers.empty())
    return across;
  for (const Instruction &value : instructions(kernel)) {
    if (value.use_empty() || isComputedAgain(value) || !isOwn(value))
      continue;
    const SmallPtrSet<const BasicBlock *, 16> alive = aliveAtBegin(value);
    for (const auto &[block, inBlock] : barriers) {
      const bool isHome = block == value.getParent();
      if (!isHome && !alive.contains(block))
        continue;
      const bool atEnd =
          any_of(successors(block), [&](const BasicBlock *next) { return alive.contains(next); });
      for (const Instruction *barrier : inBlock)
        if ((!isHome || value.comesBefore(barrier)) && isWantedBehind(value, *barrier, atEnd))
          ++across[barrier];
    }
  }
  return across;
}

} // namespace heddle::compiler
