#include "compiler/vectorizer/transform/add_missing_barriers.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/vectorizer/analysis/local_places.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/MathExtras.h"

#include <cstdint>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The rounds of a loop, with at least one barrier that all rounds come to.
class Round {
public:
  Round(Loop &loop, const LoopInfo &loops, const DominatorTree &dominators)
      : loop(loop), loops(loops), dominators(dominators) {}

  bool addBarrier();

private:
  using Places = SmallVector<LocalPlace, 16>;

  Instruction *lastBarrier() const;
  Places readBehind(const Instruction &barrier) const;
  Places writtenFirst() const;
  /// Whether another sub-group writes in the next round what one reads in this one.
  bool areShared(const LocalPlace &read, const LocalPlace &written) const;
  std::optional<std::uint64_t> countOf(const LocalPlace::Id &id) const;
  bool mayMeet(const LocalPlace &place, const LocalPlace &other) const;

  Loop &loop;
  const LoopInfo &loops;
  const DominatorTree &dominators;
};

/// Null unless all barriers are on the way of each round.
Instruction *Round::lastBarrier() const {
  Instruction *last = nullptr;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      if (!isWorkGroupBarrier(instruction))
        continue;
      if (loops.getLoopFor(block) != &loop || !dominators.dominates(block, loop.getLoopLatch()))
        return nullptr;
      if (!last || dominators.dominates(last, &instruction))
        last = &instruction;
    }
  return last;
}

/// What all work-items read between the barrier and the end of the round.
Round::Places Round::readBehind(const Instruction &barrier) const {
  Places places;
  for (const BasicBlock *block : loop.blocks()) {
    // Loops of a constant count have at least a round.
    const Loop *inner = loops.getLoopFor(block);
    while (inner != &loop && inner->getParentLoop() != &loop)
      inner = inner->getParentLoop();
    const BasicBlock *entered = inner == &loop ? block : inner->getHeader();
    if (!dominators.dominates(entered, loop.getLoopLatch()))
      continue;
    for (const Instruction &instruction : *block)
      if (dominators.dominates(&barrier, &instruction))
        if (const LocalPlace place = localPlace(instruction, &loop);
            place.object && !place.isWritten)
          places.push_back(place);
  }
  return places;
}

/// What some work-item writes before the first barrier of a round.
Round::Places Round::writtenFirst() const {
  Places places;
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const BasicBlock *> open{loop.getHeader()};
  while (!open.empty()) {
    const BasicBlock *block = open.pop_back_val();
    if (!loop.contains(block) || !seen.insert(block).second)
      continue;
    const auto barrier = find_if(*block, isWorkGroupBarrier);
    for (const Instruction &instruction : make_range(block->begin(), barrier))
      if (const LocalPlace place = localPlace(instruction, &loop); place.object && place.isWritten)
        places.push_back(place);
    if (barrier == block->end())
      append_range(open, successors(block));
  }
  return places;
}

/// The number of values that it takes, from 0 on.
std::optional<std::uint64_t> Round::countOf(const LocalPlace::Id &id) const {
  const Function &kernel = *loop.getHeader()->getParent();
  if (id.computed) {
    const KnownBits bits = computeKnownBits(id.computed, kernel.getDataLayout());
    return bits.countMinLeadingZeros() ? std::optional(bits.getMaxValue().getZExtValue() + 1)
                                       : std::nullopt;
  }
  const unsigned lanes = requiredSubGroupSize(kernel);
  if (id.dimension == LocalPlace::Id::lane)
    return lanes;
  const MDNode *size = kernel.getMetadata("reqd_work_group_size");
  if (!size || size->getNumOperands() != 3)
    return std::nullopt;
  const auto along = [&](unsigned dimension) {
    return mdconst::extract<ConstantInt>(size->getOperand(dimension))->getZExtValue();
  };
  return id.dimension == LocalPlace::Id::subGroup
             ? divideCeil(along(0) * along(1) * along(2), lanes)
             : along(id.dimension);
}

/// Not if they are known to be in parts of the object that lie behind one another.
bool Round::mayMeet(const LocalPlace &place, const LocalPlace &other) const {
  // What is reached for at a place is no longer than the longest vector.
  constexpr std::int64_t longest = 128, open = std::int64_t(1) << 40;
  const auto end = [&](const LocalPlace &of) {
    std::int64_t bytes = of.offset + longest;
    for (const auto &[id, step] : of.steps) {
      const std::optional<std::uint64_t> count = countOf(id);
      if (!count || step < 0 || *count > std::uint64_t(open / step))
        return open;
      bytes += step * std::int64_t(*count - 1);
    }
    return bytes;
  };
  return place.offset <= other.offset ? end(place) > other.offset : end(other) > place.offset;
}

bool Round::areShared(const LocalPlace &read, const LocalPlace &written) const {
  if (read.object != written.object || !read.isExact || !written.isExact || !mayMeet(read, written))
    return false;
  // A place of its own for each work-item, or the next one's.
  return read.steps != written.steps || isOfAllSubGroups(read);
}

bool Round::addBarrier() {
  if (!loop.getLoopLatch())
    return false;
  Instruction *barrier = lastBarrier();
  if (!barrier)
    return false;
  const Places reads = readBehind(*barrier), writes = writtenFirst();
  if (none_of(reads, [&](const LocalPlace &read) {
        return any_of(writes, [&](const LocalPlace &written) { return areShared(read, written); });
      }))
    return false;
  Instruction *added = barrier->clone();
  added->insertBefore(loop.getLoopLatch()->getTerminator()->getIterator());
  added->setDebugLoc(barrier->getDebugLoc());
  remark(
      *barrier,
      [] {
        return std::string(
            "a second barrier is added at the end of the round, where sub-groups may "
            "still read what the next round writes");
      },
      RemarkKind::costly);
  return true;
}

} // namespace

PreservedAnalyses AddMissingBarriersPass::run(Function &function,
                                              FunctionAnalysisManager &analyses) {
  if (!isKernel(function) || !requiredSubGroupSize(function))
    return PreservedAnalyses::all();
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  const auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    changed |= Round(*loop, loops, dominators).addBarrier();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
