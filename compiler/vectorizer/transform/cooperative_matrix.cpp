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
// And what it needs.
constexpr unsigned leastColumns = 8;

// Of which every target has some.
constexpr unsigned registerBytes = 32;

unsigned elementBytesOf(Value *vector) { return vector->getType()->getScalarSizeInBits() / 8; }

/// All columns of rows, by blocks that registers hold: a transposition of long vectors takes code
/// generation minutes.
SmallVector<Value *> transposedBlocks(IRBuilderBase &builder, ArrayRef<Value *> rows,
                                      unsigned columns) {
  const unsigned side = std::clamp(registerBytes / elementBytesOf(rows[0]), 1u, maxRows);
  SmallVector<SmallVector<Value *>> pieces(columns);
  for (unsigned firstRow = 0; firstRow < rows.size(); firstRow += side) {
    const ArrayRef<Value *> some =
        rows.slice(firstRow, std::min<std::size_t>(side, rows.size() - firstRow));
    for (unsigned first = 0; first < columns; first += side) {
      const unsigned count = std::min(side, columns - first);
      SmallVector<Value *> block;
      for (Value *row : some)
        block.push_back(pad(builder, cut(builder, row, first, count), PowerOf2Ceil(count)));
      for (auto [column, piece] : enumerate(transposed(builder, block, count)))
        pieces[first + column].push_back(cut(builder, piece, 0, some.size()));
    }
  }
  SmallVector<Value *> result;
  for (ArrayRef<Value *> column : pieces)
    result.push_back(joinPieces(builder, column));
  return result;
}

/// Elements first, first + step, … of a vector.
Value *everyNth(IRBuilderBase &builder, Value *vector, unsigned first, unsigned step) {
  if (step == 1)
    return vector;
  SmallVector<int> places;
  for (unsigned i = first; i < countOf(vector); i += step)
    places.push_back(int(i));
  return builder.CreateShuffleVector(vector, places);
}

// Both by shuffles of vectors with a power of two of elements: of words of two bytes, and of odd
// numbers of them, code generation does not come to an end.

/// Bytes of two elements each as a byte for each element.
Value *halvesOfBytes(IRBuilderBase &builder, Value *bytes) {
  const unsigned count = countOf(bytes);
  bytes = pad(builder, bytes, PowerOf2Ceil(count));
  Value *low = builder.CreateAnd(bytes, ConstantInt::get(bytes->getType(), 0x0F));
  return cut(builder, interleave(builder, low, builder.CreateLShr(bytes, 4)), 0, 2 * count);
}

/// The reverse.
Value *bytesOfHalves(IRBuilderBase &builder, Value *elements) {
  const unsigned count = countOf(elements) / 2;
  elements = pad(builder, elements, PowerOf2Ceil(2 * count));
  Value *high = builder.CreateShl(everyNth(builder, elements, 1, 2), 4);
  return cut(builder, builder.CreateOr(everyNth(builder, elements, 0, 2), high), 0, count);
}

/// Lines of memory as rows of what SIMD values hold: elements, or words that pack rows of B.
SmallVector<Value *> rowsOfLines(IRBuilderBase &builder, const MatrixAccess &access,
                                 ArrayRef<Value *> lines) {
  const unsigned packing = access.packing(), rows = access.packedRows();
  SmallVector<Value *> result;
  switch (access.layout) {
  case MatrixLayout::rowMajor:
    return packing == 1 ? SmallVector<Value *>(lines)
                        : packRows(builder, lines, access.elementBytes());
  case MatrixLayout::columnMajor:
    // Each line is a column; packed rows of a column are words that lie there already.
    for (Value *line : lines) {
      line = pad(builder, line, rows * packing);
      result.push_back(packing == 1 ? line : asIntegers(builder, line, wordBytes));
    }
    return transposedBlocks(builder, result, rows);
  case MatrixLayout::packed:
    for (Value *line : lines) {
      line = packing == 1 ? line : asIntegers(builder, line, wordBytes);
      // Elements of four bits: twice as many rows share a word there.
      const unsigned pieces = packing == 1 ? 1 : access.linePacking() / packing;
      for (unsigned piece = 0; piece < pieces && result.size() < rows; ++piece)
        result.push_back(everyNth(builder, line, piece, pieces));
    }
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
                        : unpackRows(builder, rows, access.elementBytes());
  case MatrixLayout::columnMajor:
    result = transposedBlocks(builder, rows, access.columns);
    break;
  case MatrixLayout::packed:
    if (access.linePacking() == packing) {
      append_range(result, rows);
      break;
    }
    for (std::size_t row = 0; row < rows.size(); row += 2)
      result.push_back(interleave(
          builder, rows[row],
          row + 1 < rows.size() ? rows[row + 1] : Constant::getNullValue(rows[row]->getType())));
    break;
  }
  if (packing > 1)
    for (Value *&line : result)
      line = asIntegers(builder, line, access.elementBytes());
  return result;
}

