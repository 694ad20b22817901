// Geometric functions on vectors of two to four components, and OpDot.
#include "compiler/spirv/builtin_call.hpp"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *component(IRBuilder<> &builder, Value *value, unsigned i) {
  return value->getType()->isVectorTy() ? builder.CreateExtractElement(value, builder.getInt32(i))
                                        : value;
}

unsigned width(Value *value) {
  auto *vector = dyn_cast<FixedVectorType>(value->getType());
  return vector ? vector->getNumElements() : 1;
}

Value *dot(IRBuilder<> &builder, Value *a, Value *b) {
  Value *sum = builder.CreateFMul(component(builder, a, 0), component(builder, b, 0));
  for (unsigned i = 1; i < width(a); ++i)
    sum = builder.CreateIntrinsic(Intrinsic::fmuladd, {sum->getType()},
                                  {component(builder, a, i), component(builder, b, i), sum});
  return sum;
}

/// Calls the library's version for this vector type: unlike a sum of squares it neither overflows
/// nor underflows on the way.
Value *libraryCall(BuiltinCall &call, StringRef function, ArrayRef<Value *> operands,
                   Type *result) {
  Type *type = operands[0]->getType();
  std::string element = type->getScalarType()->isDoubleTy() ? "d" : "f";
  std::string types = element;
  if (width(operands[0]) > 1)
    types = "Dv" + std::to_string(width(operands[0])) + "_" + element;
  if (operands.size() == 2)
    types += width(operands[0]) > 1 ? "S_" : element;
  return callLibrary(call.builder, function, result, operands, types);
}

Value *cross(IRBuilder<> &builder, Value *a, Value *b) {
  Value *result = Constant::getNullValue(a->getType());
  for (unsigned i = 0; i < 3; ++i) {
    unsigned j = (i + 1) % 3, k = (i + 2) % 3;
    Value *left = builder.CreateFMul(component(builder, a, j), component(builder, b, k));
    Value *right = builder.CreateFMul(component(builder, a, k), component(builder, b, j));
    result =
        builder.CreateInsertElement(result, builder.CreateFSub(left, right), builder.getInt32(i));
  }
  return result;
}

} // namespace

bool lowerGeometric(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef function = call.base();
  if (function == "Dot") {
    if (!call.type()->isFloatingPointTy())
      return false;
    call.replaceWith(dot(builder, call.operand(0), call.operand(1)));
    return true;
  }
  if (!function.consume_front("ocl_"))
    return false;

  Type *element = call.operandCount() ? call.operand(0)->getType()->getScalarType() : nullptr;
  Value *value = nullptr;
  if (function == "cross") {
    value = cross(builder, call.operand(0), call.operand(1));
  } else if (function == "length" || function == "distance" || function == "normalize") {
    // half is computed as float.
    SmallVector<Value *, 2> operands;
    for (unsigned i = 0; i < call.operandCount(); ++i)
      operands.push_back(element->isHalfTy()
                             ? builder.CreateFPExt(
                                   call.operand(i),
                                   call.operand(i)->getType()->getWithNewType(builder.getFloatTy()))
                             : call.operand(i));
    Type *result =
        element->isHalfTy() ? call.type()->getWithNewType(builder.getFloatTy()) : call.type();
    value = libraryCall(call, function, operands, result);
    if (element->isHalfTy())
      value = builder.CreateFPTrunc(value, call.type());
  } else if (function == "fast_length" || function == "fast_distance") {
    Value *x = call.operand(0);
    if (function == "fast_distance")
      x = builder.CreateFSub(x, call.operand(1));
    value = builder.CreateUnaryIntrinsic(Intrinsic::sqrt, dot(builder, x, x));
  } else if (function == "fast_normalize") {
    Value *x = call.operand(0);
    Value *length = builder.CreateUnaryIntrinsic(Intrinsic::sqrt, dot(builder, x, x));
    // A vector of zeros stays what it is.
    Value *isZero = builder.CreateFCmpOEQ(length, ConstantFP::getZero(length->getType()));
    Value *divisor = builder.CreateSelect(isZero, ConstantFP::get(length->getType(), 1.0), length);
    if (width(x) > 1)
      divisor = builder.CreateVectorSplat(width(x), divisor);
    value = builder.CreateFDiv(x, divisor);
  }
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
