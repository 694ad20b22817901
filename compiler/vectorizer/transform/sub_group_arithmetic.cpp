// Reductions and scans over the active lanes: each in as many rounds as the number of lanes has
// bits, by shuffles whose lanes are known. Truth values are bits of a scalar meanwhile.
#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/group_arithmetic.hpp"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

// Halves are added to halves: the order of floating-point additions is the same for all targets.
Value *Widener::reduce(Value *vector, GroupArithmetic arithmetic) {
  Type *type = vector->getType()->getScalarType();
  vector = activeOr(vector, neutralValue(type, arithmetic));
  if (type->isIntegerTy(1)) {
    if (arithmetic == GroupArithmetic::bitAnd)
      return builder.CreateAndReduce(vector);
    return arithmetic == GroupArithmetic::bitOr ? builder.CreateOrReduce(vector)
                                                : builder.CreateXorReduce(vector);
  }
  for (unsigned half = lanes / 2; half; half /= 2)
    vector = combine(builder, arithmetic, slice(vector, 0, half), slice(vector, half, half));
  return builder.CreateExtractElement(vector, builder.getInt32(0));
}

// Of each two vectors one is made that has the lower halves of both, and one that has the upper
// halves, so that one operation halves two rows. Halves that fill 128 bits are taken as a whole,
// smaller ones are exchanged inside of 128 bits: that is one instruction each. What is combined
// with what is as for a single row.
Value *Widener::reduceTogether(Values rows, GroupArithmetic arithmetic) {
  Type *type = rows.front()->getType()->getScalarType();
  for (Value *&row : rows)
    row = activeOr(row, neutralValue(type, arithmetic));
  const unsigned bits = type->getPrimitiveSizeInBits(), unit = std::max(1u, 128 / bits);
  const unsigned count = rows.size();
  // Whose lane it is, in each vector.
  SmallVector<SmallVector<unsigned>> owners;
  for (unsigned row = 0; row < count; ++row)
    owners.emplace_back(lanes, row);
  for (unsigned half = lanes / 2; half; half /= 2) {
    const unsigned pieces = lanes / (2 * half);
    Values next;
    SmallVector<SmallVector<unsigned>> nextOwners;
    for (unsigned i = 0; i < rows.size(); i += 2) {
      const unsigned j = std::min<unsigned>(i + 1, rows.size() - 1);
      SmallVector<int> lower, upper;
      SmallVector<unsigned> owner;
      const auto take = [&](unsigned source, unsigned piece) {
        for (unsigned lane = piece * 2 * half; lane < piece * 2 * half + half; ++lane) {
          lower.push_back(static_cast<int>(lane + (source == i ? 0 : lanes)));
          upper.push_back(static_cast<int>(lane + half + (source == i ? 0 : lanes)));
          owner.push_back(owners[source][lane]);
        }
      };
      // The last one goes with itself.
      const unsigned together = 2 * half > unit ? pieces : std::min(pieces, unit / (2 * half));
      for (unsigned piece = 0; piece < pieces; piece += together)
        for (unsigned source : {i, j})
          for (unsigned k = 0; k < together; ++k)
            take(source, piece + k);
      next.push_back(combine(builder, arithmetic,
                             builder.CreateShuffleVector(rows[i], rows[j], lower),
                             builder.CreateShuffleVector(rows[i], rows[j], upper)));
      nextOwners.push_back(owner);
    }
    rows = next;
    owners = nextOwners;
  }
  SmallVector<int> places;
  for (unsigned row = 0; row < count; ++row)
    places.push_back(static_cast<int>(find(owners[0], row) - owners[0].begin()));
  return builder.CreateShuffleVector(rows[0], places);
}

// Each round adds what is 1, 2, 4, … lanes below.
Value *Widener::scan(Value *vector, GroupArithmetic arithmetic, bool inclusive) {
  Type *type = vector->getType()->getScalarType();
  if (type->isIntegerTy(1))
    return scanBits(vector, arithmetic, inclusive);
  // An exclusive scan begins with the identity, also where lanes below are not active.
  Constant *neutral = inclusive ? neutralValue(type, arithmetic) : scanIdentity(type, arithmetic);
  vector = activeOr(vector, neutral);
  auto shift = [&](Value *source, unsigned distance) {
    SmallVector<int, 32> picks;
    for (unsigned lane = 0; lane < lanes; ++lane)
      picks.push_back(lane < distance ? lane : lanes + lane - distance);
    return builder.CreateShuffleVector(splat(neutral), source, picks);
  };
  for (unsigned distance = 1; distance < lanes; distance *= 2)
    vector = combine(builder, arithmetic, vector, shift(vector, distance));
  return inclusive ? vector : shift(vector, 1);
}

Value *Widener::scanBits(Value *vector, GroupArithmetic arithmetic, bool inclusive) {
  Type *type = builder.getIntNTy(lanes);
  const bool fillsWithOnes = arithmetic == GroupArithmetic::bitAnd;
  Value *bits =
      builder.CreateBitCast(activeOr(vector, neutralValue(builder.getInt1Ty(), arithmetic)), type);
  auto shift = [&](Value *source, unsigned distance) {
    Value *moved = builder.CreateShl(source, distance);
    return fillsWithOnes ? builder.CreateOr(
                               moved, ConstantInt::get(type, APInt::getLowBitsSet(lanes, distance)))
                         : moved;
  };
  for (unsigned distance = 1; distance < lanes; distance *= 2)
    bits = combine(builder, arithmetic, bits, shift(bits, distance));
  return builder.CreateBitCast(inclusive ? bits : shift(bits, 1), vector->getType());
}

// Each round combines a lane with the one whose number differs in one bit; afterwards all lanes of
// a cluster have the result. `size` is nearly always a constant, and then nothing is left of the
// rounds that it does without.
Value *Widener::clusteredReduce(Value *vector, GroupArithmetic arithmetic, Value *size) {
  Type *type = vector->getType();
  Type *element = type->getScalarType();
  vector = activeOr(vector, neutralValue(element, arithmetic));
  const bool isBits = element->isIntegerTy(1);
  Type *bitsType = builder.getIntNTy(lanes);
  if (isBits)
    vector = builder.CreateBitCast(vector, bitsType);
  auto partner = [&](Value *value, unsigned distance) -> Value * {
    if (isBits) {
      APInt low(lanes, 0);
      for (unsigned lane = 0; lane < lanes; ++lane)
        if (!(lane & distance))
          low.setBit(lane);
      Constant *mask = ConstantInt::get(bitsType, low);
      return builder.CreateOr(builder.CreateAnd(builder.CreateLShr(value, distance), mask),
                              builder.CreateShl(builder.CreateAnd(value, mask), distance));
    }
    SmallVector<int, 32> picks;
    for (unsigned lane = 0; lane < lanes; ++lane)
      picks.push_back(static_cast<int>(lane ^ distance));
    return builder.CreateShuffleVector(value, picks);
  };
  for (unsigned distance = 1; distance < lanes; distance *= 2) {
    Value *isWanted = builder.CreateICmpUGT(size, builder.getInt32(distance));
    if (auto *known = dyn_cast<ConstantInt>(isWanted); known && known->isZero())
      break;
    Value *combined = combine(builder, arithmetic, vector, partner(vector, distance));
    vector = builder.CreateSelect(isWanted, combined, vector);
  }
  return isBits ? builder.CreateBitCast(vector, type) : vector;
}

} // namespace heddle::compiler
