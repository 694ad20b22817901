#include "compiler/ir/matrix_operation.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"

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
constexpr unsigned knownBits = 0x3FFF | internalMatrixOperandBits;

Error invalid(const Twine &message) {
  return createStringError("matrix multiply-accumulate: " + message);
}

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

std::string operandsText(unsigned operands) { return "operands 0x" + utohexstr(operands); }

/// The bits of one factor, A's positions shifted for B.
struct FactorBits {
  char matrix;
  unsigned isSigned, int8, int4, int2, tf32, float16, bfloat16;
};
constexpr FactorBits bitsOfA{'A',         matrixASigned, matrixAInt8,    matrixAInt4,
                             matrixAInt2, matrixATf32,   matrixAFloat16, matrixABFloat16};
constexpr FactorBits bitsOfB{'B',         matrixBSigned, matrixBInt8,    matrixBInt4,
                             matrixBInt2, matrixBTf32,   matrixBFloat16, matrixBBFloat16};

/// The element format of a factor: exactly one packing bit says it.
Expected<MatrixElement> elementOf(const FactorBits &bits, Type *type, unsigned operands) {
  const bool isSignedFactor = operands & bits.isSigned;
  const unsigned packing =
      operands & (bits.int8 | bits.int4 | bits.int2 | bits.tf32 | bits.float16 | bits.bfloat16);
  Type *component = type->getScalarType();

  MatrixElement element;
  if (packing == bits.int8)
    element = isSignedFactor ? MatrixElement::i8 : MatrixElement::u8;
  else if (packing == bits.int4)
    element = isSignedFactor ? MatrixElement::i4 : MatrixElement::u4;
  else if (packing == bits.int2)
    element = isSignedFactor ? MatrixElement::i2 : MatrixElement::u2;
  else if (packing == bits.tf32)
    element = MatrixElement::tf32;
  else if (packing == bits.float16)
    element = MatrixElement::f16;
  else if (packing == bits.bfloat16)
    element = MatrixElement::bf16;
  else if (packing == 0)
    return invalid("matrix " + Twine(bits.matrix) + " of type " + typeName(type) +
                   " has no packing in " + operandsText(operands) +
                   "; expected packed int8, int4, float16, bfloat16 or tf32");
  else
    return invalid("matrix " + Twine(bits.matrix) + " has more than one packing in " +
                   operandsText(operands));

  const bool wantsFloat = element == MatrixElement::tf32;
  if (wantsFloat ? !component->isFloatTy() : !component->isIntegerTy())
    return invalid("matrix " + Twine(bits.matrix) + " holds " + nameOf(element) +
                   " in components of type " + typeName(component) + ", expected " +
                   (wantsFloat ? "float" : "integers"));
  return element;
}

Expected<MatrixAccumulator> accumulatorOf(Type *c, Type *result, unsigned operands) {
  if (c != result)
    return invalid("C has type " + typeName(c) + " and the result " + typeName(result) +
                   ", expected one type");
  const unsigned bfloat = operands & (matrixCBFloat16 | matrixResultBFloat16);
  Type *component = c->getScalarType();
  if (bfloat == (matrixCBFloat16 | matrixResultBFloat16)) {
    if (component->isIntegerTy(16))
      return MatrixAccumulator::bf16;
    return invalid("C and the result are bfloat16 by " + operandsText(operands) +
                   " and have type " + typeName(c) + ", expected 16-bit integers");
  }
  if (bfloat)
    return invalid(operandsText(operands) + " makes only one of C and the result bfloat16");
  if (component->isIntegerTy(32))
    return MatrixAccumulator::i32;
  if (component->isFloatTy())
    return MatrixAccumulator::f32;
  if (component->isHalfTy())
    return MatrixAccumulator::f16;
  return invalid("C has type " + typeName(c) +
                 ", expected 32-bit integers, float, half, or bfloat16 as 16-bit integers");
}

Error checkFormats(const MatrixOperation &op) {
  const auto pair = [&] { return (nameOf(op.a) + " x " + nameOf(op.b)).str(); };
  if (isInteger(op.a) != isInteger(op.b) || (!isInteger(op.a) && op.a != op.b))
    return invalid("A and B hold " + pair() + ", expected two integer formats or one float format");
  switch (op.c) {
  case MatrixAccumulator::i32:
    if (isInteger(op.a))
      return Error::success();
    return invalid(pair() + " accumulates in 32-bit integers, expected a float format");
  case MatrixAccumulator::f32:
    if (!isInteger(op.a))
      return Error::success();
    return invalid(pair() + " accumulates in float, expected 32-bit integers");
  case MatrixAccumulator::f16:
    if (op.a == MatrixElement::f16)
      return Error::success();
    return invalid(pair() + " accumulates in half, expected f16 x f16");
  case MatrixAccumulator::bf16:
    if (op.a == MatrixElement::bf16)
      return Error::success();
    return invalid(pair() + " accumulates in bfloat16, expected bf16 x bf16");
  }
  llvm_unreachable("all accumulators are handled");
}

/// The sub-group sizes at which A's layout holds m x k elements, the likelier one first.
///
///   K >= N: a component of A for each row, K / N elements packed in it.
///   N = 2K: a component holds two rows of unpacked elements, even rows in the lower lanes.
SmallVector<unsigned, 2> sizesFor(const MatrixOperation &op, Type *a) {
  SmallVector<unsigned, 2> sizes;
  const unsigned components = componentCount(a);
  const unsigned packed = a->getScalarSizeInBits() / bitsOf(op.a);
  if (components == op.m && op.k % packed == 0)
    sizes.push_back(op.k / packed);
  if (packed == 1 && components == (op.m + 1) / 2) {
    sizes.push_back(op.k * 2);
    // A single row fits both; tf32 is defined for N = 2K.
    if (sizes.size() == 2 && op.a == MatrixElement::tf32)
      std::swap(sizes[0], sizes[1]);
  }
  return sizes;
}

} // namespace

