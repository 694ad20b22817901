#include "compiler/strict/written_in_full.hpp"

#include "compiler/strict/unset_values.hpp"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Places of all stores of a variable that are looked at.
constexpr std::uint64_t mostPlaces = 1 << 16;

/// What one instruction writes: so many bytes at a pointer.
struct Write {
  Instruction *where;
  Value *pointer;
  std::uint64_t bytes;
};

/// In each round of a loop, so much further.
struct Rounds {
  std::uint64_t count;
  std::uint64_t step;
};

class Coverage {
public:
  Coverage(AllocaInst &variable, std::uint64_t bytes, ArrayRef<Instruction *> accesses,
           LoopAnalyses analyses)
      : variable(variable), accesses(accesses), analyses(analyses),
        written(static_cast<unsigned>(bytes)) {}

  bool isFull() {
    for (Instruction *access : accesses)
      if (isRead(*access))
        reads.push_back(access);
    for (Instruction *access : accesses) {
      if (std::optional<Write> write = writeOf(*access))
        add(*write);
      if (written.all())
        return true;
    }
    return false;
  }

private:
  static bool isRead(const Instruction &access) { return isa<LoadInst, MemTransferInst>(access); }

  std::optional<Write> writeOf(Instruction &access) const {
    const DataLayout &layout = access.getDataLayout();
    if (storesNothing(access))
      return std::nullopt;
    if (auto *store = dyn_cast<StoreInst>(&access))
      return Write{store, store->getPointerOperand(),
                   layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue()};
    auto *set = dyn_cast<MemSetInst>(&access);
    auto *length = set ? dyn_cast<ConstantInt>(set->getLength()) : nullptr;
    if (!length)
      return std::nullopt;
    return Write{set, set->getRawDest(), length->getZExtValue()};
  }

  /// The first instruction of what must have run to its end before the reads: the write itself, or
  /// the outermost loop around it that has no read in it.
  Loop *outermost(const Write &write) const {
    Loop *result = nullptr;
    for (Loop *loop = analyses.loops.getLoopFor(write.where->getParent()); loop;
         loop = loop->getParentLoop()) {
      if (any_of(reads, [&](Instruction *read) { return loop->contains(read); }))
        break;
      result = loop;
    }
    return result;
  }

  bool endsBeforeReads(const Write &write, const Loop *nest) const {
    const DominatorTree &dominators = analyses.dominators;
    if (!nest)
      return all_of(reads,
                    [&](Instruction *read) { return dominators.dominates(write.where, read); });
    BasicBlock *exiting = nest->getExitingBlock(), *exit = nest->getExitBlock();
    return exiting && exit && all_of(reads, [&](Instruction *read) {
             return dominators.dominates(BasicBlockEdge(exiting, exit), read->getParent());
           });
  }

  /// Whether the variable begins there, with nothing written: that of a block does so each time.
  static bool isBeginning(const Instruction &access) {
    const auto *lifetime = dyn_cast<LifetimeIntrinsic>(&access);
    return lifetime ? lifetime->getIntrinsicID() == Intrinsic::lifetime_start
                    : storesNothing(access);
  }

  bool beginsBefore(const Write &write, const Loop *nest) const {
    const Instruction *first = nest ? &nest->getHeader()->front() : write.where;
    return all_of(accesses, [&](const Instruction *access) {
      return !isBeginning(*access) || analyses.dominators.dominates(access, first);
    });
  }

  /// How often a block of the loop is executed at least, each time it is entered.
  std::optional<std::uint64_t> rounds(const Loop &loop, const BasicBlock *block) const {
    BasicBlock *latch = loop.getLoopLatch(), *exiting = loop.getExitingBlock();
    auto *count = dyn_cast<SCEVConstant>(analyses.evolution.getBackedgeTakenCount(&loop));
    if (!latch || !exiting || !count || count->getAPInt().ugt(mostPlaces) ||
        !analyses.dominators.dominates(block, latch))
      return std::nullopt;
    return count->getAPInt().getZExtValue() + analyses.dominators.dominates(block, exiting);
  }

  void add(const Write &write) {
    Loop *nest = outermost(write);
    if (!endsBeforeReads(write, nest) || !beginsBefore(write, nest))
      return;
    ScalarEvolution &evolution = analyses.evolution;
    const SCEV *offset =
        evolution.getMinusSCEV(evolution.getSCEV(write.pointer), evolution.getSCEV(&variable));
    SmallVector<Rounds> all;
    std::uint64_t places = 1;
    const BasicBlock *block = write.where->getParent();
    for (Loop *loop = nest ? analyses.loops.getLoopFor(block) : nullptr; loop;
         loop = loop == nest ? nullptr : loop->getParentLoop()) {
      const std::optional<std::uint64_t> count = rounds(*loop, block);
      if (!count || *count == 0)
        return;
      block = loop->getHeader();
      const auto *sum = dyn_cast<SCEVAddRecExpr>(offset);
      if (!sum || sum->getLoop() != loop)
        continue; // the same place in each round
      const auto *step = dyn_cast<SCEVConstant>(sum->getStepRecurrence(evolution));
      if (!sum->isAffine() || !step || step->getAPInt().getSignificantBits() > 32)
        return;
      places *= *count;
      if (places > mostPlaces)
        return;
      all.push_back({*count, static_cast<std::uint64_t>(step->getAPInt().getSExtValue())});
      offset = sum->getStart();
    }
    const auto *first = dyn_cast<SCEVConstant>(offset);
    if (first && first->getAPInt().getSignificantBits() <= 32)
      mark(static_cast<std::uint64_t>(first->getAPInt().getSExtValue()), write.bytes, all);
  }

  void mark(std::uint64_t offset, std::uint64_t bytes, ArrayRef<Rounds> rounds) {
    if (rounds.empty()) {
      if (offset < written.size() && bytes <= written.size() - offset)
        written.set(static_cast<unsigned>(offset), static_cast<unsigned>(offset + bytes));
      return;
    }
    for (std::uint64_t i = 0; i < rounds.front().count; ++i)
      mark(offset + i * rounds.front().step, bytes, rounds.drop_front());
  }

  AllocaInst &variable;
  ArrayRef<Instruction *> accesses;
  LoopAnalyses analyses;
  BitVector written;
  SmallVector<Instruction *> reads;
};

} // namespace

bool storesNothing(const Instruction &access) {
  const auto *store = dyn_cast<StoreInst>(&access);
  return store && (isa<UndefValue>(store->getValueOperand()) || isUnset(*store->getValueOperand()));
}

bool isWrittenInFull(AllocaInst &variable, std::uint64_t bytes, ArrayRef<Instruction *> accesses,
                     LoopAnalyses analyses) {
  return Coverage(variable, bytes, accesses, analyses).isFull();
}

} // namespace heddle::compiler
