#include "compiler/matrix/tiles/sink_tile_rows.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Bytes [begin, end) of a variable of the function.
struct Place {
  const AllocaInst *variable;
  int64_t begin, end;

  bool overlaps(const Place &other) const {
    return variable == other.variable && begin < other.end && other.begin < end;
  }
};

class Sinking {
public:
  explicit Sinking(Function &function) : layout(function.getDataLayout()) {}

  bool run(BasicBlock &block);

private:
  int64_t bytesOf(Type *type) const { return int64_t(layout.getTypeStoreSize(type)); }
  bool isScratch(const AllocaInst &variable);
  std::optional<Place> placeOf(const Value *pointer, int64_t bytes);
  bool isRowLoad(const Instruction &instruction);
  bool mayPass(Instruction &load, Instruction *to);
  bool isCheaperLater(const Instruction &instruction);
  bool sink(Instruction &instruction, Instruction *to);

  const DataLayout &layout;
  DenseMap<const AllocaInst *, bool> scratch;
  bool changed = false;
};

/// A load or store of a tile: rows, bytes of a row, address, bytes from one row to the next.
bool isTileAccess(const Value &value) {
  auto *call = dyn_cast<IntrinsicInst>(&value);
  return call && (call->getIntrinsicID() == Intrinsic::x86_tileloadd64_internal ||
                  call->getIntrinsicID() == Intrinsic::x86_tilestored64_internal);
}

/// From the first byte that a tile is stored to to the last one, if that is known.
std::optional<int64_t> bytesOfTile(const IntrinsicInst &store) {
  auto *rows = dyn_cast<ConstantInt>(store.getArgOperand(0));
  auto *rowBytes = dyn_cast<ConstantInt>(store.getArgOperand(1));
  auto *stride = dyn_cast<ConstantInt>(store.getArgOperand(3));
  if (!rows || !rowBytes || !stride || stride->isNegative())
    return std::nullopt;
  return (rows->getSExtValue() - 1) * stride->getSExtValue() + rowBytes->getSExtValue();
}

/// True if nothing but loads, stores, tiles and zeros see a variable, so that no other instruction
/// changes it.
bool Sinking::isScratch(const AllocaInst &variable) {
  auto [entry, isNew] = scratch.try_emplace(&variable, false);
  if (!isNew)
    return entry->second;
  SmallVector<const Value *> pointers{&variable};
  while (!pointers.empty()) {
    const Value *pointer = pointers.pop_back_val();
    for (const User *user : pointer->users()) {
      if (isa<GetElementPtrInst>(user))
        pointers.push_back(user);
      else if (!isa<LoadInst>(user) && !isTileAccess(*user) &&
               !isa<LifetimeIntrinsic, MemSetInst>(user) &&
               !(isa<StoreInst>(user) && cast<StoreInst>(user)->getPointerOperand() == pointer &&
                 cast<StoreInst>(user)->getValueOperand() != pointer))
        return false;
    }
  }
  return scratch[&variable] = true;
}

std::optional<Place> Sinking::placeOf(const Value *pointer, int64_t bytes) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  auto *variable = dyn_cast<AllocaInst>(base);
  if (!variable || !isScratch(*variable))
    return std::nullopt;
  const int64_t begin = offset.getSExtValue();
  return Place{variable, begin, begin + bytes};
}

bool Sinking::isRowLoad(const Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() && load->getType()->isVectorTy() &&
         placeOf(load->getPointerOperand(), 1);
}

/// True if nothing writes what `load` reads from it to `to`, of the same block.
bool Sinking::mayPass(Instruction &load, Instruction *to) {
  const Place read = *placeOf(getLoadStorePointerOperand(&load), bytesOf(load.getType()));
  for (Instruction *place = load.getNextNode(); place != to; place = place->getNextNode()) {
    const Value *pointer = nullptr;
    std::optional<int64_t> bytes;
    if (auto *store = dyn_cast<StoreInst>(place)) {
      pointer = store->getPointerOperand();
      bytes = bytesOf(store->getValueOperand()->getType());
    } else if (isTileAccess(*place) && place->getType()->isVoidTy()) {
      auto *tile = cast<IntrinsicInst>(place);
      pointer = tile->getArgOperand(2);
      bytes = bytesOfTile(*tile);
    } else if (auto *zeros = dyn_cast<MemSetInst>(place)) {
      pointer = zeros->getDest();
    }
    if (!pointer || getUnderlyingObject(pointer, 0) != read.variable)
      continue;
    std::optional<Place> written = bytes ? placeOf(pointer, *bytes) : std::nullopt;
    if (!written || written->overlaps(read))
      return false;
  }
  return true;
}

/// True if at most one operand of an elementwise operation ends there: what waits for its place is
/// that one, in place of the result.
bool Sinking::isCheaperLater(const Instruction &instruction) {
  if (!instruction.getType()->isVectorTy() ||
      !(isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) ||
        (isa<IntrinsicInst>(instruction) &&
         cast<IntrinsicInst>(instruction).getIntrinsicID() == Intrinsic::fma)))
    return false;
  return count_if(instruction.operands(), [&](const Use &operand) {
           auto *value = dyn_cast<Instruction>(operand.get());
           return value && value->hasOneUse() && value->getType()->isVectorTy() &&
                  !isRowLoad(*value);
         }) <= 1;
}

/// Moves an instruction, and what is computed for it alone, in front of one of its block.
bool Sinking::sink(Instruction &instruction, Instruction *to) {
  if (instruction.getParent() != to->getParent() || !instruction.hasOneUse() ||
      !(isRowLoad(instruction) ? mayPass(instruction, to) : isCheaperLater(instruction)))
    return false;
  if (instruction.getNextNode() != to) {
    instruction.moveBefore(to->getIterator());
    changed = true;
  }
  for (Value *operand : instruction.operands())
    if (auto *value = dyn_cast<Instruction>(operand))
      sink(*value, &instruction);
  return true;
}

bool Sinking::run(BasicBlock &block) {
  SmallVector<LoadInst *> loads;
  SmallVector<StoreInst *> stores;
  for (Instruction &instruction : block) {
    if (isRowLoad(instruction))
      loads.push_back(cast<LoadInst>(&instruction));
    else if (auto *store = dyn_cast<StoreInst>(&instruction);
             store && store->getValueOperand()->getType()->isVectorTy() &&
             placeOf(store->getPointerOperand(), 1))
      stores.push_back(store);
  }
  for (StoreInst *store : stores)
    if (auto *value = dyn_cast<Instruction>(store->getValueOperand()))
      sink(*value, store);
  for (LoadInst *load : loads)
    if (load->hasOneUse())
      if (auto *user = cast<Instruction>(load->user_back()); !isa<PHINode>(user))
        sink(*load, user);
  return changed;
}

} // namespace

PreservedAnalyses SinkTileRowsPass::run(Function &function, FunctionAnalysisManager &) {
  if (none_of(instructions(function), isTileAccess))
    return PreservedAnalyses::all();
  Sinking sinking(function);
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= sinking.run(block);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
