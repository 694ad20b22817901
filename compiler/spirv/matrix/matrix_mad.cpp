#include "compiler/spirv/matrix/matrix_mad.hpp"

#include "compiler/ir/accumulators.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned accumulatorBits = matrixCBFloat16 | matrixResultBFloat16;
constexpr unsigned scaleNaN = 255;
constexpr int scaleBias = 127;

unsigned componentCount(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

Type *withCount(Type *scalar, unsigned count) {
  return count == 1 ? scalar : FixedVectorType::get(scalar, count);
}

std::string typeName(Type *type) {
  std::string name;
  raw_string_ostream os(name);
  type->print(os);
  return name;
}

Value *createCall(IRBuilderBase &builder, InternalOp op, Type *result, ArrayRef<Value *> operands) {
  SmallVector<Type *> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(
      getInternalOp(module, op, FunctionType::get(result, types, /*isVarArg=*/false)), operands);
}

/// The operation with an accumulator of this type and format, if it is well-formed.
Expected<MatrixOperation> describeWith(const MatrixMad &mad, Type *type, bool isBFloat16) {
  const unsigned operands = mad.operands & ~(accumulatorBits | matrixScaleBits);
  return describeMatrixOperation(mad.a->getType(), mad.b->getType(), type, type, mad.k,
                                 operands | (isBFloat16 ? accumulatorBits : 0));
}

/// The formats of C and of the result, which may differ, and the operation of both.
struct Formats {
  MatrixOperation op;
  MatrixAccumulator before, after;
};

Expected<Formats> formatsOf(const MatrixMad &mad) {
  Type *c = mad.c->getType();
  if (componentCount(c) != componentCount(mad.result))
    return invalidMatrixOperation("C has type " + typeName(c) + " and the result " +
                                  typeName(mad.result) + ", expected as many rows");
  Expected<MatrixOperation> before = describeWith(mad, c, mad.operands & matrixCBFloat16);
  if (!before)
    return before.takeError();
  Expected<MatrixOperation> after =
      describeWith(mad, mad.result, mad.operands & matrixResultBFloat16);
  if (!after)
    return after.takeError();
  return Formats{*after, before->c, after->c};
}

Value *createInternalMad(IRBuilderBase &builder, Value *a, Value *b, Value *c, unsigned k,
                         unsigned operands) {
  return createCall(builder, InternalOp::matrixMad, c->getType(),
                    {a, b, c, builder.getInt32(k), builder.getInt32(operands)});
}

/// Blocks of K with scales of their own.
class ScaledMad {
public:
  ScaledMad(IRBuilderBase &builder, const MatrixMad &mad, const Formats &formats, Value *scaleA,
            Value *scaleB)
      : builder(builder), mad(mad), op(formats.op), formats(formats), scaleA(scaleA),
        scaleB(scaleB), blocks(componentCount(scaleA->getType())),
        rows(componentCount(mad.result)) {}

  /// Whether each lane of A and each packed row of B lies in one block.
  Error check() const;
  Value *create();

private:
  unsigned blockLength() const { return op.k / blocks; }
  unsigned packedA() const { return mad.a->getType()->getScalarSizeInBits() / bitsOf(op.a); }
  unsigned packedB() const { return 32 / bitsOf(op.b); }

  Value *lane() {
    if (!laneId)
      laneId = createCall(builder, InternalOp::subGroupLocalId, builder.getInt32Ty(), {});
    return laneId;
  }
  Value *broadcast(Value *value, unsigned from) {
    return createCall(builder, InternalOp::subGroupBroadcast, value->getType(),
                      {value, builder.getInt32(from)});
  }
  Value *splat(Value *value) { return rows == 1 ? value : builder.CreateVectorSplat(rows, value); }
  Value *scaleOf(Value *scales, unsigned block) {
    Value *scale = blocks == 1 ? scales : builder.CreateExtractElement(scales, block);
    return builder.CreateZExt(scale, builder.getInt32Ty());
  }

  Value *onlyBlockOfA(unsigned block);
  Value *onlyBlockOfB(unsigned block);
  Value *exponentsOfRows(unsigned block);
  Value *exponentOfColumn(unsigned block);
  Value *powerOfTwo(Value *exponents);
  Value *addBlock(unsigned block, Value *sum);

  IRBuilderBase &builder;
  const MatrixMad &mad;
  const MatrixOperation op;
  const Formats &formats;
  Value *scaleA, *scaleB;
  const unsigned blocks;
  const unsigned rows; ///< of the result in one lane
  Value *laneId = nullptr;
};

Error ScaledMad::check() const {
  for (Value *scale : {scaleA, scaleB})
    if (!scale->getType()->getScalarType()->isIntegerTy(8) ||
        componentCount(scale->getType()) != blocks)
      return invalidMatrixOperation("the scales have types " + typeName(scaleA->getType()) +
                                    " and " + typeName(scaleB->getType()) +
                                    ", expected one type of 8-bit integers");
  if (isInteger(op.a))
    return invalidMatrixOperation("the factors hold " + nameOf(op.a) + " x " + nameOf(op.b) +
                                  ", expected float formats beside scales");
  if (op.k != packedA() * op.n)
    return invalidMatrixOperation("scaled rows of matrix A of type " + typeName(mad.a->getType()) +
                                  " with K = " + Twine(op.k) +
                                  " share a component, expected one for each");
  if (blocks > 1 && (op.k % blocks != 0 || blockLength() % packedA() != 0 ||
                     blockLength() % (packedB() * op.rowsAbreast) != 0))
    return invalidMatrixOperation("K is " + Twine(op.k) + " and there are " + Twine(blocks) +
                                  " scales, expected one for each block of whole components");
  return Error::success();
}

// A product over one block is one over all of K with zeros in both factors elsewhere. They add
// nothing, not even beside an infinity.
Value *ScaledMad::onlyBlockOfA(unsigned block) {
  if (blocks == 1)
    return mad.a;
  // Lane l holds k = l * packed, …
  const unsigned lanesOfBlock = blockLength() / packedA();
  Value *column = builder.CreateAnd(lane(), builder.getInt32(op.n - 1));
  Value *isInside = builder.CreateICmpEQ(builder.CreateUDiv(column, builder.getInt32(lanesOfBlock)),
                                         builder.getInt32(block));
  return builder.CreateSelect(isInside, mad.a, Constant::getNullValue(mad.a->getType()));
}

Value *ScaledMad::onlyBlockOfB(unsigned block) {
  if (blocks == 1)
    return mad.b;
  const unsigned components = blockLength() / (packedB() * op.rowsAbreast);
  Value *result = Constant::getNullValue(mad.b->getType());
  for (unsigned i = block * components; i < (block + 1) * components; ++i)
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(mad.b, i), i);
  return result;
}

