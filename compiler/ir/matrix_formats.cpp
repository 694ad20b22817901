#include "compiler/ir/matrix_formats.hpp"

#include "compiler/ir/mul_add_operands.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// How a cooperative matrix holds such elements: in components of one type, of which bits of the
/// products' operands (mul_add_operands.hpp) say what they are.
enum class Component { none, integer, half, single };
struct Cooperative {
  Component component = Component::none;
  unsigned operandA = 0, operandB = 0;
};
constexpr Cooperative notCooperative{};

struct ElementRow {
  MatrixElement element;
  StringLiteral name;
  unsigned bits;
  unsigned packingA, packingB; ///< their bits of the operands word
  Cooperative cooperative;
  bool isInteger = false, isSigned = false;
};

using namespace mul_add;

// In the order of the enumeration.
constexpr ElementRow elements[] = {
    {MatrixElement::i8, "i8", 8, matrixAInt8, matrixBInt8, {Component::integer}, true, true},
    {MatrixElement::u8, "u8", 8, matrixAInt8, matrixBInt8, {Component::integer}, true},
    {MatrixElement::i4, "i4", 4, matrixAInt4, matrixBInt4, notCooperative, true, true},
    {MatrixElement::u4, "u4", 4, matrixAInt4, matrixBInt4, notCooperative, true},
    {MatrixElement::i2, "i2", 2, matrixAInt2, matrixBInt2, notCooperative, true, true},
    {MatrixElement::u2, "u2", 2, matrixAInt2, matrixBInt2, notCooperative, true},
    {MatrixElement::bf16,
     "bf16",
     16,
     matrixABFloat16,
     matrixBBFloat16,
     {Component::integer, abBFloat16, abBFloat16}},
    {MatrixElement::f16, "f16", 16, matrixAFloat16, matrixBFloat16, {Component::half}},
    {MatrixElement::tf32,
     "tf32",
     32,
     matrixATf32,
     matrixBTf32,
     {Component::single, abTf32, abTf32}},
    {MatrixElement::f32, "f32", 32, 0, 0, {Component::single}},
    {MatrixElement::e4m3,
     "e4m3",
     8,
     matrixAFloat8E4M3,
     matrixBFloat8E4M3,
     {Component::integer, aFloat8E4M3, bFloat8E4M3}},
    {MatrixElement::e5m2,
     "e5m2",
     8,
     matrixAFloat8E5M2,
     matrixBFloat8E5M2,
     {Component::integer, aFloat8E5M2, bFloat8E5M2}},
    {MatrixElement::e2m1, "e2m1", 4, matrixAFloat4E2M1, matrixBFloat4E2M1, notCooperative},
};

const ElementRow &rowOf(MatrixElement element) {
  const ElementRow &row = elements[static_cast<unsigned>(element)];
  assert(row.element == element && "the rows are in the order of the enumeration");
  return row;
}

unsigned packingBit(const ElementRow &row, MatrixFactor factor) {
  return factor == MatrixFactor::a ? row.packingA : row.packingB;
}

std::string typeName(Type *type) {
  std::string name;
  raw_string_ostream os(name);
  type->print(os);
  return name;
}

std::string operandsText(unsigned operands) { return "operands 0x" + utohexstr(operands); }

/// Formats that are mixed freely: those that are exact in bfloat16.
bool isSmallFloat(MatrixElement element) {
  return element == MatrixElement::e4m3 || element == MatrixElement::e5m2 ||
         element == MatrixElement::e2m1;
}

} // namespace

unsigned bitsOf(MatrixElement element) { return rowOf(element).bits; }
bool isInteger(MatrixElement element) { return rowOf(element).isInteger; }
bool isSigned(MatrixElement element) { return rowOf(element).isSigned; }
StringRef nameOf(MatrixElement element) { return rowOf(element).name; }

StringRef nameOf(MatrixAccumulator accumulator) {
  switch (accumulator) {
  case MatrixAccumulator::i32:
    return "32-bit integers";
  case MatrixAccumulator::f32:
    return "float";
  case MatrixAccumulator::f16:
    return "half";
  case MatrixAccumulator::bf16:
    return "bfloat16";
  }
  llvm_unreachable("all accumulators are handled");
}

Value *signExtendHalves(IRBuilderBase &builder, Value *bytes) {
  Constant *sign = ConstantInt::get(bytes->getType(), 8);
  return builder.CreateSub(builder.CreateXor(bytes, sign), sign);
}

Error invalidMatrixOperation(const Twine &message) {
  return createStringError("matrix multiply-accumulate: " + message);
}

