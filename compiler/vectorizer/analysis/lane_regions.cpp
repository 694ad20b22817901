// How far a region reaches depends on what a loop waits for.
//
//   a lock    The loop takes what it waits for (an exchange), which is given back at the same
//             address. All ways from its success to there belong to the region, and a loop around
//             it only if the lock may be held when that goes round.
//   else      (flags, tickets, locks that are given back elsewhere) Everything that may end the
//             waiting of any lane, behind the loop or on the other side of a branch, belongs to it,
//             and all loops around it.
//
// Where lanes in the loop hold something already, all places where that is given back do, too:
// lanes that are elsewhere may hold what the loop waits for.
//
// A region ends in front of what lanes do together (barriers, sub-group functions).

#include "compiler/vectorizer/analysis/lane_regions.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/analysis/lock_operations.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

using Blocks = SmallSetVector<BasicBlock *, 8>;
using BlockSet = SmallPtrSet<BasicBlock *, 16>;

bool isTogether(const BasicBlock &block) {
  return any_of(block, [](const Instruction &instruction) {
    return heddle::compiler::isTogether(instruction);
  });
}

bool isTogether(const Loop &loop) {
  return any_of(loop.blocks(), [](const BasicBlock *block) { return isTogether(*block); });
}

/// One loop that waits, or several, and what has to belong to their region.
struct Seed {
  Loop *parent = nullptr;          ///< the region is part of one round of it
  SmallSetVector<Loop *, 2> loops; ///< in that round, whose lanes go on by themselves
  Blocks relevant;
};

class RegionFinder {
public:
  RegionFinder(ArrayRef<WaitingLoop> all, LoopInfo &loops, DominatorTree &dominators,
               UniformityInfo &uniformity)
      : loops(loops), dominators(dominators), uniformity(uniformity) {
    for (const WaitingLoop &found : all)
      if (!isTogether(*found.loop))
        waiting.push_back(&found);
    for (BasicBlock &block : *dominators.getRoot()->getParent())
      for (Instruction &instruction : block)
        if (takesByChance(instruction))
          chances.push_back(&instruction);
  }

  std::vector<LaneRegion> find();

private:
  std::optional<Seed> plant(const WaitingLoop &found);
  bool followTaken(Instruction &take, Loop *parent, Loop *&top, Blocks &given,
                   BlockSet &held) const;
  void followHeld(const WaitingLoop &found, Seed &seed);
  bool isPassedBy(Loop *parent, const Loop &loop) const;
  BlockSet before(Loop *parent, BasicBlock *block) const;
  void followLock(const WaitingLoop &found, Seed &seed);
  void followAll(const WaitingLoop &found, Seed &seed, bool isLock);
  bool isLock(const WaitingLoop &found) const;
  bool isPartOfLock(const WaitingLoop &found) const;
  bool releases(const BasicBlock &block, const Instruction &look) const;
  bool mayEndWaiting(const BasicBlock &block) const {
    return any_of(block, [&](const Instruction &instruction) {
      return heddle::compiler::mayEndWaiting(instruction, waiting);
    });
  }
  Loop *below(Loop *parent, BasicBlock *block) const;
  template <class Visit> void forEachNext(Loop *parent, BasicBlock *block, Visit visit) const;
  BlockSet reach(Loop *parent, ArrayRef<BasicBlock *> from) const;
  BlockSet reachApart(Loop *parent, ArrayRef<BasicBlock *> from) const;
  SmallVector<BasicBlock *, 4> exitsWithin(Loop *parent, const Loop &loop) const;
  void addParallel(Seed &seed) const;
  bool grow(const Seed &seed, LaneRegion &region) const;
  bool isLook(const Instruction &instruction) const;
  bool takesByChance(const Instruction &instruction) const;
  bool extend(Seed &seed, const LaneRegion &region) const;
  void join(Seed &seed, const Seed &other) const;
  bool meets(const LaneRegion &a, const LaneRegion &b) const;
  void addHeaders(const Seed &seed, LaneRegion &region) const;

  SmallVector<const WaitingLoop *, 4> waiting;
  SmallVector<Instruction *, 4> chances; ///< that take without waiting
  LoopInfo &loops;
  DominatorTree &dominators;
  UniformityInfo &uniformity;
};

bool RegionFinder::isLock(const WaitingLoop &found) const {
  return any_of(found.looks, [](const Instruction *look) { return takes(*look); }) &&
         all_of(found.looks, [&](const Instruction *look) {
           return takes(*look) || any_of(found.looks, [&](const Instruction *other) {
                    return takes(*other) && pointerOf(*look) &&
                           isSameValue(pointerOf(*look), pointerOf(*other));
                  });
         });
}

