#include "compiler/ir/matrix_operation.hpp"

#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/sub_group_sizes.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// A tile of today's matrix units and the functions of the extension have at most 8 rows.
constexpr unsigned maxRows = 8;
constexpr unsigned wordBits = 32;
constexpr unsigned knownBits = 0xFFFFF | internalMatrixOperandBits;
// Of the layout with two rows abreast, at sub-group size 32.
constexpr unsigned abreastColumns = 16;

Error invalid(const Twine &message) { return invalidMatrixOperation(message); }

unsigned componentCount(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

std::string typeName(Type *type) {
  std::string name;
  raw_string_ostream os(name);
  type->print(os);
  return name;
}

Error readFormats(Type *a, Type *b, Type *c, Type *result, unsigned operands, MatrixOperation &op) {
  Expected<MatrixElement> elementA = matrixElement(MatrixFactor::a, a, operands);
  if (!elementA)
    return elementA.takeError();
  Expected<MatrixElement> elementB = matrixElement(MatrixFactor::b, b, operands);
  if (!elementB)
    return elementB.takeError();
  Expected<MatrixAccumulator> before = matrixAccumulator(c, operands & matrixCBFloat16);
  if (!before)
    return before.takeError();
  Expected<MatrixAccumulator> after = matrixAccumulator(result, operands & matrixResultBFloat16);
  if (!after)
    return after.takeError();
  if (c != result || *before != *after)
    return invalid("C of type " + typeName(c) + " holds " + nameOf(*before) +
                   " and the result of type " + typeName(result) + " holds " + nameOf(*after) +
                   ", expected one type and format");
  op.a = *elementA;
  op.b = *elementB;
  op.c = *after;
  return checkMatrixFormats(op.a, op.b, op.c);
}

/// The columns for which A's layout holds m x k elements, the likelier number first.
///
///   K >= N: a component of A for each row, K / N elements packed in it.
///   N = 2K: a component holds two rows of unpacked elements, even rows in the lower lanes.
SmallVector<unsigned, 2> columnsFor(const MatrixOperation &op, Type *a) {
  SmallVector<unsigned, 2> sizes;
  const unsigned components = componentCount(a) * op.rowsAbreast;
  const unsigned packed = a->getScalarSizeInBits() / bitsOf(op.a);
  if (components == op.m && op.k % packed == 0)
    sizes.push_back(op.k / packed);
  if (packed == 1 && op.rowsAbreast == 1 && components == (op.m + 1) / 2) {
    sizes.push_back(op.k * 2);
    // A single row fits both; tf32 is defined for N = 2K.
    if (sizes.size() == 2 && op.a == MatrixElement::tf32)
      std::swap(sizes[0], sizes[1]);
  }
  return sizes;
}

} // namespace

