#include "compiler/vectorizer/size/missing_barriers.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/vectorizer/analysis/local_places.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <cstdint>
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// As far as lanes of sub-groups are apart.
constexpr std::int64_t fewLanes = 32;

/// Whether one of the first work-items writes what all have read.
bool replaces(const LocalPlace &read, const LocalPlace &written) {
  const auto inRow = written.steps.find(LocalPlace::Id());
  if (!read.isExact || !written.isExact || written.steps.size() != 1 ||
      inRow == written.steps.end())
    return false;
  const std::int64_t distance = read.offset - written.offset;
  const std::int64_t lane = distance / inRow->second;
  return distance % inRow->second == 0 && lane >= 0 && lane < fewLanes;
}

/// Whether some work-item comes to another one's place, when the accesses follow in this order.
bool meet(const LocalPlace &first, const LocalPlace &second) {
  if (first.object != second.object || first.isWritten == second.isWritten || second.steps.empty())
    return false;
  if (first.steps.empty())
    return replaces(first, second);
  if (first.steps != second.steps)
    return first.isWritten || any_of(first.steps, [&](const auto &step) {
             const auto other = second.steps.find(step.first);
             return other != second.steps.end() && other->second != step.second;
           });
  const auto inRow = first.steps.find(LocalPlace::Id());
  const std::int64_t distance = second.offset - first.offset;
  return first.isWritten && first.isExact && second.isExact && inRow != first.steps.end() &&
         distance != 0 && distance % inRow->second == 0 &&
         std::abs(distance / inRow->second) < fewLanes;
}

/// Whether both are in one of a few buffers, and not in the same one while no loop goes on that
/// chooses between them. So are the tile that is read and the next one, which is written meanwhile.
bool areInOtherBuffers(const LocalPlace &first, const LocalPlace &second) {
  return first.buffer && second.buffer && first.buffer != second.buffer;
}

using Places = SmallVector<LocalPlace, 16>;
/// For each instruction that reaches for local memory which place it is.
using Accesses = DenseMap<const Instruction *, unsigned>;

/// What is added to last, and the same for places that differ in nothing but ids.
const Value *base(const Instruction &access) {
  const auto *address = dyn_cast<GEPOperator>(getLoadStorePointerOperand(&access));
  return address && address->getNumIndices() == 1 ? address->getPointerOperand() : nullptr;
}

/// Whether all work-items read what others write next, where each writes a place of its own.
bool exchanges(const LocalPlace &read, const LocalPlace &written) {
  return any_of(read.steps,
                [&](const auto &step) {
                  return step.first.computed && !written.steps.contains(step.first);
                }) &&
         any_of(written.steps, [&](const auto &step) {
           return step.first.dimension == 0 && !read.steps.contains(step.first) &&
                  std::abs(read.offset - written.offset) < fewLanes * std::abs(step.second);
         });
}

/// What is in a block with a barrier is done by all work-items.
bool exchangesWithoutBarrier(const BasicBlock &block) {
  constexpr std::size_t mostReads = 64;
  if (none_of(block, isWorkGroupBarrier))
    return false;
  SmallVector<std::pair<const Value *, LocalPlace>, 8> reads; // since the last barrier
  for (const Instruction &instruction : block) {
    if (isWorkGroupBarrier(instruction))
      reads.clear();
    if (!getLoadStorePointerOperand(&instruction) || reads.size() > mostReads)
      continue;
    const LocalPlace place = localPlace(instruction);
    const Value *from = place.object ? base(instruction) : nullptr;
    if (!from)
      continue;
    if (!place.isWritten)
      reads.emplace_back(from, place);
    else if (any_of(reads, [&](const auto &read) {
               return read.first == from && exchanges(read.second, place);
             }))
      return true;
  }
  return false;
}

/// Nothing where there are too many to compare.
std::optional<Places> findPlaces(const Function &kernel, Accesses &accesses) {
  constexpr unsigned mostPlaces = 256, mostAlike = 64;
  unsigned alike = 0; ///< reads that are of one place for all work-items
  Places places;
  for (const Instruction &instruction : instructions(kernel)) {
    if (!getLoadStorePointerOperand(&instruction))
      continue;
    const LocalPlace place = localPlace(instruction);
    if (!place.object)
      continue;
    // Unrolled loops read each element of a tile by its number.
    if (place.steps.empty() && (place.isWritten || !place.isExact || alike++ >= mostAlike))
      continue;
    const auto *found = find(places, place);
    accesses[&instruction] = static_cast<unsigned>(found - places.begin());
    if (found == places.end())
      places.push_back(place);
    if (places.size() > mostPlaces)
      return std::nullopt;
  }
  return places;
}

} // namespace

namespace {

/// Places that work-items have come to since the last barrier, on any way.
struct Reached {
  explicit Reached(unsigned count = 0) : here(count), before(count) {}

  /// Whether there are more now.
  bool add(const Reached &other) {
    const bool isMore = other.here.test(here) || other.before.test(before);
    here |= other.here;
    before |= other.before;
    return isMore;
  }

  SmallBitVector here, before; ///< before: in another buffer than the loop has chosen now
};

/// What the next round of the loop finds: where it chooses another buffer, that is behind.
Reached nextRound(Reached reached, const Loop &loop, const Places &places) {
  for (const unsigned place : reached.here.set_bits())
    if (const auto *buffer = dyn_cast_or_null<Instruction>(places[place].buffer);
        buffer && loop.contains(buffer))
      reached.before.set(place);
  reached.here.reset(reached.before);
  return reached;
}

} // namespace

bool handsOnWithoutBarrier(const Function &kernel) {
  if (any_of(kernel, exchangesWithoutBarrier))
    return true;
  Accesses accesses;
  const std::optional<Places> places = findPlaces(kernel, accesses);
  if (!places)
    return false;
  const auto count = static_cast<unsigned>(places->size());
  // For each place those in front of it that it meets.
  SmallVector<Reached, 16> meetings(count, Reached(count));
  bool anyMeet = false;
  for (unsigned first = 0; first < count; ++first)
    for (unsigned second = 0; second < count; ++second)
      if (meet((*places)[first], (*places)[second])) {
        meetings[second].before.set(first);
        if (!areInOtherBuffers((*places)[first], (*places)[second]))
          meetings[second].here.set(first);
        anyMeet = true;
      }
  if (!anyMeet)
    return false;
  const DominatorTree dominators(const_cast<Function &>(kernel));
  const LoopInfo loops(dominators);
  DenseMap<const BasicBlock *, Reached> atBegin;
  for (const BasicBlock &block : kernel)
    atBegin.try_emplace(&block, count);
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock &block : kernel) {
      Reached reached = atBegin.find(&block)->second;
      for (const Instruction &instruction : block) {
        if (isWorkGroupBarrier(instruction))
          reached = Reached(count);
        const auto access = accesses.find(&instruction);
        if (access == accesses.end())
          continue;
        const Reached &met = meetings[access->second];
        if (reached.here.anyCommon(met.here) || reached.before.anyCommon(met.before))
          return true;
        reached.here.set(access->second);
      }
      for (const BasicBlock *next : successors(&block)) {
        const Loop *loop = loops.isLoopHeader(next) ? loops.getLoopFor(next) : nullptr;
        const bool isNextRound = loop && loop->contains(&block);
        changed |= atBegin.find(next)->second.add(isNextRound ? nextRound(reached, *loop, *places)
                                                              : reached);
      }
    }
  }
  return false;
}

} // namespace heddle::compiler
