// Products of cooperative matrices. Formats that matrix instructions have become operations on
// them; all others are multiplied as elements of the result's type.
#include "compiler/ir/accumulators.hpp"
#include "compiler/ir/float_formats.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_formats.hpp"
#include "compiler/ir/mul_add_operands.hpp"
#include "compiler/spirv/matrix/cooperative_calls.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using namespace mul_add;

class ProductBuilder {
public:
  ProductBuilder(IRBuilderBase &builder, const MatrixProduct &product)
      : builder(builder), product(product) {}

  Expected<Value *> create();

private:
  Error check() const;
  bool holdsFloats(const CooperativeMatrix &matrix, unsigned asFloats) const {
    return matrix.component->isFloatingPointTy() || has(asFloats);
  }
  Value *mad(Value *a, Value *b, Value *c, unsigned operands);
  Value *floatProduct(MatrixElement a, MatrixElement b, unsigned packing);
  Value *integerProduct(unsigned packing);
  Value *elementwise();
  Value *addAndSaturate(Value *products, Value *c, Type *result);
  bool has(unsigned bits) const { return product.operands & bits; }
  Type *like(Value *elements, Type *component) const {
    return elements->getType()->getWithNewType(component);
  }
  Value *extended(Value *elements, Type *component, bool isSigned) {
    Type *type = like(elements, component);
    return component->isFloatingPointTy() ? builder.CreateFPCast(elements, type)
                                          : builder.CreateIntCast(elements, type, isSigned);
  }
  Type *resultComponent() const { return product.result.component; }

  IRBuilderBase &builder;
  const MatrixProduct &product;
};

Error invalid(const Twine &message) { return createStringError("cooperative matrix: " + message); }

std::string nameOf(const CooperativeMatrix &matrix) {
  std::string text;
  raw_string_ostream os(text);
  os << matrix.rows << " x " << matrix.columns << " of " << *matrix.component;
  return text;
}

Error ProductBuilder::check() const {
  if (product.operands & ~knownOperands)
    return invalid("the operands of a product, 0x" + Twine::utohexstr(product.operands) +
                   ", have unknown bits");
  const CooperativeMatrix &a = product.a, &b = product.b, &c = product.c, &d = product.result;
  if (a.use != MatrixUse::a || b.use != MatrixUse::b || c.use != MatrixUse::accumulator ||
      d.use != MatrixUse::accumulator)
    return invalid("a product takes matrices of uses A, B and accumulator and gives one of use "
                   "accumulator");
  if (a.columns != b.rows || a.rows != c.rows || b.columns != c.columns || c.rows != d.rows ||
      c.columns != d.columns)
    return invalid("a product of " + nameOf(a) + " and " + nameOf(b) + " is added to " + nameOf(c) +
                   " and gives " + nameOf(d) + ": sizes do not fit");
  const bool isFloat = holdsFloats(d, resultBFloat16);
  if (holdsFloats(a, abBFloat16 | aFloat8E4M3 | aFloat8E5M2) != isFloat ||
      holdsFloats(b, abBFloat16 | bFloat8E4M3 | bFloat8E5M2) != isFloat ||
      holdsFloats(c, cBFloat16) != isFloat)
    return invalid("a product of " + nameOf(a) + " and " + nameOf(b) + " that is added to " +
                   nameOf(c) + " and gives " + nameOf(d) + " mixes integers and floats");
  return Error::success();
}