/// For each row of the lane, the scale of A that lane `row` holds.
Value *ScaledMad::exponentsOfRows(unsigned block) {
  Value *scale = scaleOf(scaleA, block);
  Value *result = PoisonValue::get(withCount(builder.getInt32Ty(), rows));
  for (unsigned row = 0; row < rows; ++row) {
    Value *ofRow = broadcast(scale, row * op.rowsAbreast);
    if (op.rowsAbreast == 2)
      ofRow = builder.CreateSelect(builder.CreateICmpULT(lane(), builder.getInt32(op.n)), ofRow,
                                   broadcast(scale, row * 2 + 1));
    result = rows == 1 ? ofRow : builder.CreateInsertElement(result, ofRow, row);
  }
  return result;
}

/// The scale of B for the lane's column, which lane `column` holds.
Value *ScaledMad::exponentOfColumn(unsigned block) {
  Value *scale = scaleOf(scaleB, block);
  if (op.rowsAbreast == 1)
    return scale;
  Value *column = builder.CreateAnd(lane(), builder.getInt32(op.n - 1));
  return createCall(builder, InternalOp::subGroupShuffle, scale->getType(), {scale, column});
}

/// 2^e for e from -127 to 127; the first is a denormal float.
Value *ScaledMad::powerOfTwo(Value *exponents) {
  Type *type = exponents->getType();
  Value *biased = builder.CreateAdd(exponents, ConstantInt::get(type, scaleBias));
  Value *bits = builder.CreateShl(biased, 23);
  bits = builder.CreateBinaryIntrinsic(Intrinsic::umax, bits, ConstantInt::get(type, 1u << 22));
  return builder.CreateBitCast(bits, type->getWithNewType(builder.getFloatTy()));
}

Value *ScaledMad::addBlock(unsigned block, Value *sum) {
  Value *zero = Constant::getNullValue(sum->getType());
  Value *product = createInternalMad(builder, onlyBlockOfA(block), onlyBlockOfB(block), zero, op.k,
                                     mad.operands & ~(accumulatorBits | matrixScaleBits));
  Value *ofRows = exponentsOfRows(block);
  Value *ofColumn = splat(exponentOfColumn(block));
  Type *type = ofRows->getType();
  const auto isNaN = [&](Value *scale) {
    return builder.CreateICmpEQ(scale, ConstantInt::get(type, scaleNaN));
  };
  // Two factors of one sign: the power alone may be outside the range of float, and a first factor
  // goes no farther than both.
  Value *exponent = builder.CreateAdd(builder.CreateAdd(ofRows, ofColumn),
                                      ConstantInt::getSigned(type, -2 * scaleBias));
  Value *half = builder.CreateAShr(exponent, 1);
  Value *first = powerOfTwo(half), *second = powerOfTwo(builder.CreateSub(exponent, half));
  first = builder.CreateSelect(builder.CreateOr(isNaN(ofRows), isNaN(ofColumn)),
                               ConstantFP::getQNaN(first->getType()), first);
  return builder.CreateIntrinsic(Intrinsic::fma, {sum->getType()},
                                 {builder.CreateFMul(product, first), second, sum});
}

Value *ScaledMad::create() {
  Value *sum = widenAccumulator(builder, mad.c, formats.before);
  for (unsigned block = 0; block < blocks; ++block)
    sum = addBlock(block, sum);
  return narrowAccumulator(builder, sum, formats.after);
}

} // namespace

Expected<Value *> createMatrixMad(IRBuilderBase &builder, const MatrixMad &mad) {
  Expected<Formats> formats = formatsOf(mad);
  if (!formats)
    return formats.takeError();
  if (formats->before == formats->after)
    return createInternalMad(builder, mad.a, mad.b, mad.c, mad.k, mad.operands);
  Value *sum =
      createInternalMad(builder, mad.a, mad.b, widenAccumulator(builder, mad.c, formats->before),
                        mad.k, mad.operands & ~accumulatorBits);
  return narrowAccumulator(builder, sum, formats->after);
}

Expected<Value *> createScaledMatrixMad(IRBuilderBase &builder, const MatrixMad &mad, Value *scaleA,
                                        Value *scaleB) {
  Expected<Formats> formats = formatsOf(mad);
  if (!formats)
    return formats.takeError();
  ScaledMad scaled(builder, mad, *formats, scaleA, scaleB);
  if (Error error = scaled.check())
    return error;
  return scaled.create();
}

} // namespace heddle::compiler