Expected<MatrixElement> matrixElement(MatrixFactor factor, Type *type, unsigned operands) {
  const StringRef name = factor == MatrixFactor::a ? "matrix A" : "matrix B";
  Type *component = type->getScalarType();
  unsigned allPackings = 0;
  for (const ElementRow &row : elements)
    allPackings |= packingBit(row, factor);
  const unsigned packing = operands & allPackings;
  const bool isSignedFactor =
      operands & (factor == MatrixFactor::a ? matrixASigned : matrixBSigned);

  if (packing == 0 && !component->isFloatTy())
    return invalidMatrixOperation(name + " of type " + typeName(type) + " has no packing in " +
                                  operandsText(operands) +
                                  "; expected a packed format, tf32, or components of type float");
  const ElementRow *row = find_if(elements, [&](const ElementRow &candidate) {
    return packingBit(candidate, factor) == packing &&
           (!candidate.isInteger || candidate.isSigned == isSignedFactor);
  });
  if (row == std::end(elements))
    return invalidMatrixOperation(name + " has more than one packing in " + operandsText(operands));

  const bool isPacked = row->bits < 32;
  if (isPacked ? !component->isIntegerTy() : !component->isFloatTy())
    return invalidMatrixOperation(name + " holds " + row->name + " in components of type " +
                                  typeName(component) + ", expected " +
                                  (isPacked ? "integers" : "float"));
  return row->element;
}

std::optional<unsigned> cooperativePacking(MatrixFactor factor, Type *component,
                                           unsigned operands) {
  const bool isA = factor == MatrixFactor::a;
  const bool isSignedFactor = operands & (isA ? aSigned : bSigned);
  const auto operandOf = [&](const ElementRow &row) {
    return isA ? row.cooperative.operandA : row.cooperative.operandB;
  };
  const auto holds = [&](const ElementRow &row) {
    switch (row.cooperative.component) {
    case Component::none:
      return false;
    case Component::integer:
      return component->isIntegerTy(row.bits);
    case Component::half:
      return component->isHalfTy();
    case Component::single:
      return component->isFloatTy();
    }
    llvm_unreachable("all components are handled");
  };
  unsigned formats = 0;
  for (const ElementRow &row : elements)
    if (holds(row))
      formats |= operandOf(row);
  for (const ElementRow &row : elements)
    if (holds(row) && operandOf(row) == (operands & formats) &&
        (!row.isInteger || row.isSigned == isSignedFactor))
      return packingBit(row, factor) | (row.isSigned ? (isA ? matrixASigned : matrixBSigned) : 0u);
  return std::nullopt;
}

Expected<MatrixAccumulator> matrixAccumulator(Type *type, bool isBFloat16) {
  Type *component = type->getScalarType();
  if (isBFloat16) {
    if (component->isIntegerTy(16))
      return MatrixAccumulator::bf16;
    return invalidMatrixOperation("an accumulator of bfloat16 has type " + typeName(type) +
                                  ", expected 16-bit integers");
  }
  if (component->isIntegerTy(32))
    return MatrixAccumulator::i32;
  if (component->isFloatTy())
    return MatrixAccumulator::f32;
  if (component->isHalfTy())
    return MatrixAccumulator::f16;
  return invalidMatrixOperation("an accumulator has type " + typeName(type) +
                                ", expected 32-bit integers, float, half, or bfloat16 as 16-bit "
                                "integers with their bit in the operands word");
}

Error checkMatrixFormats(MatrixElement a, MatrixElement b, MatrixAccumulator c) {
  const std::string pair = (nameOf(a) + " x " + nameOf(b)).str();
  if (isInteger(a) != isInteger(b) ||
      (!isInteger(a) && a != b && !(isSmallFloat(a) && isSmallFloat(b))))
    return invalidMatrixOperation("A and B hold " + pair +
                                  ", expected two integer formats, one float format, or two "
                                  "formats of 8 or 4 bits");
  const auto refuse = [&](const Twine &expected) {
    return invalidMatrixOperation(pair + " accumulates in " + nameOf(c) + ", expected " + expected);
  };
  switch (c) {
  case MatrixAccumulator::i32:
    return isInteger(a) ? Error::success() : refuse("a float format");
  case MatrixAccumulator::f32:
    return isInteger(a) ? refuse("32-bit integers") : Error::success();
  case MatrixAccumulator::f16:
    return a == MatrixElement::f16 ? Error::success() : refuse("f16 x f16");
  case MatrixAccumulator::bf16:
    return a == MatrixElement::bf16 || isSmallFloat(a)
               ? Error::success()
               : refuse("bf16 x bf16, or factors of 8 or 4 bits");
  }
  llvm_unreachable("all accumulators are handled");
}

} // namespace heddle::compiler
