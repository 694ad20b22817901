#include "compiler/vectorizer/transform/expand_private_fills.hpp"

#include "compiler/vectorizer/analysis/private_memory.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Elements of which each has its own store; more have a loop.
constexpr std::uint64_t mostStores = 16;

struct Filled {
  std::uint64_t elementSize = 0;
  SmallSetVector<MemIntrinsic *, 4> moves; ///< fills, and copies from or to it
};

using FilledVariables = MapVector<const AllocaInst *, Filled>;

FilledVariables findFilled(Function &kernel) {
  FilledVariables found;
  for (Instruction &instruction : kernel.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      Filled filled;
      filled.elementSize =
          elementSizeBesides(*variable, [&](MemIntrinsic &move) { filled.moves.insert(&move); });
      if (filled.elementSize != 0 && !filled.moves.empty())
        found.insert({variable, std::move(filled)});
    }
  return found;
}

bool isConstant(const Value &pointer) {
  const auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&pointer));
  return isa<Constant>(pointer) && variable && variable->isConstant();
}

/// Whether each element of what a copy moves can be loaded, and stored in the other place.
bool fits(const MemIntrinsic &move, std::uint64_t elementSize, const FilledVariables &filled) {
  if (isa<MemSetInst>(move))
    return true;
  // A `memmove` within one variable would have to go in the right direction.
  const auto *copy = dyn_cast<MemCpyInst>(&move);
  const auto isSide = [&](const Value &pointer) {
    const auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer));
    const auto found = filled.find(variable);
    return variable && found != filled.end() && found->second.elementSize == elementSize;
  };
  return copy && isSide(*copy->getDest()) &&
         (isSide(*copy->getSource()) || isConstant(*copy->getSource()));
}

/// Leaves those whose moves all fit. Where one goes, those that are copied to or from it do, too.
void keepWhatFits(FilledVariables &filled) {
  const auto isOut = [&](const auto &entry) {
    return any_of(entry.second.moves, [&](const MemIntrinsic *move) {
      return !fits(*move, entry.second.elementSize, filled);
    });
  };
  for (auto out = find_if(filled, isOut); out != filled.end(); out = find_if(filled, isOut))
    filled.erase(out);
}

class Expansion {
public:
  Expansion(MemIntrinsic &move, std::uint64_t elementSize)
      : move(move), elementSize(elementSize),
        type(IntegerType::get(move.getContext(), static_cast<unsigned>(8 * elementSize))) {}

  void run() {
    const std::uint64_t count = cast<ConstantInt>(move.getLength())->getZExtValue() / elementSize;
    IRBuilder<> builder(&move);
    if (const auto *fill = dyn_cast<MemSetInst>(&move))
      value = splat(builder, *fill->getValue());
    if (count <= mostStores) {
      for (std::uint64_t i = 0; i < count; ++i)
        moveElement(builder, builder.getInt64(i));
    } else {
      const auto [place, index] =
          SplitBlockAndInsertSimpleForLoop(builder.getInt64(count), move.getIterator());
      IRBuilder<> inLoop(place);
      inLoop.SetCurrentDebugLocation(move.getDebugLoc());
      moveElement(inLoop, index);
    }
    move.eraseFromParent();
  }

private:
  Value *splat(IRBuilder<> &builder, Value &byte) const {
    const APInt ones = APInt::getSplat(type->getBitWidth(), APInt(8, 1));
    return builder.CreateMul(builder.CreateZExt(&byte, type), ConstantInt::get(type, ones));
  }

  void moveElement(IRBuilder<> &builder, Value *index) {
    const auto at = [&](Value *pointer) { return builder.CreateInBoundsGEP(type, pointer, index); };
    Value *element = value;
    if (const auto *copy = dyn_cast<MemTransferInst>(&move))
      element =
          builder.CreateAlignedLoad(type, at(copy->getSource()), alignOf(copy->getSourceAlign()));
    builder.CreateAlignedStore(element, at(move.getDest()), alignOf(move.getDestAlign()));
  }

  Align alignOf(MaybeAlign whole) const { return std::min(whole.valueOrOne(), Align(elementSize)); }

  MemIntrinsic &move;
  const std::uint64_t elementSize;
  IntegerType *const type;
  Value *value = nullptr; ///< of a fill
};

} // namespace

bool expandPrivateFills(Function &kernel) {
  FilledVariables filled = findFilled(kernel);
  keepWhatFits(filled);
  MapVector<MemIntrinsic *, std::uint64_t> moves;
  for (const auto &[variable, found] : filled)
    for (MemIntrinsic *move : found.moves)
      moves[move] = found.elementSize;
  for (const auto &[move, elementSize] : moves)
    Expansion(*move, elementSize).run();
  return !moves.empty();
}

} // namespace heddle::compiler