/// A loop that only reads inside one that takes the same lock when it seems to be free.
bool RegionFinder::isPartOfLock(const WaitingLoop &found) const {
  return any_of(waiting, [&](const WaitingLoop *around) {
    return around->loop != found.loop && around->loop->contains(found.loop) && isLock(*around) &&
           all_of(found.looks, [&](const Instruction *look) {
             return pointerOf(*look) && any_of(around->looks, [&](const Instruction *take) {
                      return isSameValue(pointerOf(*look), pointerOf(*take));
                    });
           });
  });
}

bool RegionFinder::isLook(const Instruction &instruction) const {
  return any_of(waiting,
                [&](const WaitingLoop *found) { return is_contained(found->looks, &instruction); });
}

bool RegionFinder::releases(const BasicBlock &block, const Instruction &look) const {
  return any_of(block, [&](const Instruction &instruction) {
    const Value *pointer = pointerOf(instruction);
    return pointer && instruction.mayWriteToMemory() && !isa<LoadInst>(instruction) &&
           !isLook(instruction) && !takesByChance(instruction) &&
           isSameValue(pointer, pointerOf(look));
  });
}

/// It may take, without waiting, what others wait for. Such ones come from loops, too, whose
/// first round was put in front of them.
bool RegionFinder::takesByChance(const Instruction &instruction) const {
  if (instruction.use_empty() || !takes(instruction) || isLook(instruction))
    return false;
  auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  const bool counts = update && (update->getOperation() == AtomicRMWInst::Add ||
                                 update->getOperation() == AtomicRMWInst::Sub);
  return any_of(waiting, [&](const WaitingLoop *found) {
    return any_of(found->looks, [&](const Instruction *look) {
      const Value *place = pointerOf(*look), *pointer = pointerOf(instruction);
      return !place || (counts ? isSameValue(place, pointer) : mayBeSameObject(place, pointer));
    });
  });
}

/// The loop around the block that is directly inside `parent`.
Loop *RegionFinder::below(Loop *parent, BasicBlock *block) const {
  Loop *loop = loops.getLoopFor(block);
  while (loop && loop != parent && loop->getParentLoop() != parent)
    loop = loop->getParentLoop();
  return loop == parent ? nullptr : loop;
}

/// Successors in the same round of `parent`.
template <class Visit>
void RegionFinder::forEachNext(Loop *parent, BasicBlock *block, Visit visit) const {
  for (BasicBlock *next : successors(block))
    if (!parent || (parent->contains(next) && next != parent->getHeader()))
      visit(next);
}

BlockSet RegionFinder::reach(Loop *parent, ArrayRef<BasicBlock *> from) const {
  BlockSet reached;
  SmallVector<BasicBlock *, 16> work(from);
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (reached.insert(block).second)
      forEachNext(parent, block, [&](BasicBlock *next) { work.push_back(next); });
  }
  return reached;
}

/// What is reached by no way through something that lanes do together.
BlockSet RegionFinder::reachApart(Loop *parent, ArrayRef<BasicBlock *> from) const {
  BlockSet all = reach(parent, from);
  SmallVector<BasicBlock *, 8> together;
  for (BasicBlock *block : all)
    if (isTogether(*block))
      together.push_back(block);
  for (BasicBlock *behind : reach(parent, together))
    all.erase(behind);
  return all;
}

SmallVector<BasicBlock *, 4> RegionFinder::exitsWithin(Loop *parent, const Loop &loop) const {
  SmallVector<BasicBlock *, 4> exits, result;
  loop.getUniqueExitBlocks(exits);
  copy_if(exits, std::back_inserter(result), [&](BasicBlock *exit) {
    return !parent || (parent->contains(exit) && exit != parent->getHeader());
  });
  return result;
}