/// The elements of a line that belong to the matrix, or the bytes of several, as a mask of i1; null
/// if all do. The last line of packed rows has places for rows that are missing to a whole word.
Constant *maskOfLine(IRBuilderBase &builder, const MatrixAccess &access, unsigned line) {
  const unsigned present = access.rows % access.linePacking();
  if (access.layout != MatrixLayout::packed || present == 0 || line + 1 < access.lines())
    return nullptr;
  SmallVector<Constant *> mask;
  for (unsigned i = 0; i < access.lineElements(); i += access.elementsOfByte())
    mask.push_back(builder.getInt1(i % access.linePacking() < present));
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
  // Nothing lies outside of what has no edges.
  const unsigned edgeBytes = isUnbounded(call) ? 1 : access.lineBytes() * access.lines();
  operands.push_back(scratchMemory(edgeBytes));
  // What the last packed line has beside the matrix stays what it is.
  if (op == InternalOp::blockWriteWindow && maskOfLine(builder, access, access.lines() - 1))
    blockWindow(InternalOp::blockReadWindow, operands);
  CallInst *window = blockWindow(op, operands);
  if (isUnwritten(call))
    markUnwritten(*window);
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
                                        : builder.getIntNTy(access.elementBytes() * 8);
  const bool areHalves = access.elementsOfByte() > 1;
  auto *type = FixedVectorType::get(element, access.lineElements() / access.elementsOfByte());
  const Lines places = linesOf(call, InternalOp::blockReadWindow);
  SmallVector<Value *> lines;
  for (unsigned line = 0; line < access.lines(); ++line) {
    Value *place = placeOfLine(places, line);
    const Align align(access.elementBytes());
    Constant *mask = maskOfLine(builder, access, line);
    Instruction *loaded = mask ? static_cast<Instruction *>(builder.CreateMaskedLoad(
                                     type, place, align, mask, Constant::getNullValue(type)))
                               : builder.CreateAlignedLoad(type, place, align);
    // What a window reads says so itself.
    if (isUnwritten(call) && places.window.empty())
      markUnwritten(*loaded);
    lines.push_back(areHalves ? halvesOfBytes(builder, loaded) : static_cast<Value *>(loaded));
  }
  const SmallVector<Value *> rows = rowsOfLines(builder, access, lines);
  return partsOfRows(rows, access.columns, access.rowGroup());
}

/// The SIMD values that hold rows of that many columns, with zeros where something is missing.
Widener::Values Widener::partsOfRows(ArrayRef<Value *> given, unsigned columns, unsigned group) {
  const unsigned abreast = rowsAbreast(columns, lanes);
  SmallVector<Value *> rows(given);
  rows.resize(alignTo(rows.size(), abreast * group), Constant::getNullValue(rows[0]->getType()));
  Values result;
  if (abreast == 1) {
    for (unsigned first = 0; first < columns; first += lanes)
      for (Value *row : rows) {
        const unsigned present = std::min(lanes, countOf(row) - first);
        result.push_back(pad(builder, cut(builder, row, first, present), lanes));
      }
    return result;
  }
  for (unsigned first = 0; first < rows.size(); first += abreast * group)
    for (unsigned row = first; row < first + group; ++row) {
      Values together;
      for (unsigned i = 0; i < abreast; ++i)
        together.push_back(cut(builder, rows[row + i * group], 0, columns));
      result.push_back(concatenate(together));
    }
  return result;
}

/// The reverse. Rows have what is missing to whole SIMD values behind their columns.
SmallVector<Value *> Widener::rowsOfParts(ArrayRef<Value *> parts, unsigned count, unsigned columns,
                                          unsigned group) {
  const unsigned abreast = rowsAbreast(columns, lanes), stored = alignTo(count, group);
  SmallVector<Value *> rows;
  for (unsigned row = 0; row < count; ++row) {
    if (abreast > 1) {
      const unsigned number = row / group;
      rows.push_back(cut(builder, parts[number / abreast * group + row % group],
                         number % abreast * columns, columns));
      continue;
    }
    Values blocks;
    for (unsigned i = row; i < parts.size(); i += stored)
      blocks.push_back(parts[i]);
    rows.push_back(concatenate(blocks));
  }
  return rows;
}

void Widener::cooperativeStore(CallInst &call) {
  explainAs(call, "cooperative matrix store: one store for each line of the matrix");
  const MatrixAccess access = matrixAccess(call);
  const Values components = parts(call.getArgOperand(11));
  SmallVector<Value *> rows =
      rowsOfParts(components, access.packedRows(), access.columns, access.rowGroup());
  for (Value *&row : rows)
    row = cut(builder, row, 0, access.columns);
  const SmallVector<Value *> lines = linesOfRows(builder, access, rows);
  const Lines places = linesOf(call, InternalOp::blockWriteWindow);
  for (unsigned line = 0; line < access.lines(); ++line) {
    Value *place = placeOfLine(places, line);
    Value *elements = cut(builder, lines[line], 0, access.lineElements());
    if (access.elementsOfByte() > 1)
      elements = bytesOfHalves(builder, elements);
    const Align align(access.elementBytes());
    if (Constant *mask = maskOfLine(builder, access, line))
      builder.CreateMaskedStore(elements, place, align, mask);
    else
      builder.CreateAlignedStore(elements, place, align);
  }
  if (!places.window.empty())
    endBlockWrite(places.window);
}

