// Geometric functions on vectors of two to four components, and OpDot.
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/ADT/STLExtras.h"
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
Value *libraryCall(IRBuilder<> &builder, StringRef function, ArrayRef<Value *> operands) {
  Type *type = operands[0]->getType();
  std::string element = type->getScalarType()->isDoubleTy() ? "d" : "f";
  std::string types = element;
  if (width(operands[0]) > 1)
    types = "Dv" + std::to_string(width(operands[0])) + "_" + element;
  if (operands.size() == 2)
    types += width(operands[0]) > 1 ? "S_" : element;
  Type *result = function == "normalize" ? type : type->getScalarType();
  return callLibrary(builder, function, result, operands, types);
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

/// Null for another name. Not for half.
Value *lowerByName(IRBuilder<> &builder, StringRef function, ArrayRef<Value *> operands) {
  if (function == "Dot")
    return dot(builder, operands[0], operands[1]);
  if (function == "ocl_cross")
    return cross(builder, operands[0], operands[1]);
  if (function == "ocl_length" || function == "ocl_distance" || function == "ocl_normalize")
    return libraryCall(builder, function.drop_front(4), operands);
  Value *x = operands[0];
  if (function == "ocl_fast_distance")
    x = builder.CreateFSub(x, operands[1]);
  Value *square = dot(builder, x, x);
  if (function != "ocl_fast_normalize")
    return builder.CreateUnaryIntrinsic(Intrinsic::sqrt, square);
  // A vector of zeros stays what it is.
  Value *isZero = builder.CreateFCmpOEQ(square, ConstantFP::getZero(square->getType()));
  Value *factor = builder.CreateSelect(isZero, ConstantFP::get(square->getType(), 1.0),
                                       reciprocalRoot(builder, square));
  if (width(x) > 1)
    factor = builder.CreateVectorSplat(width(x), factor);
  return builder.CreateFMul(x, factor);
}

bool isGeometric(StringRef function) {
  static constexpr StringLiteral names[] = {
      "Dot",           "ocl_cross",       "ocl_length",        "ocl_distance",
      "ocl_normalize", "ocl_fast_length", "ocl_fast_distance", "ocl_fast_normalize",
  };
  return is_contained(names, function);
}

} // namespace

bool lowerGeometric(BuiltinCall &call) {
  if (!isGeometric(call.base()) || !call.type()->isFPOrFPVectorTy())
    return false;
  IRBuilder<> &builder = call.builder;
  // half is computed as float and rounded once.
  const bool isHalf = call.type()->getScalarType()->isHalfTy();
  SmallVector<Value *, 2> operands;
  for (unsigned i = 0; i < call.operandCount(); ++i) {
    Value *operand = call.operand(i);
    if (isHalf)
      operand =
          builder.CreateFPExt(operand, operand->getType()->getWithNewType(builder.getFloatTy()));
    operands.push_back(operand);
  }
  Value *value = lowerByName(builder, call.base(), operands);
  call.replaceWith(isHalf ? builder.CreateFPTrunc(value, call.type()) : value);
  return true;
}

} // namespace heddle::compiler