/// From where something was taken to all places where it is given back; `parent` is the loop
/// around where that began. `top` becomes the outermost loop that is left, or goes round,
/// meanwhile. Returns whether that is known for all ways.
bool RegionFinder::followTaken(Instruction &take, Loop *parent, Loop *&top, Blocks &given,
                               BlockSet &held) const {
  bool isKnown = true;
  SmallVector<BasicBlock *, 8> work;
  if (BasicBlock *success = successOf(take))
    work.push_back(success);
  else
    work.append(succ_begin(take.getParent()), succ_end(take.getParent()));
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    if (!held.insert(block).second)
      continue;
    if (isTogether(*block)) {
      isKnown = false;
      continue;
    }
    if (releases(*block, take)) {
      given.insert(block);
      continue;
    }
    isKnown &= !succ_empty(block);
    for (BasicBlock *next : successors(block)) {
      Loop *passed = nullptr;
      for (Loop *around = parent; around; around = around->getParentLoop())
        if (around->contains(block) && (!around->contains(next) || next == around->getHeader()))
          passed = around;
      if (passed && isTogether(*passed)) {
        isKnown = false;
        continue;
      }
      if (passed && (!top || passed->contains(top)))
        top = passed;
      isKnown &= !passed || !passed->contains(next);
      work.push_back(next);
    }
  }
  return isKnown;
}

/// Where it is not known for a way, the loop is one of the other kind.
void RegionFinder::followLock(const WaitingLoop &found, Seed &seed) {
  Loop *top = found.loop;
  bool isKnown = true;
  Blocks given;
  DenseMap<const Instruction *, BlockSet> held;
  for (Instruction *look : found.looks)
    if (takes(*look)) {
      BlockSet held;
      isKnown &= followTaken(*look, found.loop->getParentLoop(), top, given, held);
    }
  seed.loops.insert(top);
  seed.parent = top->getParentLoop();
  for (BasicBlock *block : given)
    if (!top->contains(block))
      seed.relevant.insert(block);
  if (!isKnown)
    followAll(found, seed, /*isLock=*/true);
}

void RegionFinder::followAll(const WaitingLoop &found, Seed &seed, bool isLock) {
  Loop *top = isLock ? seed.loops.front() : found.loop;
  if (!isLock)
    for (Loop *around = top->getParentLoop(); around && !isTogether(*around);
         around = around->getParentLoop())
      if (any_of(around->blocks(), [&](BasicBlock *block) {
            return !found.loop->contains(block) && mayEndWaiting(*block);
          }))
        top = around;
  seed.loops.clear();
  seed.loops.insert(top);
  seed.parent = top->getParentLoop();
  bool isDivergent = isLock || isPassedBy(seed.parent, *top);
  for (Loop *loop = found.loop; loop != seed.parent; loop = loop->getParentLoop()) {
    SmallVector<BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    isDivergent |= any_of(exiting, [&](const BasicBlock *block) {
      return uniformity.hasDivergentTerminator(*block);
    });
  }
  if (isDivergent) {
    for (BasicBlock *block : reachApart(seed.parent, exitsWithin(seed.parent, *top)))
      if (mayEndWaiting(*block))
        seed.relevant.insert(block);
    // All lanes have to be where they can end one another's waiting, not only those in one loop.
    if (top != found.loop)
      seed.relevant.insert(top->getHeader());
  }
}

/// From where the block is reached in the same round of `parent`.
BlockSet RegionFinder::before(Loop *parent, BasicBlock *block) const {
  BlockSet found;
  SmallVector<BasicBlock *, 16> work(1, block);
  while (!work.empty()) {
    BasicBlock *here = work.pop_back_val();
    if (found.insert(here).second && !(parent && here == parent->getHeader()))
      work.append(pred_begin(here), pred_end(here));
  }
  return found;
}

/// Whether some lanes go around the loop, and wait behind it for those in it.
bool RegionFinder::isPassedBy(Loop *parent, const Loop &loop) const {
  const BlockSet ways = before(parent, loop.getHeader());
  return any_of(ways, [&](BasicBlock *block) {
    return !loop.contains(block) && uniformity.hasDivergentTerminator(*block) &&
           any_of(successors(block), [&](BasicBlock *next) { return !ways.contains(next); });
  });
}

/// What a lane in the loop already holds, lanes that are elsewhere may hold, too, and it may be
/// just what the first one waits for: they have to be able to give it back.
void RegionFinder::followHeld(const WaitingLoop &found, Seed &seed) {
  SmallVector<Instruction *, 4> others(chances);
  for (const WaitingLoop *other : waiting)
    if (other != &found)
      copy_if(other->looks, std::back_inserter(others),
              [](const Instruction *look) { return takes(*look); });
  Loop *top = seed.loops.front();
  bool isKnown = true;
  for (Instruction *take : others) {
    Loop *passed = nullptr;
    Blocks given;
    BlockSet held;
    const bool isGivenBack = followTaken(*take, found.loop->getParentLoop(), passed, given, held);
    if (!held.contains(found.loop->getHeader()))
      continue;
    isKnown &= isGivenBack;
    if (passed && passed->contains(top))
      top = passed;
    seed.relevant.insert(given.begin(), given.end());
  }
  seed.loops.clear();
  seed.loops.insert(top);
  seed.parent = top->getParentLoop();
  seed.relevant.remove_if([&](BasicBlock *block) { return top->contains(block); });
  if (!isKnown)
    followAll(found, seed, /*isLock=*/true);
}

