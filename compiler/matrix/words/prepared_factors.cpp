#include "compiler/matrix/words/prepared_factors.hpp"

#include "llvm/IR/DerivedTypes.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

/// `count` rows of as many A that go on in one another, as words.
Value *PreparedFactors::rowOfA(const ChainFactors<PlacesOfA> &factors, unsigned index, unsigned row,
                               unsigned count) {
  auto *type = FixedVectorType::get(builder.getInt32Ty(), words * count);
  if (!factors.places.empty()) {
    const RowPlace &place = factors.places[index][row];
    return builder.CreateAlignedLoad(
        type, builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place.pointer, place.offset),
        place.alignment);
  }
  Value *matrix = factors.matrices[index];
  const unsigned components = rowBytesA() * 8 / matrix->getType()->getScalarSizeInBits();
  return builder.CreateBitCast(extractLanes(builder, matrix, row * components, components), type);
}

Value *PreparedFactors::wordRowOfB(unsigned number, unsigned index, unsigned row) {
  const ChainFactors<PlacesOfB> &factors = group.factorsB[number];
  auto *type = FixedVectorType::get(builder.getInt32Ty(), op.n);
  if (!factors.places.empty()) {
    const PlacesOfB &places = factors.places[index];
    Value *offset = builder.CreateMul(readyB[number].strides[index], builder.getInt64(row));
    return builder.CreateAlignedLoad(type, builder.CreateInBoundsPtrAdd(places.pointer, offset),
                                     places.alignment);
  }
  Value *matrix = factors.matrices[index];
  const unsigned components = rowBytesB() * 8 / matrix->getType()->getScalarSizeInBits();
  return builder.CreateBitCast(extractLanes(builder, matrix, row * components, components), type);
}

/// All parts of some words of a row, from `word` of the chain's words on.
void PreparedFactors::storeRowOfA(Value *packed, unsigned offset, unsigned row, unsigned word) {
  const WordPreparation &preparation = product.prepareA();
  if (preparation.isOrdered()) {
    builder.CreateAlignedStore(preparation.ordered(builder, packed),
                               scratch.address(builder, offset + offsetInA(row, 0, word)),
                               Align(4));
    return;
  }
  for (unsigned part = 0; part < preparation.parts; ++part)
    builder.CreateAlignedStore(preparation.part(builder, packed, part),
                               scratch.address(builder, offset + offsetInA(row, part, word)),
                               Align(4));
}

void PreparedFactors::prepareA(unsigned number, unsigned rows) {
  const ChainFactors<PlacesOfA> &factors = group.factorsA[number];
  if (product.prepareA().isNone() && !factors.places.empty())
    return;
  const Scratch::Content content{
      {factors.matrices.begin(), factors.matrices.end()}, op.a, op.b, /*isA=*/true};
  std::optional<unsigned> &offset = readyA[number].offset;
  if ((offset = scratch.find(content)))
    return;
  offset = scratch.add(content, offsetInA(rows, 0, 0));
  // Code generation takes long for vectors of many registers.
  constexpr unsigned mostWords = 64;
  const unsigned together = factors.areAdjacent ? std::max(mostWords / words, 1u) : 1;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned index = 0; index < group.chainLength(); index += together) {
      const unsigned count = std::min(together, group.chainLength() - index);
      storeRowOfA(rowOfA(factors, index, row, count), *offset, row, index * words);
    }
}

/// The lower halves of the words of a row and the upper ones behind them, where the row's last part
/// will be: the conversion of 16 halves side by side costs one instruction if they are in memory,
/// beside two to three each to get them from words in a register.
void PreparedFactors::separateHalves(Value *packed, unsigned offset) {
  SmallVector<int, 64> order;
  for (unsigned i = 0; i < 2 * op.n; ++i)
    order.push_back(int(i % op.n * 2 + i / op.n));
  Value *halves =
      builder.CreateBitCast(packed, FixedVectorType::get(builder.getInt16Ty(), 2 * op.n));
  builder.CreateAlignedStore(builder.CreateShuffleVector(halves, order),
                             scratch.address(builder, offset + offsetInB(1, 0)), Align(4));
}

