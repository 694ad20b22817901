#include "compiler/vectorizer/transform/vector_parts.hpp"

#include "compiler/vectorizer/transform/block_rows.hpp"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned partBits = 128, mostParts = 2;

/// How vectors of so many elements lie in registers.
struct Parts {
  unsigned width; ///< elements of a part, and of a column of a square
  unsigned count; ///< parts of a register
  unsigned lanes; ///< of all registers of one element

  explicit Parts(Type *type)
      : width(partBits / type->getScalarSizeInBits()),
        lanes(cast<FixedVectorType>(type)->getNumElements()) {
    count = std::min(mostParts, lanes / width);
  }
  unsigned registerLanes() const { return width * count; }
};

/// A part somewhere in a vector.
struct Part {
  Value *vector;
  unsigned first;
};

/// A register of parts that lie in two vectors, or in one.
Value *joinParts(IRBuilderBase &builder, ArrayRef<Part> parts, unsigned width) {
  if (parts.size() == 1)
    return cut(builder, parts[0].vector, parts[0].first, width);
  SmallVector<int, 64> picks;
  for (unsigned i = 0; i < width; ++i)
    picks.push_back(parts[0].first + i);
  for (unsigned i = 0; i < width; ++i)
    picks.push_back(countOf(parts[0].vector) + parts[1].first + i);
  return builder.CreateShuffleVector(parts[0].vector, parts[1].vector, picks);
}

/// Rows of squares to their columns, in each part of the registers.
SmallVector<Value *> transposeSquares(IRBuilderBase &builder, SmallVector<Value *> rows,
                                      const Parts &parts) {
  const auto mergeHalves = [&](Value *even, Value *odd, unsigned half) {
    SmallVector<int, 64> picks;
    for (unsigned part = 0; part < parts.count; ++part)
      for (unsigned i = 0; i < parts.width / 2; ++i) {
        const int element = part * parts.width + half * parts.width / 2 + i;
        picks.append({element, element + int(parts.registerLanes())});
      }
    return builder.CreateShuffleVector(even, odd, picks);
  };
  // Each round brings one more bit of a row's number into the place of its elements.
  for (unsigned round = 0; round < Log2_32(parts.width); ++round) {
    SmallVector<Value *> merged;
    for (unsigned row = 0; row < parts.width / 2; ++row)
      for (unsigned half = 0; half < 2; ++half)
        merged.push_back(mergeHalves(rows[row], rows[row + parts.width / 2], half));
    rows = std::move(merged);
  }
  return rows;
}

} // namespace

bool hasWholeParts(Type *lanes, unsigned count) {
  const unsigned bits = lanes->getScalarSizeInBits();
  if (bits < 8 || bits > partBits / 2 || !isPowerOf2_32(bits) || !isPowerOf2_32(count))
    return false;
  const unsigned width = partBits / bits;
  return count >= width && cast<FixedVectorType>(lanes)->getNumElements() >= width;
}

SmallVector<Value *> partsToLanes(IRBuilderBase &builder, ArrayRef<Value *> memory) {
  const Parts parts(memory[0]->getType());
  const unsigned count = memory.size();
  SmallVector<SmallVector<Value *>> registers(count);
  for (unsigned first = 0; first < parts.lanes; first += parts.registerLanes())
    for (unsigned element = 0; element < count; element += parts.width) {
      SmallVector<Value *> rows;
      for (unsigned row = 0; row < parts.width; ++row) {
        SmallVector<Part, mostParts> pieces;
        for (unsigned part = 0; part < parts.count; ++part) {
          const unsigned place = (first + part * parts.width + row) * count + element;
          pieces.push_back({memory[place / parts.lanes], place % parts.lanes});
        }
        rows.push_back(joinParts(builder, pieces, parts.width));
      }
      for (auto [column, lanes] : enumerate(transposeSquares(builder, std::move(rows), parts)))
        registers[element + column].push_back(lanes);
    }
  SmallVector<Value *> elements;
  for (ArrayRef<Value *> each : registers)
    elements.push_back(joinPieces(builder, each));
  return elements;
}

SmallVector<Value *> lanesToParts(IRBuilderBase &builder, ArrayRef<Value *> elements) {
  const Parts parts(elements[0]->getType());
  const unsigned count = elements.size();
  SmallVector<Part> pieces(parts.lanes * count / parts.width); // in the order of memory
  for (unsigned first = 0; first < parts.lanes; first += parts.registerLanes())
    for (unsigned element = 0; element < count; element += parts.width) {
      SmallVector<Value *> rows;
      for (unsigned row = 0; row < parts.width; ++row)
        rows.push_back(cut(builder, elements[element + row], first, parts.registerLanes()));
      for (auto [column, vectors] : enumerate(transposeSquares(builder, std::move(rows), parts)))
        for (unsigned part = 0; part < parts.count; ++part) {
          const unsigned lane = first + part * parts.width + column;
          pieces[(lane * count + element) / parts.width] = {vectors, part * parts.width};
        }
    }
  SmallVector<Value *> memory;
  const unsigned perVector = parts.lanes / parts.width;
  for (unsigned first = 0; first < pieces.size(); first += perVector) {
    SmallVector<Value *> registers;
    for (unsigned i = 0; i < perVector; i += parts.count)
      registers.push_back(
          joinParts(builder, ArrayRef(pieces).slice(first + i, parts.count), parts.width));
    memory.push_back(joinPieces(builder, registers));
  }
  return memory;
}

} // namespace heddle::compiler