unsigned bitsOf(MatrixElement element) {
  switch (element) {
  case MatrixElement::i2:
  case MatrixElement::u2:
    return 2;
  case MatrixElement::i4:
  case MatrixElement::u4:
    return 4;
  case MatrixElement::i8:
  case MatrixElement::u8:
    return 8;
  case MatrixElement::bf16:
  case MatrixElement::f16:
    return 16;
  case MatrixElement::tf32:
    return 32;
  }
  llvm_unreachable("all elements are handled");
}

bool isInteger(MatrixElement element) { return bitsOf(element) <= 8; }

bool isSigned(MatrixElement element) {
  return element == MatrixElement::i8 || element == MatrixElement::i4 ||
         element == MatrixElement::i2;
}

StringRef nameOf(MatrixElement element) {
  switch (element) {
  case MatrixElement::i8:
    return "i8";
  case MatrixElement::u8:
    return "u8";
  case MatrixElement::i4:
    return "i4";
  case MatrixElement::u4:
    return "u4";
  case MatrixElement::i2:
    return "i2";
  case MatrixElement::u2:
    return "u2";
  case MatrixElement::bf16:
    return "bf16";
  case MatrixElement::f16:
    return "f16";
  case MatrixElement::tf32:
    return "tf32";
  }
  llvm_unreachable("all elements are handled");
}

Expected<MatrixOperation> describeMatrixOperation(Type *a, Type *b, Type *c, Type *result,
                                                  unsigned k, unsigned operands,
                                                  std::optional<unsigned> subGroupSize) {
  if (operands & ~knownBits)
    return invalid(operandsText(operands) + " has the unknown bits 0x" +
                   utohexstr(operands & ~knownBits));
  MatrixOperation op;
  op.m = componentCount(c);
  op.k = k;
  if (op.m > maxRows)
    return invalid("the result has " + Twine(op.m) + " rows, expected 1 to " + Twine(maxRows));

  Expected<MatrixElement> elementA = elementOf(bitsOfA, a, operands);
  if (!elementA)
    return elementA.takeError();
  Expected<MatrixElement> elementB = elementOf(bitsOfB, b, operands);
  if (!elementB)
    return elementB.takeError();
  Expected<MatrixAccumulator> accumulator = accumulatorOf(c, result, operands);
  if (!accumulator)
    return accumulator.takeError();
  op.a = *elementA;
  op.b = *elementB;
  op.c = *accumulator;
  if (Error error = checkFormats(op))
    return error;

  // B: lane n holds column n, packed into 32-bit components.
  if (b->getScalarSizeInBits() != wordBits)
    return invalid("matrix B has components of type " + typeName(b->getScalarType()) +
                   ", expected 32 bits");
  if (k == 0 || uint64_t(componentCount(b)) * wordBits != uint64_t(k) * bitsOf(op.b))
    return invalid("K is " + Twine(k) + ", and matrix B of type " + typeName(b) + " holds " +
                   Twine(componentCount(b) * wordBits / bitsOf(op.b)) + " rows of " + nameOf(op.b));

  // A: whole elements in a component, whole words in a row.
  const unsigned componentBits = a->getScalarSizeInBits();
  if (componentBits > wordBits || componentBits % bitsOf(op.a) != 0)
    return invalid("matrix A has components of type " + typeName(a->getScalarType()) + " for " +
                   nameOf(op.a) + ", expected 8, 16 or 32 bits that hold whole elements");
  if (k * bitsOf(op.a) % wordBits != 0)
    return invalid("rows of matrix A have " + Twine(k) + " elements of " + nameOf(op.a) +
                   ", expected whole words of 32 bits");
  SmallVector<unsigned, 2> sizes = sizesFor(op, a);
  if (sizes.empty())
    return invalid("matrix A of type " + typeName(a) + " cannot hold " + Twine(op.m) + " x " +
                   Twine(k) + " elements of " + nameOf(op.a) +
                   "; expected a component for each row, or for two rows when K is half of the "
                   "sub-group size");
  op.n = sizes.front();
  if (subGroupSize) {
    if (!is_contained(sizes, *subGroupSize))
      return invalid("matrix A of type " + typeName(a) + " with K = " + Twine(k) + " of " +
                     nameOf(op.a) + " needs sub-group size " + Twine(op.n) +
                     ", the kernel's size is " + Twine(*subGroupSize));
    op.n = *subGroupSize;
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

MatrixOperation matrixOperation(const CallBase &call) {
  if (internalOp(call) == InternalOp::matrixMad)
    return cantFail(describeMatrixMad(call, std::nullopt));
  assert(internalOp(call) == InternalOp::simdMatrixMad && "not a matrix operation");
  // Any shape: operations are joined to larger ones that no work-item could hold.
  const FunctionType *type = call.getFunctionType();
  const unsigned operands = constantOperand(call, 6);
  MatrixOperation op;
  op.m = constantOperand(call, 3);
  op.n = constantOperand(call, 4);
  op.k = constantOperand(call, 5);
  op.a = cantFail(elementOf(bitsOfA, type->getParamType(0), operands));
  op.b = cantFail(elementOf(bitsOfB, type->getParamType(1), operands));
  op.c = cantFail(accumulatorOf(type->getParamType(2), type->getReturnType(), operands));
  return op;
}

std::optional<unsigned> impliedSubGroupSize(const Function &kernel) {
  for (const Instruction &instruction : instructions(kernel))
    if (internalOp(instruction) == InternalOp::matrixMad)
      return matrixOperation(cast<CallBase>(instruction)).n;
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