Expected<MatrixOperation> describeMatrixOperation(Type *a, Type *b, Type *c, Type *result,
                                                  unsigned k, unsigned operands,
                                                  std::optional<unsigned> subGroupSize) {
  if (operands & ~knownBits)
    return invalid("operands 0x" + utohexstr(operands) + " has the unknown bits 0x" +
                   utohexstr(operands & ~knownBits));
  MatrixOperation op;
  if (Error error = readFormats(a, b, c, result, operands, op))
    return error;

  // B: a lane holds a column, packed into 32-bit components; with two rows abreast, half of one.
  op.k = k;
  if (b->getScalarSizeInBits() != wordBits)
    return invalid("matrix B has components of type " + typeName(b->getScalarType()) +
                   ", expected 32 bits");
  const std::uint64_t columnBits = std::uint64_t(k) * bitsOf(op.b);
  const std::uint64_t laneBits = std::uint64_t(componentCount(b)) * wordBits;
  const unsigned packedA = a->getScalarSizeInBits() / bitsOf(op.a);
  if (columnBits == 2 * laneBits && k == packedA * abreastColumns)
    op.rowsAbreast = 2;
  else if (k == 0 || columnBits != laneBits)
    return invalid("K is " + Twine(k) + ", and matrix B of type " + typeName(b) + " holds " +
                   Twine(laneBits / bitsOf(op.b)) + " rows of " + nameOf(op.b));

  op.m = componentCount(c) * op.rowsAbreast;
  if (op.m > maxRows)
    return invalid("the result has " + Twine(op.m) + " rows, expected 1 to " + Twine(maxRows));

  // A: whole elements in a component, whole words in a row.
  const unsigned componentBits = a->getScalarSizeInBits();
  if (componentBits > wordBits || componentBits % bitsOf(op.a) != 0)
    return invalid("matrix A has components of type " + typeName(a->getScalarType()) + " for " +
                   nameOf(op.a) + ", expected 8, 16 or 32 bits that hold whole elements");
  if (std::uint64_t(k) * bitsOf(op.a) % wordBits != 0)
    return invalid("rows of matrix A have " + Twine(k) + " elements of " + nameOf(op.a) +
                   ", expected whole words of 32 bits");
  SmallVector<unsigned, 2> columns = columnsFor(op, a);
  if (columns.empty())
    return invalid("matrix A of type " + typeName(a) + " cannot hold " + Twine(op.m) + " x " +
                   Twine(k) + " elements of " + nameOf(op.a) +
                   "; expected a component for each row, or for two rows when K is half of the "
                   "sub-group size");
  const auto sizeError = [&](unsigned size, const Twine &found) {
    return invalid("matrix A of type " + typeName(a) + " with K = " + Twine(k) + " of " +
                   nameOf(op.a) + " needs sub-group size " + Twine(size * op.rowsAbreast) + ", " +
                   found);
  };
  const unsigned first = columns.front();
  erase_if(columns, [&](unsigned n) { return !isSubGroupSize(n * op.rowsAbreast); });
  if (columns.empty())
    return sizeError(first, subGroupSizesOfDevice);
  op.n = columns.front();
  if (subGroupSize) {
    if (*subGroupSize % op.rowsAbreast != 0 ||
        !is_contained(columns, *subGroupSize / op.rowsAbreast))
      return sizeError(op.n, "the kernel's size is " + Twine(*subGroupSize));
    op.n = *subGroupSize / op.rowsAbreast;
  }
  return op;
}

namespace {

// matrix_mad (a, b, c, K, operands); simd_matrix_mad (a, b, c, M, N, K, operands).
unsigned constantOperand(const CallBase &call, unsigned index) {
  return cast<ConstantInt>(call.getArgOperand(index))->getZExtValue();
}

Expected<MatrixOperation> describeMatrixMad(const CallBase &call, std::optional<unsigned> size) {
  const FunctionType *type = call.getFunctionType();
  return describeMatrixOperation(type->getParamType(0), type->getParamType(1),
                                 type->getParamType(2), type->getReturnType(),
                                 constantOperand(call, 3), constantOperand(call, 4), size);
}

} // namespace

MatrixOperation matrixOperation(const CallBase &call, std::optional<unsigned> subGroupSize) {
  if (internalOp(call) == InternalOp::matrixMad)
    return cantFail(describeMatrixMad(call, subGroupSize));
  assert(internalOp(call) == InternalOp::simdMatrixMad && "not a matrix operation");
  // Any shape: operations are joined to larger ones that no work-item could hold.
  const FunctionType *type = call.getFunctionType();
  const unsigned operands = constantOperand(call, 6);
  MatrixOperation op;
  op.m = constantOperand(call, 3);
  op.n = constantOperand(call, 4);
  op.k = constantOperand(call, 5);
  cantFail(readFormats(type->getParamType(0), type->getParamType(1), type->getParamType(2),
                       type->getReturnType(), operands, op));
  op.asBFloats = operands & matrixAsBFloats;
  op.inWords = operands & matrixInWords;
  return op;
}

std::optional<unsigned> impliedSubGroupSize(const Function &kernel) {
  if (std::optional<unsigned> size = cooperativeSize(kernel))
    return size;
  for (const Instruction &instruction : instructions(kernel))
    if (internalOp(instruction) == InternalOp::matrixMad)
      return matrixOperation(cast<CallBase>(instruction)).subGroupSize();
  return std::nullopt;
}

bool checkMatrixSubGroupSize(const Function &kernel) {
  const unsigned size = subGroupSize(kernel);
  bool isRight = true;
  for (const Instruction &instruction : instructions(kernel)) {
    if (internalOp(instruction) != InternalOp::matrixMad)
      continue;
    Expected<MatrixOperation> op = describeMatrixMad(cast<CallBase>(instruction), size);
    if (op)
      continue;
    reportError(instruction, toString(op.takeError()));
    isRight = false;
  }
  return isRight;
}

} // namespace heddle::compiler