Widener::Values Widener::cooperativeMad(CallInst &call) {
  const CooperativeProduct product = cooperativeProduct(call);
  const SmallVector<Value *> rowsOfC =
      rowsOfParts(parts(call.getArgOperand(2)), product.rows, product.columns, 1);
  SmallVector<Value *> rowsOfA =
      rowsOfParts(parts(call.getArgOperand(0)), product.rows, product.depth, 1);
  if (product.operands & elementwiseProducts)
    return multiplyElementwise(
        product, rowsOfA,
        rowsOfParts(parts(call.getArgOperand(1)), product.depth, product.columns, matrixBRowGroup),
        rowsOfC);

  explainAs(call, "cooperative matrix product: operations on whole values");
  const unsigned elementBytes = elementBytesOf(rowsOfA[0]);
  const unsigned packing = elementBytes < wordBytes ? wordBytes / elementBytes : 1;
  const unsigned depth = alignTo(product.depth, packing);
  SmallVector<Value *> rowsOfB = rowsOfParts(parts(call.getArgOperand(1)), depth / packing,
                                             product.columns, matrixBRowGroup / packing);
  // Words that are not full: an infinity or a NaN of one factor may not meet what is there in the
  // other.
  if (product.depth % packing) {
    const unsigned present = product.depth % packing * elementBytes * 8;
    rowsOfB.back() =
        builder.CreateAnd(rowsOfB.back(), ConstantInt::get(rowsOfB.back()->getType(),
                                                           (std::uint64_t(1) << present) - 1));
  }
  for (Value *&row : rowsOfA) {
    if (row->getType()->getScalarType()->isHalfTy())
      row = asIntegers(builder, row, 2);
    row = pad(builder, cut(builder, row, 0, product.depth), depth);
  }

  // Pieces of a row that are SIMD values as they are, where that is possible: sums stay in tiles.
  const bool areAbreast = rowsAbreast(product.columns, lanes) > 1;
  const unsigned width =
      areAbreast ? std::max(product.columns, leastColumns) : std::min(lanes, maxColumns);
  const unsigned deepest = maxDepthBytes / elementBytes;
  const auto piece = [&](Value *row, unsigned column) {
    return pad(builder, cut(builder, row, column, std::min(width, countOf(row) - column)), width);
  };
  Type *i32 = builder.getInt32Ty();
  SmallVector<Values> pieces(product.rows);
  for (unsigned firstRow = 0; firstRow < product.rows; firstRow += maxRows) {
    const unsigned rows = std::min(maxRows, product.rows - firstRow);
    for (unsigned column = 0; column < countOf(rowsOfC[0]); column += width) {
      Values sums;
      for (unsigned row = 0; row < rows; ++row)
        sums.push_back(piece(rowsOfC[firstRow + row], column));
      Value *sum = concatenate(sums);
      const bool isSurplus = column >= product.columns;
      for (unsigned k = 0; k < depth && !isSurplus; k += deepest) {
        const unsigned part = std::min(deepest, depth - k);
        Values partsOfA, partsOfB;
        for (unsigned row = 0; row < rows; ++row)
          partsOfA.push_back(cut(builder, rowsOfA[firstRow + row], k, part));
        for (unsigned row = k / packing; row < (k + part) / packing; ++row)
          partsOfB.push_back(piece(rowsOfB[row], column));
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
        pieces[firstRow + row].push_back(isSurplus ? sums[row] : slice(sum, row * width, width));
    }
  }
  SmallVector<Value *> rows;
  for (ArrayRef<Value *> row : pieces)
    rows.push_back(concatenate(row));
  return partsOfRows(rows, product.columns, 1);
}

/// Formats that no matrix instruction has: all operands hold elements of one type.
Widener::Values Widener::multiplyElementwise(const CooperativeProduct &product,
                                             ArrayRef<Value *> rowsOfA, ArrayRef<Value *> rowsOfB,
                                             ArrayRef<Value *> rowsOfC) {
  SmallVector<Value *> sums(rowsOfC);
  const unsigned width = countOf(rowsOfC[0]);
  for (unsigned row = 0; row < product.rows; ++row)
    for (unsigned k = 0; k < product.depth; ++k) {
      Value *factor =
          builder.CreateShuffleVector(rowsOfA[row], SmallVector<int, 64>(width, int(k)));
      Value *&sum = sums[row];
      sum =
          sum->getType()->isFPOrFPVectorTy()
              ? builder.CreateIntrinsic(Intrinsic::fma, {sum->getType()}, {factor, rowsOfB[k], sum})
              : builder.CreateAdd(builder.CreateMul(factor, rowsOfB[k]), sum);
    }
  return partsOfRows(sums, product.columns, 1);
}

} // namespace heddle::compiler
