// Cooperative matrices: a vector load or store for each line of memory, and products as operations
// on whole values. Which lanes are active does not matter: a matrix belongs to the sub-group, and a
// partial one has it whole.
#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/vectorizer/transform/block_rows.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned wordBytes = 4;
// What one product takes at most: the shape of a tile.
constexpr unsigned maxRows = 16, maxColumns = 16, maxDepthBytes = 64;

unsigned elementBytesOf(Value *vector) { return vector->getType()->getScalarSizeInBits() / 8; }

/// Lines of memory as rows of what SIMD values hold: elements, or words that pack rows of B.
SmallVector<Value *> rowsOfLines(IRBuilderBase &builder, const MatrixAccess &access,
                                 ArrayRef<Value *> lines) {
  const unsigned packing = access.packing(), rows = access.storedRows() / packing;
  SmallVector<Value *> result;
  switch (access.layout) {
  case MatrixLayout::rowMajor:
    return packing == 1 ? SmallVector<Value *>(lines)
                        : packRows(builder, lines, access.elementBytes);
  case MatrixLayout::columnMajor:
    // Each line is a column; packed rows of a column are words that lie there already.
    for (Value *line : lines) {
      line = pad(builder, line, PowerOf2Ceil(rows) * packing);
      result.push_back(packing == 1 ? line : asIntegers(builder, line, wordBytes));
    }
    return transposed(builder, result, rows);
  case MatrixLayout::packed:
    for (Value *line : lines)
      result.push_back(packing == 1 ? line : asIntegers(builder, line, wordBytes));
    return result;
  }
  llvm_unreachable("all layouts are handled");
}

/// The reverse.
SmallVector<Value *> linesOfRows(IRBuilderBase &builder, const MatrixAccess &access,
                                 ArrayRef<Value *> rows) {
  const unsigned packing = access.packing();
  SmallVector<Value *> result;
  switch (access.layout) {
  case MatrixLayout::rowMajor:
    return packing == 1 ? SmallVector<Value *>(rows)
                        : unpackRows(builder, rows, access.elementBytes);
  case MatrixLayout::columnMajor:
    for (Value *row : rows)
      result.push_back(pad(builder, row, PowerOf2Ceil(access.columns)));
    result = transposed(builder, result, access.columns);
    break;
  case MatrixLayout::packed:
    append_range(result, rows);
    break;
  }
  if (packing > 1)
    for (Value *&line : result)
      line = asIntegers(builder, line, access.elementBytes);
  return result;
}

/// The elements of a line that belong to the matrix, as a mask of i1; null if all do. The last line
/// of packed rows has places for rows that are missing to a whole word.
Constant *maskOfLine(IRBuilderBase &builder, const MatrixAccess &access, unsigned line) {
  const unsigned present = access.rows % access.packing();
  if (access.layout != MatrixLayout::packed || present == 0 || line + 1 < access.lines())
    return nullptr;
  SmallVector<Constant *> mask;
  for (unsigned i = 0; i < access.lineElements(); ++i)
    mask.push_back(builder.getInt1(i % access.packing() < present));
  return ConstantVector::get(mask);
}

} // namespace

/// Where the lines of a matrix are.
Widener::Lines Widener::linesOf(CallInst &call, InternalOp op) {
  const MatrixAccess access = matrixAccess(call);
  SmallVector<Value *, 9> operands;
  for (unsigned i = 0; i < 6; ++i)
    operands.push_back(uniformOperand(call.getArgOperand(i)));
  operands[0] = builder.CreateAddrSpaceCast(operands[0], builder.getPtrTy(0));
  // Rows of B that have to be packed go through a window even where there is no edge: what is made
  // of a window is made once for all sub-groups that read it.
  const bool isPackedHere = op == InternalOp::blockReadWindow && access.packing() > 1 &&
                            access.layout != MatrixLayout::packed;
  if (isUnbounded(call) && !isPackedHere)
    return {operands[0], operands[3], {}};
  operands.push_back(builder.getInt64(access.lineBytes()));
  operands.push_back(builder.getInt64(access.lines()));
  operands.push_back(scratchMemory(access.lineBytes() * access.lines()));
  CallInst *window = blockWindow(op, operands);
  if (call.hasFnAttr(unwrittenAttribute))
    window->addFnAttr(Attribute::get(call.getContext(), unwrittenAttribute));
  return {builder.CreateExtractValue(window, 0), builder.CreateExtractValue(window, 1),
          std::move(operands)};
}

