// Integer functions of OpenCL.std and the bit instructions.
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Intrinsic::ID binaryIntrinsic(StringRef function) {
  return StringSwitch<Intrinsic::ID>(function)
      .Case("s_max", Intrinsic::smax)
      .Case("u_max", Intrinsic::umax)
      .Case("s_min", Intrinsic::smin)
      .Case("u_min", Intrinsic::umin)
      .Case("s_add_sat", Intrinsic::sadd_sat)
      .Case("u_add_sat", Intrinsic::uadd_sat)
      .Case("s_sub_sat", Intrinsic::ssub_sat)
      .Case("u_sub_sat", Intrinsic::usub_sat)
      .Default(Intrinsic::not_intrinsic);
}

Type *doubled(Type *type) {
  return type->getWithNewType(
      IntegerType::get(type->getContext(), 2 * type->getScalarSizeInBits()));
}

Value *extend(IRBuilder<> &builder, Value *value, Type *type, bool isSigned) {
  return isSigned ? builder.CreateSExt(value, type) : builder.CreateZExt(value, type);
}

Value *highHalfOfProduct(IRBuilder<> &builder, Value *a, Value *b, bool isSigned) {
  Type *wide = doubled(a->getType());
  Value *product =
      builder.CreateMul(extend(builder, a, wide, isSigned), extend(builder, b, wide, isSigned));
  return builder.CreateTrunc(builder.CreateLShr(product, a->getType()->getScalarSizeInBits()),
                             a->getType());
}

Value *saturatedMad(IRBuilder<> &builder, Value *a, Value *b, Value *c, bool isSigned) {
  Type *type = a->getType();
  Type *wide = doubled(type);
  unsigned bits = type->getScalarSizeInBits();
  Value *sum = builder.CreateAdd(
      builder.CreateMul(extend(builder, a, wide, isSigned), extend(builder, b, wide, isSigned)),
      extend(builder, c, wide, isSigned));
  auto limit = [&](const APInt &value) {
    return ConstantInt::get(wide, isSigned ? value.sext(2 * bits) : value.zext(2 * bits));
  };
  if (isSigned) {
    sum =
        builder.CreateBinaryIntrinsic(Intrinsic::smax, sum, limit(APInt::getSignedMinValue(bits)));
    sum =
        builder.CreateBinaryIntrinsic(Intrinsic::smin, sum, limit(APInt::getSignedMaxValue(bits)));
  } else {
    sum = builder.CreateBinaryIntrinsic(Intrinsic::umin, sum, limit(APInt::getMaxValue(bits)));
  }
  return builder.CreateTrunc(sum, type);
}

/// The functions that come signed and unsigned: `function` is the name without s_ or u_.
Value *lowerBySign(BuiltinCall &call, StringRef function, bool isSigned) {
  IRBuilder<> &builder = call.builder;
  auto a = [&] { return call.operand(0); };
  auto b = [&] { return call.operand(1); };
  auto c = [&] { return call.operand(2); };
  const Intrinsic::ID min = isSigned ? Intrinsic::smin : Intrinsic::umin;
  const Intrinsic::ID max = isSigned ? Intrinsic::smax : Intrinsic::umax;
  auto shiftRight = [&](Value *value) {
    return isSigned ? builder.CreateAShr(value, 1) : builder.CreateLShr(value, 1);
  };

  if (function == "abs")
    return isSigned
               ? builder.CreateIntrinsic(Intrinsic::abs, {call.type()}, {a(), builder.getFalse()})
               : a();
  if (function == "abs_diff")
    return builder.CreateSub(builder.CreateBinaryIntrinsic(max, a(), b()),
                             builder.CreateBinaryIntrinsic(min, a(), b()));
  if (function == "hadd")
    return builder.CreateAdd(builder.CreateAnd(a(), b()), shiftRight(builder.CreateXor(a(), b())));
  if (function == "rhadd")
    return builder.CreateSub(builder.CreateOr(a(), b()), shiftRight(builder.CreateXor(a(), b())));
  if (function == "clamp")
    return builder.CreateBinaryIntrinsic(min, builder.CreateBinaryIntrinsic(max, a(), b()), c());
  if (function == "mul_hi")
    return highHalfOfProduct(builder, a(), b(), isSigned);
  if (function == "mad_hi")
    return builder.CreateAdd(highHalfOfProduct(builder, a(), b(), isSigned), c());
  if (function == "mad_sat")
    return saturatedMad(builder, a(), b(), c(), isSigned);
  // Operands beyond 24 bits are undefined, so the full product will do.
  if (function == "mul24")
    return builder.CreateMul(a(), b());
  if (function == "mad24")
    return builder.CreateAdd(builder.CreateMul(a(), b()), c());
  if (function == "upsample") {
    unsigned bits = a()->getType()->getScalarSizeInBits();
    return builder.CreateOr(builder.CreateShl(builder.CreateZExt(a(), call.type()), bits),
                            builder.CreateZExt(b(), call.type()));
  }
  return nullptr;
}

