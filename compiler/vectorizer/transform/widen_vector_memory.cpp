// Vectors of which each lane has one at a place of its own: float4 of a list of neighbours, uchar4
// of a pixel, uint16 in local memory. Component by component these are as many gathers, each of
// which touches every lane's vector once more. A processor moves a whole vector in one access:
//
//   4 or 8 bytes       a gather or scatter of words, which are vectors in memory order
//   16 bytes or more   a load or store for each lane
//
// What comes of it is in memory order (analysis/memory_order): it stays so or is transposed, by
// shuffles between registers. Components of 4 bytes are transposed within parts of 16 bytes, which
// processors do in one step without constants: a register is filled from the lanes so that each
// component comes out in their order.
#include "compiler/vectorizer/transform/access.hpp"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr std::int64_t largestWord = 8; // bytes
constexpr std::int64_t pieceSize = 16;  // bytes that are shuffled among themselves

} // namespace

// What is the same in all lanes stays a number of its own, so that a lane's address is not taken
// out of another vector for each access.
Widener::LanePlaces Widener::lanePlaces(Value *pointer) {
  Value *offset = nullptr;
  while (auto *gep = dyn_cast<GetElementPtrInst>(pointer)) {
    SmallMapVector<Value *, APInt, 4> scales;
    APInt constant(layout.getIndexTypeSizeInBits(gep->getType()), 0);
    if (isUniform(gep->getPointerOperand()) ||
        !all_of(gep->indices(), [&](const Use &index) { return isUniform(index); }) ||
        !cast<GEPOperator>(gep)->collectOffset(layout, constant.getBitWidth(), scales, constant))
      break;
    Value *bytes = builder.getInt(constant);
    for (const auto &[index, scale] : scales)
      bytes = builder.CreateAdd(
          bytes, builder.CreateMul(builder.CreateSExtOrTrunc(scalar(index), bytes->getType()),
                                   builder.getInt(scale)));
    offset = offset ? builder.CreateAdd(offset, bytes) : bytes;
    pointer = gep->getPointerOperand();
  }
  return {part(pointer, 0), nullptr, 0, offset};
}

// Without the common offset.
Value *Widener::lanePointers(const LanePlaces &places) {
  return places.pointers ? places.pointers
                         : builder.CreateGEP(builder.getInt8Ty(), places.first,
                                             steps(builder.getInt64Ty(), places.step));
}

// One vector of addresses. Where lanes do nothing it is `elsewhere`, if that is given.
Value *Widener::addressesOf(const LanePlaces &places, Value *elsewhere) {
  Value *all = lanePointers(places);
  if (places.offset)
    all = builder.CreatePtrAdd(all, places.offset);
  return elsewhere ? builder.CreateSelect(mask(), all, builder.CreateVectorSplat(lanes, elsewhere))
                   : all;
}

Value *Widener::addressOf(const LanePlaces &places, Value *pointers, unsigned lane) {
  Value *pointer = pointers ? builder.CreateExtractElement(pointers, lane)
                            : builder.CreateConstGEP1_64(builder.getInt8Ty(), places.first,
                                                         lane * static_cast<uint64_t>(places.step));
  return places.offset ? builder.CreatePtrAdd(pointer, places.offset) : pointer;
}

// Vectors of S elements each, from one vector of a multiple.
void Widener::appendSlices(Values &chunks, Value *all) {
  unsigned elements = cast<FixedVectorType>(all->getType())->getNumElements();
  for (unsigned begin = 0; begin < elements; begin += lanes)
    chunks.push_back(slice(all, begin, lanes));
}

// Components from the vectors of all lanes, of each of which `loadPiece` loads 16 bytes.
Widener::Values
Widener::loadPieces(const Access &access,
                    function_ref<Value *(unsigned lane, unsigned piece)> loadPiece) {
  const unsigned width = pieceSize / access.elementSize;
  // Of the same piece of each: low or high halves of two vectors in turn, elements by `size`.
  auto half = [&](Value *a, Value *b, unsigned size, bool high) -> Value * {
    SmallVector<int, 32> picks;
    for (unsigned piece = 0; piece < lanes; piece += width)
      for (unsigned i = 0; i < width; ++i)
        picks.push_back(piece + (high ? width / 2 : 0) + i / (2 * size) * size + i % size +
                        (i / size % 2) * lanes);
    return builder.CreateShuffleVector(a, b, picks);
  };
  Values components;
  for (unsigned piece = 0; piece < access.count() / width; ++piece) {
    Values rows;
    for (unsigned i = 0; i < width; ++i) {
      Values loads;
      for (unsigned lane = i; lane < lanes; lane += width)
        loads.push_back(loadPiece(lane, piece));
      rows.push_back(concatenate(loads));
    }
    if (width == 2) {
      for (bool high : {false, true})
        components.push_back(half(rows[0], rows[1], 1, high));
      continue;
    }
    for (bool high : {false, true}) {
      Value *front = half(rows[0], rows[1], 1, high);
      Value *back = half(rows[2], rows[3], 1, high);
      for (bool odd : {false, true})
        components.push_back(half(front, back, 2, odd));
    }
  }
  return components;
}

