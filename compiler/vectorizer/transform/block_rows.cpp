#include "compiler/vectorizer/transform/block_rows.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

#include <numeric>

using namespace llvm;

namespace heddle::compiler {

unsigned countOf(Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

Value *cut(IRBuilderBase &builder, Value *vector, unsigned first, unsigned count) {
  if (first == 0 && count == countOf(vector))
    return vector;
  SmallVector<int, 64> picks;
  for (unsigned i = 0; i < count; ++i)
    picks.push_back(first + i);
  return builder.CreateShuffleVector(vector, picks);
}

Value *pad(IRBuilderBase &builder, Value *vector, unsigned count) {
  const unsigned present = countOf(vector);
  if (present == count)
    return vector;
  SmallVector<int, 64> picks;
  for (unsigned i = 0; i < count; ++i)
    picks.push_back(std::min(i, present));
  return builder.CreateShuffleVector(vector, Constant::getNullValue(vector->getType()), picks);
}

Value *join(IRBuilderBase &builder, Value *low, Value *high) {
  SmallVector<int, 64> picks(countOf(low) + countOf(high));
  std::iota(picks.begin(), picks.end(), 0);
  return builder.CreateShuffleVector(low, high, picks);
}

Value *joinPieces(IRBuilderBase &builder, ArrayRef<Value *> pieces) {
  SmallVector<Value *> level(pieces);
  while (level.size() > 1) {
    SmallVector<Value *> next;
    for (unsigned i = 0; i + 1 < level.size(); i += 2) {
      const unsigned left = countOf(level[i]), right = countOf(level[i + 1]);
      // Operands of a shuffle have one type.
      Value *both = join(builder, level[i], pad(builder, level[i + 1], left));
      next.push_back(cut(builder, both, 0, left + right));
    }
    if (level.size() % 2)
      next.push_back(level.back());
    level = std::move(next);
  }
  return level[0];
}

Value *interleave(IRBuilderBase &builder, Value *low, Value *high) {
  const unsigned count = countOf(low);
  SmallVector<int, 64> picks;
  for (unsigned i = 0; i < count; ++i) {
    picks.push_back(i);
    picks.push_back(count + i);
  }
  return builder.CreateShuffleVector(low, high, picks);
}

Value *asIntegers(IRBuilderBase &builder, Value *vector, unsigned bytes) {
  const unsigned all = vector->getType()->getPrimitiveSizeInBits().getFixedValue() / 8;
  return builder.CreateBitCast(vector,
                               FixedVectorType::get(builder.getIntNTy(bytes * 8), all / bytes));
}

SmallVector<Value *> packRows(IRBuilderBase &builder, ArrayRef<Value *> rows,
                              unsigned elementBytes) {
  SmallVector<Value *> level(rows);
  for (unsigned bytes = elementBytes; bytes < 4; bytes *= 2) {
    SmallVector<Value *> next;
    for (unsigned i = 0; i < level.size(); i += 2) {
      Value *high =
          i + 1 < level.size() ? level[i + 1] : Constant::getNullValue(level[i]->getType());
      next.push_back(asIntegers(builder, interleave(builder, level[i], high), bytes * 2));
    }
    level = std::move(next);
  }
  return level;
}

// Each round interleaves the halves of all elements, which turns the bits of their places by one.
SmallVector<Value *> transposed(IRBuilderBase &builder, ArrayRef<Value *> rows, unsigned columns) {
  SmallVector<Value *> vectors(rows);
  const unsigned width = countOf(rows[0]), height = PowerOf2Ceil(rows.size());
  vectors.resize(height, Constant::getNullValue(rows[0]->getType()));
  for (unsigned round = 1; round < height; round *= 2) {
    SmallVector<Value *> next;
    for (unsigned i = 0; i < height / 2; ++i) {
      Value *low = vectors[i], *high = vectors[i + height / 2];
      for (unsigned half : {0u, 1u}) {
        SmallVector<int, 64> picks;
        for (unsigned place = half * width; place < (half + 1) * width; ++place)
          picks.push_back(int(place / 2 + place % 2 * width));
        next.push_back(builder.CreateShuffleVector(low, high, picks));
      }
    }
    vectors = std::move(next);
  }
  // Now `height` elements in a row: part of a vector, or several vectors.
  SmallVector<Value *> result;
  for (unsigned column = 0; column < columns; ++column) {
    const unsigned first = column * height;
    if (height <= width) {
      result.push_back(cut(builder, vectors[first / width], first % width, height));
      continue;
    }
    SmallVector<Value *> pieces(ArrayRef(vectors).slice(first / width, height / width));
    for (; pieces.size() > 1; pieces.resize(pieces.size() / 2))
      for (unsigned i = 0; i < pieces.size() / 2; ++i)
        pieces[i] = join(builder, pieces[2 * i], pieces[2 * i + 1]);
    result.push_back(pieces[0]);
  }
  return result;
}

SmallVector<Value *> unpackRows(IRBuilderBase &builder, ArrayRef<Value *> words,
                                unsigned elementBytes) {
  const unsigned packing = 4 / elementBytes;
  SmallVector<Value *> rows;
  for (Value *row : words) {
    Value *elements = asIntegers(builder, row, elementBytes);
    for (unsigned i = 0; i < packing; ++i) {
      SmallVector<int, 64> picks;
      for (unsigned column = 0; column < countOf(row); ++column)
        picks.push_back(int(column * packing + i));
      rows.push_back(builder.CreateShuffleVector(elements, picks));
    }
  }
  return rows;
}

} // namespace heddle::compiler
