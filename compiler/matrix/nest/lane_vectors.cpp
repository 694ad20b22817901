#include "compiler/matrix/nest/lane_vectors.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <numeric>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

unsigned laneCount(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

/// The first element of an ascending run, if the mask is one. Poison lanes fit any run.
std::optional<unsigned> ascendingFrom(ArrayRef<int> mask) {
  std::optional<unsigned> start;
  for (unsigned i = 0; i < mask.size(); ++i) {
    if (mask[i] < 0)
      continue;
    if (!start) {
      if (static_cast<unsigned>(mask[i]) < i)
        return std::nullopt;
      start = mask[i] - i;
    } else if (static_cast<unsigned>(mask[i]) != *start + i) {
      return std::nullopt;
    }
  }
  return start;
}

/// One step towards where the lanes come from; false when `vector` is the source.
bool stepToSource(Value *&vector, unsigned &first, unsigned count) {
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(vector)) {
    std::optional<unsigned> start = ascendingFrom(shuffle->getShuffleMask().slice(first, count));
    if (!start)
      return false;
    const unsigned width = laneCount(shuffle->getOperand(0));
    const bool isSecond = *start >= width;
    const unsigned place = isSecond ? *start - width : *start;
    if (place + count > width)
      return false;
    vector = shuffle->getOperand(isSecond);
    first = place;
    return true;
  }
  auto *insert = dyn_cast<IntrinsicInst>(vector);
  if (!insert || insert->getIntrinsicID() != Intrinsic::vector_insert)
    return false;
  const unsigned from = cast<ConstantInt>(insert->getArgOperand(2))->getZExtValue();
  const unsigned to = from + laneCount(insert->getArgOperand(1));
  if (first >= from && first + count <= to) {
    vector = insert->getArgOperand(1);
    first -= from;
    return true;
  }
  if (first + count <= from || first >= to) {
    vector = insert->getArgOperand(0);
    return true;
  }
  return false;
}

/// The lanes that a user takes out of `vector`, as {first, count}.
std::optional<std::pair<unsigned, unsigned>> extractedLanes(const User *user, const Value *vector) {
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(user)) {
    std::optional<unsigned> start = ascendingFrom(shuffle->getShuffleMask());
    const unsigned count = laneCount(shuffle);
    if (!start || shuffle->getOperand(0) != vector || *start + count > laneCount(vector))
      return std::nullopt;
    return std::pair(*start, count);
  }
  auto *extract = dyn_cast<IntrinsicInst>(user);
  if (!extract || extract->getIntrinsicID() != Intrinsic::vector_extract)
    return std::nullopt;
  return std::pair<unsigned, unsigned>(cast<ConstantInt>(extract->getArgOperand(1))->getZExtValue(),
                                       laneCount(extract));
}

} // namespace

Value *findLanes(Value *vector, unsigned first, unsigned count) {
  while (laneCount(vector) != count && stepToSource(vector, first, count)) {
  }
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(vector);
      shuffle &&
      all_of(shuffle->getShuffleMask().slice(first, count), [](int lane) { return lane < 0; }))
    return PoisonValue::get(FixedVectorType::get(vector->getType()->getScalarType(), count));
  if (laneCount(vector) == count)
    return vector;
  if (auto *constant = dyn_cast<Constant>(vector); constant && constant->getSplatValue())
    return ConstantVector::getSplat(ElementCount::getFixed(count), constant->getSplatValue());
  return nullptr;
}

Value *extractLanes(IRBuilderBase &builder, Value *vector, unsigned first, unsigned count) {
  if (Value *known = findLanes(vector, first, count))
    return known;
  SmallVector<int, 64> mask(count);
  std::iota(mask.begin(), mask.end(), first);
  return builder.CreateShuffleVector(vector, mask);
}

std::pair<Value *, unsigned> sourceOfLanes(Value *vector, unsigned first, unsigned count) {
  while (stepToSource(vector, first, count)) {
  }
  return {vector, first};
}

Value *withoutBitCasts(Value *vector) {
  while (auto *cast = dyn_cast<BitCastInst>(vector)) {
    auto *type = dyn_cast<FixedVectorType>(cast->getSrcTy());
    if (!type || type->getNumElements() != laneCount(cast))
      break;
    vector = cast->getOperand(0);
  }
  return vector;
}

Value *joinLanes(IRBuilderBase &builder, ArrayRef<Value *> pieces) {
  SmallVector<Value *> level(pieces);
  while (level.size() > 1) {
    SmallVector<Value *> next;
    for (unsigned i = 0; i + 1 < level.size(); i += 2) {
      const unsigned left = laneCount(level[i]);
      const unsigned right = laneCount(level[i + 1]);
      Value *second = level[i + 1];
      // A shuffle takes operands of one type: the last piece of an odd level is shorter.
      if (left != right) {
        SmallVector<int, 64> widen(left, -1);
        std::iota(widen.begin(), widen.begin() + right, 0);
        second = builder.CreateShuffleVector(second, widen);
      }
      SmallVector<int, 64> mask(left + right);
      std::iota(mask.begin(), mask.end(), 0);
      next.push_back(builder.CreateShuffleVector(level[i], second, mask));
    }
    if (level.size() % 2)
      next.push_back(level.back());
    level = std::move(next);
  }
  return level.front();
}

void replaceByPieces(Instruction *vector, ArrayRef<Value *> pieces, unsigned pieceLanes) {
  IRBuilder<> builder(vector);
  for (User *user : make_early_inc_range(vector->users())) {
    auto lanes = extractedLanes(user, vector);
    if (!lanes || lanes->first % pieceLanes || lanes->second % pieceLanes)
      continue;
    auto *extract = cast<Instruction>(user);
    Value *taken =
        joinLanes(builder, pieces.slice(lanes->first / pieceLanes, lanes->second / pieceLanes));
    extract->replaceAllUsesWith(taken);
    extract->eraseFromParent();
  }
  if (!vector->use_empty())
    vector->replaceAllUsesWith(joinLanes(builder, pieces));
  vector->eraseFromParent();
}

} // namespace heddle::compiler