/// What other lanes of the sub-group come to instead of the loop.
void RegionFinder::addParallel(Seed &seed) const {
  Loop &top = *seed.loops.front();
  BasicBlock *header = top.getHeader();
  const BlockSet behind = reach(seed.parent, {header});
  const BlockSet before = this->before(seed.parent, header);
  for (BasicBlock *block : before) {
    if (top.contains(block) || !uniformity.hasDivergentTerminator(*block))
      continue;
    SmallVector<BasicBlock *, 2> starts;
    forEachNext(seed.parent, block, [&](BasicBlock *next) { starts.push_back(next); });
    if (!reachApart(seed.parent, starts).contains(header))
      continue;
    for (BasicBlock *start : starts) {
      if (none_of(starts, [&](BasicBlock *side) {
            return side != start && reach(seed.parent, {side}).contains(header);
          }))
        continue;
      for (BasicBlock *other : reachApart(seed.parent, {start}))
        if (!before.contains(other) && !behind.contains(other) && mayEndWaiting(*other))
          seed.relevant.insert(other);
    }
  }
}

std::optional<Seed> RegionFinder::plant(const WaitingLoop &found) {
  Seed seed;
  if (isLock(found)) {
    followLock(found, seed);
    followHeld(found, seed);
  } else if (isPartOfLock(found)) {
    return std::nullopt;
  } else {
    followAll(found, seed, /*isLock=*/false);
  }
  addParallel(seed);
  if (seed.relevant.empty())
    return std::nullopt;
  return seed;
}

/// From a block that dominates them all to the last of the relevant blocks.
bool RegionFinder::grow(const Seed &seed, LaneRegion &region) const {
  SmallVector<BasicBlock *, 8> targets;
  for (Loop *loop : seed.loops)
    targets.push_back(loop->getHeader());
  BasicBlock *entry = nullptr;
  auto cover = [&](BasicBlock *block) {
    entry = entry ? dominators.findNearestCommonDominator(entry, block) : block;
  };
  for (BasicBlock *block : targets)
    cover(block);
  // What lies behind something that lanes do together is out of reach.
  SmallVector<BasicBlock *, 4> ends;
  for (BasicBlock *block : seed.relevant) {
    ends.push_back(block);
    cover(block);
  }
  while (true) {
    while (loops.getLoopFor(entry) != seed.parent)
      entry = dominators.getNode(entry)->getIDom()->getBlock();
    SmallVector<BasicBlock *, 4> starts;
    forEachNext(seed.parent, entry, [&](BasicBlock *next) { starts.push_back(next); });
    const BlockSet reached = reachApart(seed.parent, starts);
    if (!all_of(targets, [&](BasicBlock *block) { return reached.contains(block); }))
      return false;
    // Backwards from the ends.
    region.blocks.clear();
    SmallVector<BasicBlock *, 16> work(targets.begin(), targets.end());
    copy_if(ends, std::back_inserter(work),
            [&](BasicBlock *block) { return reached.contains(block); });
    BasicBlock *before = entry;
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      if (!region.blocks.insert(block))
        continue;
      for (BasicBlock *previous : predecessors(block)) {
        if (previous == entry || !dominators.isReachableFromEntry(previous))
          continue;
        if (reached.contains(previous))
          work.push_back(previous);
        else
          before = dominators.findNearestCommonDominator(before, previous);
      }
    }
    if (before == entry)
      break;
    entry = before;
  }
  region.entry = entry;
  return true;
}

/// What lanes take by chance in the region they have to give back before it ends. Returns whether
/// there is more of that than in the seed.
bool RegionFinder::extend(Seed &seed, const LaneRegion &region) const {
  const unsigned before = seed.relevant.size();
  Loop *top = nullptr;
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block) {
      if (!takesByChance(instruction))
        continue;
      BlockSet held;
      if (!followTaken(instruction, seed.parent, top, seed.relevant, held))
        for (BasicBlock *behind :
             reachApart(seed.parent, SmallVector<BasicBlock *, 2>(successors(block))))
          if (mayEndWaiting(*behind))
            seed.relevant.insert(behind);
    }
  if (top) {
    seed.loops.clear();
    seed.loops.insert(top);
    seed.parent = top->getParentLoop();
  }
  return top || seed.relevant.size() > before;
}