/// One part of a word row of B; in memory, too, at the offset of its parts.
Value *PreparedFactors::storeWordRowOfB(Value *packed, unsigned offset, unsigned part) {
  Value *ready = nullptr;
  if (product.prepareB().isOfHalves()) {
    if (part == 0)
      separateHalves(packed, offset);
    Value *halves = builder.CreateAlignedLoad(
        FixedVectorType::get(builder.getHalfTy(), op.n),
        scratch.address(builder, offset + offsetInB(1, 0) + part * rowBytesB() / 2), Align(4));
    ready = builder.CreateFPExt(halves, FixedVectorType::get(builder.getFloatTy(), op.n));
  } else {
    ready = product.prepareB().part(builder, packed, part);
  }
  builder.CreateAlignedStore(ready, scratch.address(builder, offset + offsetInB(part, 0)),
                             Align(4));
  return ready;
}

void PreparedFactors::prepareB(unsigned number, bool addsExcess) {
  const ChainFactors<PlacesOfB> &factors = group.factorsB[number];
  const WordPreparation &preparation = product.prepareB();
  ReadyB &ready = readyB[number];
  for (const PlacesOfB &places : factors.places)
    ready.strides.push_back(polynomials.emit(builder, places.stride));
  const bool isInPlace = preparation.isNone() && !factors.places.empty();
  bool stores = !isInPlace;
  if (stores) {
    const Scratch::Content content{
        {factors.matrices.begin(), factors.matrices.end()}, op.b, op.a, /*isA=*/false};
    std::optional<unsigned> known = scratch.find(content);
    stores = !known;
    ready.offset = known ? *known : scratch.add(content, allWords * strideOfB());
  }
  if (product.hasExcess())
    ready.excess.assign(group.piecesPerRow(), addsExcess ? group.zero() : nullptr);
  const bool adds = product.hasExcess() && addsExcess;
  if (!stores && !adds)
    return;
  for (unsigned word = 0; word < allWords; ++word) {
    Value *packed = wordRowOfB(number, word / words, word % words);
    for (unsigned part = 0; part < preparation.parts; ++part) {
      Value *prepared = stores ? storeWordRowOfB(packed, *ready.offset + word * strideOfB(), part)
                               : preparation.part(builder, packed, part);
      for (unsigned piece = 0; adds && piece < group.piecesPerRow(); ++piece)
        ready.excess[piece] = product.addExcess(
            builder, extractLanes(builder, prepared, piece * lanes, lanes), ready.excess[piece]);
    }
  }
}

WordsInMemory PreparedFactors::wordsOfA(unsigned number, unsigned index, unsigned row,
                                        unsigned part) {
  if (std::optional<unsigned> offset = readyA[number].offset)
    return {scratch.address(builder, *offset + offsetInA(row, part, index * words)),
            builder.getInt64(strideOfA()), Align(4)};
  const RowPlace &place = group.factorsA[number].places[index][row];
  return {builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place.pointer, place.offset),
          builder.getInt64(4), std::min(place.alignment, Align(4))};
}

WordsInMemory PreparedFactors::wordsOfB(unsigned number, unsigned index, unsigned piece,
                                        unsigned part) {
  const ReadyB &ready = readyB[number];
  if (ready.offset)
    return {scratch.address(builder,
                            *ready.offset + index * words * strideOfB() + offsetInB(part, piece)),
            builder.getInt64(strideOfB()), Align(4)};
  const PlacesOfB &places = group.factorsB[number].places[index];
  return {builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), places.pointer,
                                             offsetInB(part, piece)),
          ready.strides[index], places.alignment};
}

bool PreparedFactors::isOneLoop(const WordChain &chain) const {
  return (readyA[chain.a].offset || group.factorsA[chain.a].areAdjacent) &&
         (readyB[chain.b].offset || group.factorsB[chain.b].areAdjacent);
}

} // namespace heddle::compiler