Value *Widener::placeOfLine(const Lines &lines, unsigned line) {
  return builder.CreatePtrAdd(lines.first, builder.CreateMul(lines.pitch, builder.getInt64(line)));
}

Widener::Values Widener::cooperativeLoad(CallInst &call) {
  explainAs(call, "cooperative matrix load: one load for each line of the matrix");
  const MatrixAccess access = matrixAccess(call);
  Type *element = access.packing() == 1 ? call.getType()->getScalarType()
                                        : builder.getIntNTy(access.elementBytes * 8);
  auto *type = FixedVectorType::get(element, access.lineElements());
  const Lines places = linesOf(call, InternalOp::blockReadWindow);
  SmallVector<Value *> lines;
  for (unsigned line = 0; line < access.lines(); ++line) {
    Value *place = placeOfLine(places, line);
    const Align align(access.elementBytes);
    if (Constant *mask = maskOfLine(builder, access, line))
      lines.push_back(
          builder.CreateMaskedLoad(type, place, align, mask, Constant::getNullValue(type)));
    else
      lines.push_back(builder.CreateAlignedLoad(type, place, align));
  }
  const SmallVector<Value *> rows = rowsOfLines(builder, access, lines);
  Values result;
  for (unsigned first = 0; first < access.columns; first += lanes)
    for (Value *row : rows) {
      const unsigned present = std::min(lanes, countOf(row) - first);
      result.push_back(pad(builder, cut(builder, row, first, present), lanes));
    }
  return result;
}

void Widener::cooperativeStore(CallInst &call) {
  explainAs(call, "cooperative matrix store: one store for each line of the matrix");
  const MatrixAccess access = matrixAccess(call);
  const Values components = parts(call.getArgOperand(11));
  const unsigned rowCount = access.storedRows() / access.packing();
  SmallVector<Value *> rows;
  for (unsigned row = 0; row < rowCount; ++row) {
    Values blocks;
    for (unsigned i = row; i < components.size(); i += rowCount)
      blocks.push_back(components[i]);
    rows.push_back(cut(builder, concatenate(blocks), 0, access.columns));
  }
  const SmallVector<Value *> lines = linesOfRows(builder, access, rows);
  const Lines places = linesOf(call, InternalOp::blockWriteWindow);
  for (unsigned line = 0; line < access.lines(); ++line) {
    Value *place = placeOfLine(places, line);
    Value *elements = cut(builder, lines[line], 0, access.lineElements());
    const Align align(access.elementBytes);
    if (Constant *mask = maskOfLine(builder, access, line))
      builder.CreateMaskedStore(elements, place, align, mask);
    else
      builder.CreateAlignedStore(elements, place, align);
  }
  if (!places.window.empty())
    endBlockWrite(places.window);
}

namespace {

/// A product's shape and which of its operands are held how.
struct Product {
  unsigned rows, columns, depth, operands;
};

// (a, b, c, M, N, K, operands)
Product productOf(const CallBase &call) {
  const auto number = [&](unsigned index) {
    return unsigned(cast<ConstantInt>(call.getArgOperand(index))->getZExtValue());
  };
  return {number(3), number(4), number(5), number(6)};
}

} // namespace

/// Rows of A as words of the depth: elements, with zeros where the last word is not full.
Value *Widener::rowOfFactor(ArrayRef<Value *> components, unsigned rows, unsigned row,
                            unsigned depth, unsigned depthOfWords) {
  Values blocks;
  for (unsigned i = row; i < components.size(); i += rows)
    blocks.push_back(components[i]);
  Value *whole = concatenate(blocks);
  if (whole->getType()->getScalarType()->isHalfTy())
    whole = asIntegers(builder, whole, 2);
  return pad(builder, cut(builder, whole, 0, depth), depthOfWords);
}

