#include "compiler/matrix/tiles/order_tile_rows.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

#include <algorithm>
#include <limits>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What an instruction reads or writes of a variable that only loads, stores, tiles and zeros see,
/// so that no other instruction changes it.
struct Access {
  const AllocaInst *variable;
  int64_t begin, end;
  bool isWrite;

  bool conflictsWith(const Access &other) const {
    return variable == other.variable && (isWrite || other.isWrite) && begin < other.end &&
           other.begin < end;
  }
};

/// A load or store of a tile: rows, bytes of a row, address, bytes from one row to the next.
bool isTileAccess(const Value &value) {
  auto *call = dyn_cast<IntrinsicInst>(&value);
  return call && (call->getIntrinsicID() == Intrinsic::x86_tileloadd64_internal ||
                  call->getIntrinsicID() == Intrinsic::x86_tilestored64_internal);
}

/// From the first byte of a tile in memory to the last one, if that is known.
std::optional<int64_t> bytesOfTile(const IntrinsicInst &access) {
  auto *rows = dyn_cast<ConstantInt>(access.getArgOperand(0));
  auto *rowBytes = dyn_cast<ConstantInt>(access.getArgOperand(1));
  auto *stride = dyn_cast<ConstantInt>(access.getArgOperand(3));
  if (!rows || !rowBytes || !stride || stride->isNegative())
    return std::nullopt;
  return (rows->getSExtValue() - 1) * stride->getSExtValue() + rowBytes->getSExtValue();
}

class Ordering {
public:
  explicit Ordering(Function &function) : layout(function.getDataLayout()) {}

  bool run(BasicBlock &block);

private:
  bool isPrivate(const AllocaInst &variable);
  std::optional<Access> findAccess(const Instruction &instruction);
  std::optional<Access> accessOf(const Instruction &instruction);
  bool conflicts(const Instruction &x, const Access &y);
  void loadLater(Instruction &load);
  void storeEarlier(Instruction &store, BasicBlock::iterator first);
  void move(Instruction &instruction, BasicBlock::iterator to);

  const DataLayout &layout;
  DenseMap<const AllocaInst *, bool> privates;
  DenseMap<const Instruction *, std::optional<Access>> accesses;
  bool changed = false;
};

bool Ordering::isPrivate(const AllocaInst &variable) {
  auto [entry, isNew] = privates.try_emplace(&variable, false);
  if (!isNew)
    return entry->second;
  SmallVector<const Value *> pointers{&variable};
  while (!pointers.empty()) {
    const Value *pointer = pointers.pop_back_val();
    for (const User *user : pointer->users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (isa<GetElementPtrInst>(user))
        pointers.push_back(user);
      else if (store ? store->getValueOperand() == pointer
                     : !isa<LoadInst, LifetimeIntrinsic, MemSetInst>(user) && !isTileAccess(*user))
        return false;
    }
  }
  return privates[&variable] = true;
}

std::optional<Access> Ordering::findAccess(const Instruction &instruction) {
  const Value *pointer = nullptr;
  std::optional<int64_t> bytes;
  if (isTileAccess(instruction)) {
    pointer = cast<IntrinsicInst>(instruction).getArgOperand(2);
    bytes = bytesOfTile(cast<IntrinsicInst>(instruction));
  } else if (auto *zeros = dyn_cast<MemSetInst>(&instruction)) {
    pointer = zeros->getDest();
  } else if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(&instruction)) {
    pointer = lifetime->getArgOperand(lifetime->arg_size() - 1);
  } else if ((pointer = getLoadStorePointerOperand(&instruction))) {
    bytes = int64_t(layout.getTypeStoreSize(getLoadStoreType(&instruction)));
  }
  auto *variable = pointer ? dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0)) : nullptr;
  if (!variable || !isPrivate(*variable))
    return std::nullopt;
  const bool isWrite = instruction.getType()->isVoidTy();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  if (bytes && pointer->stripAndAccumulateConstantOffsets(layout, offset, true) == variable) {
    const int64_t begin = offset.getSExtValue();
    return Access{variable, begin, begin + *bytes, isWrite};
  }
  return Access{variable, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(),
                isWrite};
}

std::optional<Access> Ordering::accessOf(const Instruction &instruction) {
  auto [entry, isNew] = accesses.try_emplace(&instruction);
  if (isNew)
    entry->second = findAccess(instruction);
  return entry->second;
}

bool Ordering::conflicts(const Instruction &x, const Access &y) {
  std::optional<Access> access = accessOf(x);
  return access && access->conflictsWith(y);
}

void Ordering::move(Instruction &instruction, BasicBlock::iterator to) {
  if (instruction.getIterator() == to || std::next(instruction.getIterator()) == to)
    return;
  instruction.moveBefore(to);
  changed = true;
}

/// Moves a load in front of what uses it, or of what changes the row.
void Ordering::loadLater(Instruction &load) {
  const Access read = *accessOf(load);
  const auto isEnd = [&](Instruction &place) {
    return is_contained(place.operand_values(), &load) || conflicts(place, read);
  };
  const BasicBlock::iterator end = load.getParent()->end();
  const BasicBlock::iterator place = std::find_if(std::next(load.getIterator()), end, isEnd);
  // What is used in other blocks only waits in any case.
  if (place != end)
    move(load, place);
}

/// Moves a store behind what makes its row, or behind what uses or changes the place before, and
/// not in front of `first`.
void Ordering::storeEarlier(Instruction &store, BasicBlock::iterator first) {
  const Access written = *accessOf(store);
  BasicBlock::iterator place = store.getIterator();
  while (place != first) {
    const Instruction &before = *std::prev(place);
    if (is_contained(store.operand_values(), &before) || conflicts(before, written))
      break;
    --place;
  }
  move(store, place);
}

bool Ordering::run(BasicBlock &block) {
  SmallVector<Instruction *> loads, stores;
  for (Instruction &instruction : block) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if ((load && load->isSimple()) || (store && store->isSimple()))
      if (getLoadStoreType(&instruction)->isVectorTy() && accessOf(instruction))
        (load ? loads : stores).push_back(&instruction);
  }
  for (Instruction *load : reverse(loads))
    loadLater(*load);
  for (Instruction *store : stores)
    storeEarlier(*store, block.getFirstNonPHIOrDbgOrAlloca());
  return changed;
}

} // namespace

PreservedAnalyses OrderTileRowsPass::run(Function &function, FunctionAnalysisManager &) {
  if (none_of(instructions(function), isTileAccess))
    return PreservedAnalyses::all();
  Ordering ordering(function);
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= ordering.run(block);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