Value *ProductBuilder::mad(Value *a, Value *b, Value *c, unsigned operands) {
  SmallVector<Value *, 7> values{a,
                                 b,
                                 c,
                                 builder.getInt32(product.a.rows),
                                 builder.getInt32(product.b.columns),
                                 builder.getInt32(product.a.columns),
                                 builder.getInt32(operands)};
  SmallVector<Type *, 7> types;
  for (Value *value : values)
    types.push_back(value->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(getInternalOp(module, InternalOp::cooperativeMad,
                                          FunctionType::get(c->getType(), types, false)),
                            values);
}

/// Sums are floats, or as the accumulators are if both have one format that instructions take.
Value *ProductBuilder::floatProduct(MatrixElement a, MatrixElement b, unsigned packing) {
  const auto formatOf = [&](const CooperativeMatrix &matrix, bool isBFloat16) {
    Expected<MatrixAccumulator> format = matrixAccumulator(matrix.component, isBFloat16);
    if (!format) {
      consumeError(format.takeError());
      return std::optional<MatrixAccumulator>();
    }
    return std::optional(*format);
  };
  const std::optional<MatrixAccumulator> before = formatOf(product.c, has(cBFloat16)),
                                         after = formatOf(product.result, has(resultBFloat16));
  if (!before || !after || *before == MatrixAccumulator::i32 || *after == MatrixAccumulator::i32)
    return nullptr;
  const bool isBFloat16 = *after == MatrixAccumulator::bf16;
  Error refusal = checkMatrixFormats(a, b, *after);
  const bool isTaken = !refusal;
  consumeError(std::move(refusal));
  if (*before == *after && isTaken)
    return mad(product.partA, product.partB, product.partC,
               packing | (isBFloat16 ? matrixCBFloat16 | matrixResultBFloat16 : 0));
  Value *sum =
      mad(product.partA, product.partB, widenAccumulator(builder, product.partC, *before), packing);
  return narrowAccumulator(builder, sum, *after);
}

/// C is added to products that are exact in i32, in the width of the result, and a bit more where
/// the sum saturates.
Value *ProductBuilder::addAndSaturate(Value *products, Value *c, Type *result) {
  const unsigned bits = result->getScalarSizeInBits();
  if (!has(saturating))
    return builder.CreateAdd(extended(products, result, /*isSigned=*/true),
                             extended(c, result, has(cSigned)));
  // C is extended to the precision of the result, whose sign says what its bits mean.
  c = extended(c, result, has(cSigned));
  Type *exact = builder.getIntNTy(std::max(bits, 32u) + 2);
  Value *sum = builder.CreateAdd(extended(products, exact, /*isSigned=*/true),
                                 extended(c, exact, has(resultSigned)));
  const unsigned wide = exact->getIntegerBitWidth();
  const APInt low =
      has(resultSigned) ? APInt::getSignedMinValue(bits).sext(wide) : APInt::getZero(wide);
  const APInt high = has(resultSigned) ? APInt::getSignedMaxValue(bits).sext(wide)
                                       : APInt::getMaxValue(bits).zext(wide);
  Type *type = sum->getType();
  sum = builder.CreateBinaryIntrinsic(Intrinsic::smax, sum, ConstantInt::get(type, low));
  sum = builder.CreateBinaryIntrinsic(Intrinsic::smin, sum, ConstantInt::get(type, high));
  return builder.CreateTrunc(sum, like(sum, result));
}

/// Bytes: products and their sums are exact in i32.
Value *ProductBuilder::integerProduct(unsigned packing) {
  Type *word = builder.getInt32Ty(), *result = resultComponent();
  if (result == word && product.c.component == word && !has(saturating))
    return mad(product.partA, product.partB, product.partC, packing);
  Value *zero = Constant::getNullValue(like(product.partC, word));
  Value *products = mad(product.partA, product.partB, zero, packing);
  return addAndSaturate(products, product.partC, result);
}

/// In the type of the result, or in float.
Value *ProductBuilder::elementwise() {
  const auto convert = [&](const CooperativeMatrix &matrix, Value *elements, bool isBFloat16) {
    return isBFloat16 && matrix.component->isIntegerTy(16)
               ? widenAccumulator(builder, elements, MatrixAccumulator::bf16)
               : elements;
  };
  const auto elementsOf = [&](const CooperativeMatrix &matrix, Value *part) {
    return asElements(builder, part, matrix, product.lanes);
  };
  Value *a = convert(product.a, elementsOf(product.a, product.partA), has(abBFloat16));
  Value *b = convert(product.b, elementsOf(product.b, product.partB), has(abBFloat16));
  Value *c = convert(product.c, product.partC, has(cBFloat16));
  Type *result = resultComponent();
  if (has(resultBFloat16) || result->isHalfTy())
    result = builder.getFloatTy();
  a = extended(a, result, has(aSigned));
  b = extended(b, result, has(bSigned));
  if (!has(saturating)) {
    Value *sum = mad(a, b, extended(c, result, has(cSigned)), elementwiseProducts);
    if (has(resultBFloat16))
      return narrowAccumulator(builder, sum, MatrixAccumulator::bf16);
    return extended(sum, resultComponent(), false);
  }
  Value *products = mad(a, b, Constant::getNullValue(like(c, result)), elementwiseProducts);
  c = extended(c, result, has(cSigned));
  return builder.CreateBinaryIntrinsic(
      has(resultSigned) ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, products, c);
}

Expected<Value *> ProductBuilder::create() {
  if (Error error = check())
    return error;
  const std::optional<unsigned> packingA =
      cooperativePacking(MatrixFactor::a, product.a.component, product.operands);
  const std::optional<unsigned> packingB =
      cooperativePacking(MatrixFactor::b, product.b.component, product.operands);
  Value *result = nullptr;
  // Deeper sums of bytes might not fit.
  constexpr unsigned deepestExact = 1u << 15;
  if (packingA && packingB) {
    const auto element = [&](MatrixFactor factor, const CooperativeMatrix &matrix) {
      Type *component = matrix.component->isHalfTy() ? builder.getInt16Ty() : matrix.component;
      return cantFail(matrixElement(factor, component, *packingA | *packingB));
    };
    const MatrixElement a = element(MatrixFactor::a, product.a);
    const MatrixElement b = element(MatrixFactor::b, product.b);
    if (isInteger(a) && isInteger(b)) {
      if (product.a.columns <= deepestExact)
        result = integerProduct(*packingA | *packingB);
    } else if (Error error = checkMatrixFormats(a, b, MatrixAccumulator::f32)) {
      consumeError(std::move(error));
    } else {
      result = floatProduct(a, b, *packingA | *packingB);
    }
  }
  return result ? result : elementwise();
}

/// Components of four bits, which are bytes, as what bytes can be.
MatrixProduct withoutFourBits(IRBuilderBase &builder, const MatrixProduct &product) {
  MatrixProduct result = product;
  result.operands &= ~(aInt4 | bInt4 | aFloat4E2M1 | bFloat4E2M1);
  const auto widen = [&](const CooperativeMatrix &matrix, Value *&part, unsigned fourBits,
                         unsigned isSigned, unsigned e2m1, unsigned e4m3) {
    const bool isFloat = product.operands & e2m1;
    if (isFloat)
      result.operands |= e4m3;
    else if (!(product.operands & fourBits) || !(product.operands & isSigned))
      return;
    Value *elements = asElements(builder, part, matrix, product.lanes);
    elements = isFloat ? float4AsFloat8(builder, elements) : signExtendHalves(builder, elements);
    part = asPart(builder, elements, matrix, product.lanes);
  };
  widen(product.a, result.partA, aInt4, aSigned, aFloat4E2M1, aFloat8E4M3);
  widen(product.b, result.partB, bInt4, bSigned, bFloat4E2M1, bFloat8E4M3);
  return result;
}

} // namespace

Expected<Value *> createCooperativeMad(IRBuilderBase &builder, const MatrixProduct &product) {
  const MatrixProduct ofBytes = withoutFourBits(builder, product);
  return ProductBuilder(builder, ofBytes).create();
}

} // namespace heddle::compiler