Widener::Values Widener::cooperativeMad(CallInst &call) {
  const Product product = productOf(call);
  const Values a = parts(call.getArgOperand(0)), c = parts(call.getArgOperand(2));
  Values b = parts(call.getArgOperand(1));
  if (product.operands == elementwiseProducts)
    return multiplyElementwise(a, b, c, product.rows, product.depth);

  explainAs(call, "cooperative matrix product: operations on whole values");
  const unsigned elementBytes = elementBytesOf(a[0]);
  const unsigned packing = elementBytes < wordBytes ? wordBytes / elementBytes : 1;
  const unsigned depth = alignTo(product.depth, packing), packedRows = depth / packing;
  // Neither an infinity nor a NaN may meet the zeros of A there.
  if (product.depth % packing) {
    const unsigned present = product.depth % packing * elementBytes * 8;
    Constant *bits = ConstantInt::get(b[0]->getType(), (std::uint64_t(1) << present) - 1);
    for (unsigned i = packedRows - 1; i < b.size(); i += packedRows)
      b[i] = builder.CreateAnd(b[i], bits);
  }
  SmallVector<Value *> rowsOfA;
  for (unsigned row = 0; row < product.rows; ++row)
    rowsOfA.push_back(rowOfFactor(a, product.rows, row, product.depth, depth));

  const unsigned width = std::min(lanes, maxColumns);
  const unsigned deepest = maxDepthBytes / elementBytes;
  Type *i32 = builder.getInt32Ty();
  // Of each row of a block of S columns, its pieces of up to 16.
  SmallVector<SmallVector<Value *>> pieces(c.size());
  for (unsigned firstRow = 0; firstRow < product.rows; firstRow += maxRows) {
    const unsigned rows = std::min(maxRows, product.rows - firstRow);
    for (unsigned block = 0; block * lanes < product.columns; ++block)
      for (unsigned column = 0; column < lanes; column += width) {
        const bool isSurplus = block * lanes + column >= product.columns;
        Values rowsOfC;
        for (unsigned row = 0; row < rows; ++row)
          rowsOfC.push_back(cut(builder, c[block * product.rows + firstRow + row], column, width));
        Value *sum = concatenate(rowsOfC);
        for (unsigned k = 0; k < depth && !isSurplus; k += deepest) {
          const unsigned part = std::min(deepest, depth - k);
          Values partsOfA, partsOfB;
          for (unsigned row = 0; row < rows; ++row)
            partsOfA.push_back(cut(builder, rowsOfA[firstRow + row], k, part));
          for (unsigned row = k / packing; row < (k + part) / packing; ++row)
            partsOfB.push_back(cut(builder, b[block * packedRows + row], column, width));
          Value *factorA = concatenate(partsOfA), *factorB = concatenate(partsOfB);
          auto *type = FunctionType::get(
              sum->getType(),
              {factorA->getType(), factorB->getType(), sum->getType(), i32, i32, i32, i32},
              /*isVarArg=*/false);
          sum = builder.CreateCall(getInternalOp(module, InternalOp::simdMatrixMad, type),
                                   {factorA, factorB, sum, builder.getInt32(rows),
                                    builder.getInt32(width), builder.getInt32(part),
                                    builder.getInt32(product.operands)});
        }
        for (unsigned row = 0; row < rows; ++row)
          pieces[block * product.rows + firstRow + row].push_back(
              isSurplus ? rowsOfC[row] : slice(sum, row * width, width));
      }
  }
  Values result;
  for (ArrayRef<Value *> row : pieces)
    result.push_back(concatenate(row));
  return result;
}

/// Formats that no matrix instruction has: all operands hold elements of one type.
Widener::Values Widener::multiplyElementwise(ArrayRef<Value *> a, ArrayRef<Value *> b,
                                             ArrayRef<Value *> c, unsigned rows, unsigned depth) {
  Values sums(c.begin(), c.end());
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned k = 0; k < depth; ++k) {
      const SmallVector<int, 32> picks(lanes, int(k % lanes));
      Value *factor = builder.CreateShuffleVector(a[k / lanes * rows + row], picks);
      for (unsigned block = 0; block * rows < c.size(); ++block) {
        Value *&sum = sums[block * rows + row];
        Value *other = b[block * depth + k];
        sum = sum->getType()->isFPOrFPVectorTy()
                  ? builder.CreateIntrinsic(Intrinsic::fma, {sum->getType()}, {factor, other, sum})
                  : builder.CreateAdd(builder.CreateMul(factor, other), sum);
      }
    }
  return sums;
}

} // namespace heddle::compiler
