#include "compiler/matrix/tiles/fold_tile_memory.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/tiles/tile_values.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// True if an instruction of [from, to) may write memory, or may not get to the next one.
bool mayWriteBetween(const Instruction *from, const Instruction *to) {
  for (const Instruction *place = from; place != to; place = place->getNextNode())
    if (!isTileComputation(*place) && !writesOnlyScratch(*place) &&
        (place->mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(place)))
      return true;
  return false;
}

bool mayWrite(const Instruction &instruction) {
  return instruction.mayWriteToMemory() && !isTileComputation(instruction) &&
         !writesOnlyScratch(instruction);
}

/// True if something may write memory on a way from an instruction to one of another block.
bool mayWriteOnTheWay(Instruction &from, Instruction &to) {
  BasicBlock *first = from.getParent(), *last = to.getParent();
  if (any_of(make_range(std::next(from.getIterator()), first->end()), mayWrite) ||
      any_of(make_range(last->begin(), to.getIterator()), mayWrite))
    return true;
  SmallPtrSet<BasicBlock *, 8> seen{first};
  SmallVector<BasicBlock *> open(predecessors(last));
  while (!open.empty()) {
    constexpr unsigned mostBlocks = 16;
    BasicBlock *block = open.pop_back_val();
    if (!seen.insert(block).second)
      continue;
    // The second one comes round again: what is behind it counts.
    if (seen.size() > mostBlocks || block->isEntryBlock() || any_of(*block, mayWrite))
      return true;
    append_range(open, predecessors(block));
  }
  return false;
}

/// Removes casts, the cuts of them that nobody uses, and what they were made from.
void removeWithCuts(ArrayRef<CallInst *> casts) {
  SmallVector<WeakTrackingVH> dead;
  for (CallInst *replaced : casts) {
    for (User *user : replaced->users())
      if (isInstructionTriviallyDead(cast<Instruction>(user)))
        dead.push_back(user);
    dead.push_back(replaced);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
}

class Folding {
public:
  Folding(Function &function, const LoopInfo &loops)
      : function(function), loops(loops), polynomials(function.getDataLayout()) {}

  bool run();

private:
  bool sink(CallInst &fromTile);
  bool foldLoads(CallInst &toTile);
  /// Of loads that were there at the beginning, in one block. Its own numbers would be
  /// made anew after each change.
  bool isBefore(const Instruction *x, const Instruction *y) const {
    return numbers.lookup(x) < numbers.lookup(y);
  }

  Function &function;
  const LoopInfo &loops;
  AddressPolynomials polynomials;
  DenseMap<const Instruction *, unsigned> numbers;
  SmallVector<CallInst *> replaced;
  SmallVector<WeakTrackingVH> dead;
};

/// Rows that are used behind the loop of their tile only, as where sums are stored in its exits,
/// are cut from the tile there and not in each round.
bool Folding::sink(CallInst &fromTile) {
  const Loop *loop = loops.getLoopFor(fromTile.getParent());
  SmallVector<Instruction *> cuts{&fromTile};
  MapVector<BasicBlock *, SmallVector<Use *>> uses;
  for (unsigned i = 0; i < cuts.size(); ++i)
    for (Use &use : cuts[i]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      BasicBlock *block = phi ? phi->getIncomingBlock(use) : user->getParent();
      if (!loop || !loop->contains(block)) {
        const Loop *outer = loops.getLoopFor(block);
        if (!loop || phi || (outer && !outer->contains(loop)))
          return false;
        uses[block].push_back(&use);
      } else if (isa<BitCastInst>(user) ||
                 (isa<ShuffleVectorInst>(user) && isa<UndefValue>(user->getOperand(1)))) {
        cuts.push_back(user);
      } else {
        return false;
      }
    }
  for (const auto &[block, inBlock] : uses) {
    SmallDenseMap<const Value *, Instruction *> copies;
    Instruction *behind = nullptr;
    for (Instruction *cut : cuts) {
      Instruction *copy = cut->clone();
      if (behind) {
        copy->setOperand(0, copies[cut->getOperand(0)]);
        copy->insertAfter(behind);
      } else {
        copy->insertBefore(block->getFirstInsertionPt());
      }
      copies[cut] = behind = copy;
    }
    for (Use *use : inBlock)
      use->set(copies[use->get()]);
    for (auto &[cut, copy] : copies)
      dead.push_back(copy);
  }
  append_range(dead, cuts);
  return !uses.empty();
}

bool Folding::foldLoads(CallInst &toTile) {
  const TileShape shape = tileShape(&toTile);
  std::optional<RowLoads> rows = findRowLoads(polynomials, toTile.getArgOperand(0), shape);
  if (!rows)
    return false;
  LoadInst *earliest = rows->loads[0], *latest = earliest;
  for (LoadInst *load : rows->loads) {
    if (isBefore(load, earliest))
      earliest = load;
    if (isBefore(latest, load))
      latest = load;
  }
  if (mayWriteBetween(earliest, latest))
    return false;
  // As late as possible: next to its use it takes up no register before.
  Instruction *place = latest->getNextNode();
  if (toTile.getParent() == latest->getParent() ? !mayWriteBetween(latest, &toTile)
                                                : !mayWriteOnTheWay(*latest, toTile))
    place = &toTile;
  IRBuilder<> builder(place);
  Value *first = rows->offset
                     ? builder.CreateConstGEP1_64(builder.getInt8Ty(), rows->first, rows->offset)
                     : rows->first;
  toTile.replaceAllUsesWith(
      createTileLoad(builder, shape, first, polynomials.emit(builder, rows->stride)));
  replaced.push_back(&toTile);
  return true;
}

bool Folding::run() {
  SmallVector<CallInst *> toTiles, fromTiles;
  for (Instruction &instruction : instructions(function))
    if (isVectorFromTile(&instruction))
      fromTiles.push_back(cast<CallInst>(&instruction));
  bool changed = false;
  for (CallInst *cast : fromTiles)
    changed |= sink(*cast);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  for (Instruction &instruction : instructions(function)) {
    if (isa<LoadInst>(instruction))
      numbers[&instruction] = numbers.size();
    if (isTileFromVector(&instruction))
      toTiles.push_back(cast<CallInst>(&instruction));
  }
  for (CallInst *cast : toTiles)
    changed |= foldLoads(*cast);
  removeWithCuts(replaced);
  return changed;
}

} // namespace

PreservedAnalyses FoldTileMemoryPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!Folding(function, analyses.getResult<LoopAnalysis>(function)).run())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