bool RegionFinder::meets(const LaneRegion &a, const LaneRegion &b) const {
  return any_of(a.blocks, [&](BasicBlock *block) { return b.blocks.contains(block); });
}

void RegionFinder::join(Seed &seed, const Seed &other) const {
  Loop *parent = seed.parent;
  while (parent && !(other.parent && parent->contains(other.parent)))
    parent = parent->getParentLoop();
  SmallSetVector<Loop *, 2> inside;
  for (const Seed *each : {static_cast<const Seed *>(&seed), &other})
    for (Loop *loop : each->loops)
      inside.insert(below(parent, loop->getHeader()));
  seed.parent = parent;
  seed.loops = std::move(inside);
  seed.relevant.insert(other.relevant.begin(), other.relevant.end());
}

void RegionFinder::addHeaders(const Seed &seed, LaneRegion &region) const {
  SmallSetVector<BasicBlock *, 4> headers;
  for (const WaitingLoop *found : waiting)
    if (region.blocks.contains(found->loop->getHeader()))
      for (Loop *loop = found->loop; loop != seed.parent; loop = loop->getParentLoop())
        headers.insert(loop->getHeader());
  region.headers.assign(headers.begin(), headers.end());
}

std::vector<LaneRegion> RegionFinder::find() {
  std::vector<Seed> seeds;
  for (const WaitingLoop *found : waiting)
    if (std::optional<Seed> seed = plant(*found))
      seeds.push_back(std::move(*seed));
  std::vector<LaneRegion> regions;
  bool isStable = false;
  while (!isStable) {
    isStable = true;
    regions.clear();
    for (auto seed = seeds.begin(); seed != seeds.end();) {
      LaneRegion region;
      if (!grow(*seed, region)) {
        seed = seeds.erase(seed);
        continue;
      }
      regions.push_back(std::move(region));
      ++seed;
    }
    for (auto [seed, region] : zip_equal(seeds, regions))
      isStable &= !extend(seed, region);
    for (unsigned a = 0; a < seeds.size() && isStable; ++a)
      for (unsigned b = a + 1; b < seeds.size() && isStable; ++b)
        if (meets(regions[a], regions[b])) {
          join(seeds[a], seeds[b]);
          seeds.erase(seeds.begin() + b);
          isStable = false;
        }
  }
  for (auto [seed, region] : zip_equal(seeds, regions)) {
    addHeaders(seed, region);
    // The same code each time: sets of pointers have no order.
    SetVector<BasicBlock *> inOrder;
    for (BasicBlock &block : *region.entry->getParent())
      if (region.blocks.contains(&block))
        inOrder.insert(&block);
    region.blocks = std::move(inOrder);
  }
  return regions;
}

} // namespace

bool isTogether(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || !call->isConvergent())
    return false;
  return internalOp(*call) != InternalOp::blockPrefetch;
}

bool mayEndWaiting(const Instruction &instruction, ArrayRef<const WaitingLoop *> waiting) {
  if (!instruction.mayWriteToMemory() || isa<FenceInst>(instruction) || isa<LoadInst>(instruction))
    return false;
  auto *call = dyn_cast<CallBase>(&instruction);
  const Value *pointer = pointerOf(instruction);
  if (call && !isa<AnyMemIntrinsic>(call))
    return !isa<IntrinsicInst>(call) && !internalOp(*call);
  if (auto *copy = dyn_cast<AnyMemIntrinsic>(&instruction))
    pointer = copy->getRawDest();
  if (!pointer || !isSharedMemory(*pointer))
    return false;
  if (instruction.isAtomic() || instruction.isVolatile())
    return true;
  return any_of(waiting, [&](const WaitingLoop *found) {
    return any_of(found->looks, [&](const Instruction *look) {
      const Value *place = pointerOf(*look);
      return !place || mayBeSameObject(place, pointer);
    });
  });
}

std::vector<LaneRegion> findLaneRegions(ArrayRef<WaitingLoop> waiting, LoopInfo &loops,
                                        DominatorTree &dominators, UniformityInfo &uniformity) {
  return RegionFinder(waiting, loops, dominators, uniformity).find();
}

} // namespace heddle::compiler