Widener::Values Widener::loadWholeVectors(const Access &access, const LanePlaces &places) {
  explainAccess(access.origin, AccessWay::wholeOfLanes, access.count() * access.elementSize);
  const unsigned count = access.count();
  const std::int64_t bytes = count * access.elementSize;
  Values chunks;
  if (bytes <= largestWord) {
    Type *words = vectorOf(builder.getIntNTy(bytes * 8));
    Instruction *load = builder.CreateMaskedGather(words, addressesOf(places, nullptr),
                                                   access.align, mask(), PoisonValue::get(words));
    access.describe(*load);
    appendSlices(chunks,
                 builder.CreateBitCast(load, FixedVectorType::get(access.element, count * lanes)));
  } else {
    // What a lane that is not active reads is not used: let it read what an active one does.
    Value *pointers = places.pointers;
    if (!maskIsFull()) {
      pointers = lanePointers(places);
      Value *active = builder.CreateExtractElement(pointers, firstActiveLane());
      pointers = builder.CreateSelect(mask(), pointers, builder.CreateVectorSplat(lanes, active));
    }
    // Elements of 8 bytes part as well where the whole vectors lie.
    if (!analyses.memoryOrder.contains(&access.origin) && bytes % pieceSize == 0 &&
        lanes * access.elementSize >= pieceSize &&
        (access.elementSize == 4 || (access.elementSize == 8 && bytes == pieceSize)))
      return loadPieces(access, [&](unsigned lane, unsigned piece) {
        Value *place = builder.CreateConstGEP1_64(
            builder.getInt8Ty(), addressOf(places, pointers, lane), piece * pieceSize);
        LoadInst *load = builder.CreateAlignedLoad(
            FixedVectorType::get(access.element, pieceSize / access.elementSize), place,
            access.alignAt(piece * pieceSize));
        access.describe(*load);
        return load;
      });
    // As many lanes as fill a vector of S elements, or as many such vectors as a lane fills.
    const unsigned together = std::max(lanes / count, 1u);
    for (unsigned lane = 0; lane < lanes; lane += together) {
      Values loads;
      for (unsigned i = lane; i < lane + together; ++i) {
        LoadInst *load = builder.CreateAlignedLoad(FixedVectorType::get(access.element, count),
                                                   addressOf(places, pointers, i), access.align);
        access.describe(*load);
        loads.push_back(load);
      }
      appendSlices(chunks, concatenate(loads));
    }
  }
  return analyses.memoryOrder.contains(&access.origin) ? chunks : deinterleave(chunks);
}

void Widener::storeWholeVectors(const Access &access, const LanePlaces &places,
                                ArrayRef<Value *> values) {
  explainAccess(access.origin, AccessWay::wholeOfLanes, access.count() * access.elementSize);
  const unsigned count = access.count();
  const std::int64_t bytes = count * access.elementSize;
  const Value &stored = *cast<StoreInst>(access.origin).getValueOperand();
  Values chunks = analyses.memoryOrder.contains(&stored) ? Values(values.begin(), values.end())
                                                         : interleave(values);
  if (bytes <= largestWord) {
    Value *words =
        builder.CreateBitCast(concatenate(chunks), vectorOf(builder.getIntNTy(bytes * 8)));
    builder.CreateMaskedScatter(words, addressesOf(places, nullptr), access.align, mask())
        ->setAAMetadata(access.aliasing);
    return;
  }
  const LanePlaces all =
      maskIsFull() ? places
                   : LanePlaces{addressesOf(places, builder.CreateAddrSpaceCast(
                                                        scratchMemory(bytes),
                                                        access.origin.getOperand(1)->getType())),
                                nullptr, 0};
  const unsigned together = std::max(lanes / count, 1u), each = std::max(count / lanes, 1u);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    Value *vector = slice(concatenate(ArrayRef(chunks).slice(lane / together * each, each)),
                          lane % together * count, count);
    builder.CreateAlignedStore(vector, addressOf(all, all.pointers, lane), access.align)
        ->setAAMetadata(access.aliasing);
  }
}

} // namespace heddle::compiler