/// OpBitField…: offset and count are scalars of any width. An empty field may lie behind the last
/// bit, where no shift leads: what is computed for it is never looked at.
Value *lowerBitField(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Type *type = call.type();
  auto amount = [&](unsigned i) {
    Value *scalar = builder.CreateZExtOrTrunc(call.operand(i), type->getScalarType());
    auto *vector = dyn_cast<FixedVectorType>(type);
    return vector ? builder.CreateVectorSplat(vector->getNumElements(), scalar) : scalar;
  };
  const bool inserts = call.base() == "BitFieldInsert";
  Value *offset = amount(inserts ? 2 : 1);
  Value *count = amount(inserts ? 3 : 2);
  Value *zero = Constant::getNullValue(type);
  Value *isEmpty = builder.CreateICmpEQ(count, zero);
  Value *unused = builder.CreateSub(ConstantInt::get(type, type->getScalarSizeInBits()), count);
  if (inserts) {
    Value *ones = builder.CreateLShr(Constant::getAllOnesValue(type), unused);
    Value *mask = builder.CreateShl(ones, offset);
    Value *inserted = builder.CreateAnd(builder.CreateShl(call.operand(1), offset), mask);
    Value *kept = builder.CreateAnd(call.operand(0), builder.CreateNot(mask));
    return builder.CreateSelect(isEmpty, call.operand(0), builder.CreateOr(kept, inserted));
  }
  // To the upper end, and down again with the sign or with zeros.
  Value *upper = builder.CreateShl(call.operand(0), builder.CreateSub(unused, offset));
  Value *field = call.base() == "BitFieldUExtract" ? builder.CreateLShr(upper, unused)
                                                   : builder.CreateAShr(upper, unused);
  return builder.CreateSelect(isEmpty, zero, field);
}

} // namespace

bool lowerInteger(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  StringRef function = call.base();
  Value *value = nullptr;
  if (function == "BitCount") {
    Value *count = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, call.operand(0));
    value = builder.CreateZExtOrTrunc(count, call.type());
  } else if (function == "BitReverse") {
    value = builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, call.operand(0));
  } else if (function.starts_with("BitField")) {
    value = lowerBitField(call);
  } else if (function.consume_front("ocl_")) {
    if (Intrinsic::ID intrinsic = binaryIntrinsic(function))
      value = builder.CreateBinaryIntrinsic(intrinsic, call.operand(0), call.operand(1));
    else if (function == "clz" || function == "ctz")
      value = builder.CreateIntrinsic(function == "clz" ? Intrinsic::ctlz : Intrinsic::cttz,
                                      {call.type()}, {call.operand(0), builder.getFalse()});
    else if (function == "popcount")
      value = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, call.operand(0));
    else if (function == "rotate")
      value = builder.CreateIntrinsic(Intrinsic::fshl, {call.type()},
                                      {call.operand(0), call.operand(0), call.operand(1)});
    else if (function.starts_with("s_") || function.starts_with("u_"))
      value = lowerBySign(call, function.drop_front(2), function.starts_with("s_"));
  }
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
