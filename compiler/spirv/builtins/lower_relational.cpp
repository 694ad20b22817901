// Relational functions and selections. Vectors of bool arrive as vectors of i8, all ones for true.
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Type *integerLike(Type *type) {
  return type->getWithNewType(IntegerType::get(type->getContext(), type->getScalarSizeInBits()));
}

/// The comparison for a name; null for another one.
Value *compare(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef name = call.base();
  Value *x = call.operandCount() ? call.operand(0) : nullptr;
  if (!x || !x->getType()->isFPOrFPVectorTy())
    return nullptr;
  auto magnitude = [&] { return builder.CreateUnaryIntrinsic(Intrinsic::fabs, x); };
  Constant *infinity = ConstantFP::getInfinity(x->getType());

  if (name == "IsNan")
    return builder.CreateFCmpUNO(x, x);
  if (name == "IsInf")
    return builder.CreateFCmpOEQ(magnitude(), infinity);
  if (name == "IsFinite")
    return builder.CreateFCmpOLT(magnitude(), infinity);
  if (name == "IsNormal") {
    const fltSemantics &semantics = x->getType()->getScalarType()->getFltSemantics();
    Constant *smallest = ConstantFP::get(x->getType(), APFloat::getSmallestNormalized(semantics));
    return builder.CreateAnd(builder.CreateFCmpOGE(magnitude(), smallest),
                             builder.CreateFCmpOLT(magnitude(), infinity));
  }
  if (name == "SignBitSet") {
    Type *bits = integerLike(x->getType());
    return builder.CreateICmpSLT(builder.CreateBitCast(x, bits), Constant::getNullValue(bits));
  }
  if (name == "Ordered")
    return builder.CreateFCmpORD(x, call.operand(1));
  if (name == "Unordered")
    return builder.CreateFCmpUNO(x, call.operand(1));
  if (name == "LessOrGreater")
    return builder.CreateFCmpONE(x, call.operand(1));
  return nullptr;
}

/// ocl_select(a, b, c): b where c is true. A scalar is true when it is not zero, a component when
/// its highest bit is set.
Value *select(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Value *condition = call.operand(2);
  Constant *zero = Constant::getNullValue(condition->getType());
  Value *isTrue = condition->getType()->isVectorTy() ? builder.CreateICmpSLT(condition, zero)
                                                     : builder.CreateICmpNE(condition, zero);
  return builder.CreateSelect(isTrue, call.operand(1), call.operand(0));
}

/// ocl_bitselect(a, b, c): each bit from b where c has a one.
Value *bitSelect(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Type *bits = integerLike(call.type());
  Value *a = builder.CreateBitCast(call.operand(0), bits);
  Value *b = builder.CreateBitCast(call.operand(1), bits);
  Value *c = builder.CreateBitCast(call.operand(2), bits);
  Value *result =
      builder.CreateOr(builder.CreateAnd(a, builder.CreateNot(c)), builder.CreateAnd(b, c));
  return builder.CreateBitCast(result, call.type());
}

Value *anyOrAll(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Value *x = call.operand(0);
  const bool isAny = call.base() == "Any";
  auto isTrue = [&](Value *component) {
    return builder.CreateICmpNE(component, Constant::getNullValue(component->getType()));
  };
  auto *vector = dyn_cast<FixedVectorType>(x->getType());
  if (!vector)
    return isTrue(x);
  // Component by component: the lanes become the vectors.
  Value *result = isTrue(builder.CreateExtractElement(x, builder.getInt32(0)));
  for (unsigned i = 1; i < vector->getNumElements(); ++i) {
    Value *next = isTrue(builder.CreateExtractElement(x, builder.getInt32(i)));
    result = isAny ? builder.CreateOr(result, next) : builder.CreateAnd(result, next);
  }
  return result;
}

} // namespace

bool lowerRelational(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Value *value = nullptr;
  if (call.base() == "ocl_select")
    value = select(call);
  else if (call.base() == "ocl_bitselect")
    value = bitSelect(call);
  else if (call.base() == "Any" || call.base() == "All")
    value = builder.CreateZExtOrTrunc(anyOrAll(call), call.type());
  else if (Value *truth = compare(call))
    value = builder.CreateSExtOrTrunc(truth, call.type());
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
