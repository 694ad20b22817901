// Mathematical and common functions. What LLVM has as an exact intrinsic or a few instructions
// becomes that: it widens with the sub-group. The rest are calls of library functions on scalars.
#include "compiler/ir/float_formats.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

#include <numbers>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What has an intrinsic of the same meaning.
Intrinsic::ID intrinsicFor(StringRef function) {
  return StringSwitch<Intrinsic::ID>(function)
      .Case("fabs", Intrinsic::fabs)
      .Case("floor", Intrinsic::floor)
      .Case("ceil", Intrinsic::ceil)
      .Case("trunc", Intrinsic::trunc)
      .Case("rint", Intrinsic::rint)
      .Case("round", Intrinsic::round)
      .Cases({"sqrt", "half_sqrt", "native_sqrt"}, Intrinsic::sqrt)
      .Case("copysign", Intrinsic::copysign)
      .Case("fma", Intrinsic::fma)
      .Case("mad", Intrinsic::fmuladd)
      .Default(Intrinsic::not_intrinsic);
}

/// The library function and how its parameters are mangled: x the floating-point type, i int, j
/// uint, p a pointer to x, q a pointer to int. Every component is a call of its own.
struct LibraryFunction {
  StringLiteral name;
  StringLiteral parameters;
};

constexpr LibraryFunction libraryFunctions[] = {
    {"acos", "x"},     {"acosh", "x"},      {"acospi", "x"},     {"asin", "x"},   {"asinh", "x"},
    {"asinpi", "x"},   {"atan", "x"},       {"atan2", "xx"},     {"atanh", "x"},  {"atanpi", "x"},
    {"atan2pi", "xx"}, {"cbrt", "x"},       {"cos", "x"},        {"cosh", "x"},   {"cospi", "x"},
    {"erfc", "x"},     {"erf", "x"},        {"exp", "x"},        {"exp2", "x"},   {"exp10", "x"},
    {"expm1", "x"},    {"fmod", "xx"},      {"frexp", "xq"},     {"hypot", "xx"}, {"ilogb", "x"},
    {"lgamma", "x"},   {"lgamma_r", "xq"},  {"log", "x"},        {"log2", "x"},   {"log10", "x"},
    {"log1p", "x"},    {"logb", "x"},       {"nextafter", "xx"}, {"pow", "xx"},   {"pown", "xi"},
    {"powr", "xx"},    {"remainder", "xx"}, {"rootn", "xi"},     {"sin", "x"},    {"sinh", "x"},
    {"sinpi", "x"},    {"tan", "x"},        {"tanh", "x"},       {"tanpi", "x"},  {"tgamma", "x"},
};

const LibraryFunction *libraryFunction(StringRef name) {
  // half_ and native_ allow more error than the plain function has.
  if (!name.consume_front("half_"))
    name.consume_front("native_");
  for (const LibraryFunction &function : libraryFunctions)
    if (function.name == name)
      return &function;
  return nullptr;
}

std::string mangledParameters(const LibraryFunction &function, Type *floating) {
  const char element = floating->isDoubleTy() ? 'd' : 'f';
  std::string result;
  for (char parameter : function.parameters) {
    if (parameter == 'x')
      result += element;
    else if (parameter == 'q')
      result += "Pi";
    else
      result += parameter;
  }
  return result;
}

/// One component. half is computed as float and rounded once. The pointer operand, if any, is
/// replaced by private memory; the value that the function left there comes back in `stored`.
Value *callScalar(IRBuilder<> &builder, const LibraryFunction &function, Type *result,
                  ArrayRef<Value *> operands, AllocaInst *memory, Value **stored) {
  Type *floating = operands[0]->getType();
  Type *computed = floating->isHalfTy() ? builder.getFloatTy() : floating;
  SmallVector<Value *, 3> values;
  for (Value *operand : operands)
    values.push_back(operand->getType()->isHalfTy() ? builder.CreateFPExt(operand, computed)
                                                    : operand);
  if (memory)
    values.push_back(memory);
  Type *called = result->isHalfTy() ? computed : result;
  Value *value =
      callLibrary(builder, function.name, called, values, mangledParameters(function, computed));
  if (memory)
    *stored = builder.CreateLoad(memory->getAllocatedType(), memory);
  return result->isHalfTy() ? builder.CreateFPTrunc(value, result) : value;
}

Value *lowerLibraryFunction(BuiltinCall &call, const LibraryFunction &function) {
  IRBuilder<> &builder = call.builder;
  const bool hasPointer = function.parameters.ends_with("q");
  SmallVector<Value *, 3> operands;
  for (unsigned i = 0; i < function.parameters.size() - hasPointer; ++i)
    operands.push_back(call.operand(i));
  Type *result = call.type()->getScalarType();

  AllocaInst *memory = nullptr;
  if (hasPointer) {
    BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
    memory = IRBuilder<>(&entry, entry.begin()).CreateAlloca(builder.getInt32Ty());
  }
  SmallVector<Value *, 16> storedComponents;
  Value *value = forEachComponent(builder, operands, [&](ArrayRef<Value *> components) {
    Value *stored = nullptr;
    Value *component = callScalar(builder, function, result, components, memory, &stored);
    storedComponents.push_back(stored);
    return component;
  });
  if (hasPointer) {
    Value *stored = storedComponents.front();
    if (auto *vector = dyn_cast<FixedVectorType>(call.type())) {
      stored =
          PoisonValue::get(FixedVectorType::get(builder.getInt32Ty(), vector->getNumElements()));
      for (auto [i, component] : enumerate(storedComponents))
        stored = builder.CreateInsertElement(stored, component, builder.getInt32(i));
    }
    builder.CreateStore(stored, call.operand(call.operandCount() - 1));
  }
  return value;
}

/// A library function whose result is of the type of its first operand.
Value *callComponents(IRBuilder<> &builder, StringRef name, ArrayRef<Value *> operands) {
  const LibraryFunction &function = *libraryFunction(name);
  Type *result = operands[0]->getType()->getScalarType();
  return forEachComponent(builder, operands, [&](ArrayRef<Value *> components) {
    return callScalar(builder, function, result, components, nullptr, nullptr);
  });
}

Value *minimum(IRBuilder<> &builder, Value *x, Value *y) {
  return createMinMax(builder, Intrinsic::minnum, x, y);
}

Value *maximum(IRBuilder<> &builder, Value *x, Value *y) {
  return createMinMax(builder, Intrinsic::maxnum, x, y);
}

Value *isInfinite(IRBuilder<> &builder, Value *x) {
  return builder.CreateFCmpOEQ(builder.CreateUnaryIntrinsic(Intrinsic::fabs, x),
                               ConstantFP::getInfinity(x->getType()));
}

/// Functions that give a second value through a pointer.
Value *lowerTwoResults(BuiltinCall &call, StringRef function) {
  IRBuilder<> &builder = call.builder;
  Value *x = call.operand(0);
  Value *zero = ConstantFP::getZero(x->getType());
  Value *first = nullptr;
  Value *second = nullptr;
  if (function == "sincos") {
    first = callComponents(builder, "sin", {x});
    second = callComponents(builder, "cos", {x});
  } else if (function == "modf") {
    second = builder.CreateUnaryIntrinsic(Intrinsic::trunc, x);
    // An infinity has no fraction, and inf - inf would be one of a kind.
    Value *fraction =
        builder.CreateSelect(isInfinite(builder, x), zero, builder.CreateFSub(x, second));
    first = builder.CreateBinaryIntrinsic(Intrinsic::copysign, fraction, x);
  } else {
    // fract: min(x - floor(x), the largest value below 1)
    second = builder.CreateUnaryIntrinsic(Intrinsic::floor, x);
    APFloat below(x->getType()->getScalarType()->getFltSemantics(), 1);
    below.next(/*nextDown=*/true);
    Value *limit = ConstantFP::get(x->getType(), below);
    Value *fraction = builder.CreateFSub(x, second);
    fraction = builder.CreateSelect(builder.CreateFCmpOGT(fraction, limit), limit, fraction);
    // Zeros and infinities give a zero of their sign; a NaN went through the subtraction.
    Value *special = builder.CreateOr(isInfinite(builder, x), builder.CreateFCmpOEQ(x, zero));
    first = builder.CreateSelect(
        special, builder.CreateBinaryIntrinsic(Intrinsic::copysign, zero, x), fraction);
  }
  builder.CreateStore(second, call.operand(1));
  return first;
}

/// The remainder, and the sign and the low seven bits of the quotient.
Value *lowerRemquo(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  Type *type = call.type();
  Value *x = call.operand(0);
  Value *y = call.operand(1);
  if (type->getScalarType()->isHalfTy()) {
    Type *wide = type->getWithNewType(builder.getFloatTy());
    x = builder.CreateFPExt(x, wide);
    y = builder.CreateFPExt(y, wide);
  }
  Value *rest = callComponents(builder, "remainder", {x, y});
  // Up to 128 multiples of y are left, which the division finds with room to spare. 128 y that is
  // infinite leaves x as it is.
  Value *multiple = builder.CreateFMul(y, ConstantFP::get(y->getType(), 128.0));
  Value *low = callComponents(builder, "fmod", {x, multiple});
  Value *quotient = builder.CreateUnaryIntrinsic(
      Intrinsic::rint, builder.CreateFSub(builder.CreateFDiv(low, y), builder.CreateFDiv(rest, y)));
  Type *integer = type->getWithNewType(builder.getInt32Ty());
  quotient =
      builder.CreateIntrinsic(Intrinsic::fptosi_sat, {integer, quotient->getType()}, {quotient});
  builder.CreateStore(builder.CreateSRem(quotient, ConstantInt::get(integer, 128)),
                      call.operand(2));
  return builder.CreateFPCast(rest, type);
}

/// What a library function leaves to be put right: signs of zeros, and numbers that it flushes.
Value *corrected(BuiltinCall &call, StringRef function, Value *value) {
  IRBuilder<> &builder = call.builder;
  Type *type = call.type();
  Value *x = call.operandCount() ? call.operand(0) : nullptr;
  auto isInteger = [&](Value *number) {
    return builder.CreateFCmpOEQ(number, builder.CreateUnaryIntrinsic(Intrinsic::trunc, number));
  };
  auto copySign = [&](Value *magnitude, Value *sign) {
    return builder.CreateBinaryIntrinsic(Intrinsic::copysign, magnitude, sign);
  };
  // The zero of an integer; an infinity is one, too, and has a NaN.
  auto zero = [&] {
    return builder.CreateFSub(x, builder.CreateUnaryIntrinsic(Intrinsic::trunc, x));
  };
  const bool isDouble = type->getScalarType()->isDoubleTy();

  if (function == "rootn") { // the first root of a denormal number is one
    Value *n = call.operand(1);
    auto isRoot = [&](int number) {
      return builder.CreateICmpEQ(n, ConstantInt::getSigned(n->getType(), number));
    };
    Value *inverse = builder.CreateFDiv(ConstantFP::get(type, 1.0), x);
    value = builder.CreateSelect(isRoot(1), x, value);
    return builder.CreateSelect(isRoot(-1), inverse, value);
  }
  // +0 for even integers above, and for odd ones below zero.
  if (function == "tanpi") {
    Value *isEven = isInteger(builder.CreateFMul(x, ConstantFP::get(type, 0.5)));
    Value *special = copySign(zero(), builder.CreateSelect(isEven, x, builder.CreateFNeg(x)));
    return builder.CreateSelect(isInteger(x), special, value);
  }
  if (function == "sinpi" && isDouble)
    return builder.CreateSelect(isInteger(x), copySign(zero(), x), value);
  if (function == "cospi" && isDouble)
    return builder.CreateFAdd(value, ConstantFP::getZero(type)); // -0 becomes +0
  if ((function == "asinpi" || function == "atanpi") && isDouble)
    return copySign(value, x);
  return value;
}

/// The larger or smaller by magnitude; fmax or fmin when the magnitudes are equal or one is NaN.
Value *byMagnitude(IRBuilder<> &builder, Value *x, Value *y, bool larger) {
  Value *absX = builder.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  Value *absY = builder.CreateUnaryIntrinsic(Intrinsic::fabs, y);
  Value *takeX = larger ? builder.CreateFCmpOGT(absX, absY) : builder.CreateFCmpOLT(absX, absY);
  Value *takeY = larger ? builder.CreateFCmpOLT(absX, absY) : builder.CreateFCmpOGT(absX, absY);
  Value *equal = larger ? maximum(builder, x, y) : minimum(builder, x, y);
  return builder.CreateSelect(takeX, x, builder.CreateSelect(takeY, y, equal));
}

Value *quietNan(BuiltinCall &call) {
  Type *type = call.type();
  Value *payload = call.operand(0);
  const fltSemantics &semantics = type->getScalarType()->getFltSemantics();
  APInt quiet = APFloat::getQNaN(semantics).bitcastToAPInt();
  APInt mask =
      APInt::getLowBitsSet(quiet.getBitWidth(), APFloat::semanticsPrecision(semantics) - 2);
  Value *bits = call.builder.CreateAnd(payload, ConstantInt::get(payload->getType(), mask));
  bits = call.builder.CreateOr(bits, ConstantInt::get(payload->getType(), quiet));
  return call.builder.CreateBitCast(bits, type);
}

/// The next half after x towards y, on the bits: through float it would be x again.
Value *nextHalf(IRBuilder<> &builder, Value *x, Value *y) {
  Type *type = x->getType();
  Type *bits = type->getWithNewType(builder.getInt16Ty());
  auto number = [&](std::uint64_t value) { return ConstantInt::get(bits, value); };
  Value *fromBits = builder.CreateBitCast(x, bits);
  // Away from zero is one more, whatever the sign.
  Value *isNegative = builder.CreateICmpSLT(fromBits, number(0));
  Value *isUp = builder.CreateFCmpOGT(y, x);
  Value *step =
      builder.CreateSelect(builder.CreateXor(isUp, isNegative), number(1), number(0xffff));
  Value *next = builder.CreateAdd(fromBits, step);
  // Both zeros have the smallest value of the direction beside them.
  Value *isZero = builder.CreateFCmpOEQ(x, ConstantFP::getZero(type));
  next = builder.CreateSelect(isZero, builder.CreateSelect(isUp, number(1), number(0x8001)), next);
  Value *result = builder.CreateBitCast(next, type);
  result = builder.CreateSelect(builder.CreateFCmpOEQ(x, y), y, result);
  // A sum of the two is a NaN if one of them is.
  return builder.CreateSelect(builder.CreateFCmpUNO(x, y), builder.CreateFAdd(x, y), result);
}

/// 2^exponent for an exponent between those of the smallest and the largest normal number.
Value *powerOfTwo(IRBuilder<> &builder, Value *exponent, Type *type) {
  const fltSemantics &semantics = type->getScalarType()->getFltSemantics();
  Type *bits = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
  const unsigned fractionBits = APFloat::semanticsPrecision(semantics) - 1;
  Value *biased =
      builder.CreateAdd(builder.CreateSExt(exponent, bits),
                        ConstantInt::getSigned(bits, APFloat::semanticsMaxExponent(semantics)));
  return builder.CreateBitCast(builder.CreateShl(biased, fractionBits), type);
}

/// ldexp, rounded once also where the result is a denormal number.
Value *scaleByPowerOfTwo(IRBuilder<> &builder, Value *x, Value *exponent) {
  Type *type = x->getType();
  if (auto *vector = dyn_cast<FixedVectorType>(type); vector && !exponent->getType()->isVectorTy())
    exponent = builder.CreateVectorSplat(vector->getNumElements(), exponent);
  auto number = [&](int value) { return ConstantInt::getSigned(exponent->getType(), value); };
  auto clamp = [&](Value *value, int low, int high) {
    value = builder.CreateBinaryIntrinsic(Intrinsic::smax, value, number(low));
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, value, number(high));
  };
  if (!type->getScalarType()->isDoubleTy()) {
    // The next wider type holds the product exactly; farther away all is zero or infinity.
    const bool isHalf = type->getScalarType()->isHalfTy();
    Type *wide = type->getWithNewType(isHalf ? builder.getFloatTy() : builder.getDoubleTy());
    exponent = isHalf ? clamp(exponent, -60, 60) : clamp(exponent, -300, 300);
    Value *product =
        builder.CreateFMul(builder.CreateFPExt(x, wide), powerOfTwo(builder, exponent, wide));
    return builder.CreateFPTrunc(product, type);
  }
  // Three factors reach from the largest number to the smallest. What is not the last of several
  // stays above the denormal numbers by the 53 bits of a significand, or the result is zero.
  exponent = clamp(exponent, -2200, 2200);
  for (unsigned i = 0; i < 2; ++i) {
    Value *factor = builder.CreateSelect(
        builder.CreateICmpSLT(exponent, number(-1022)), number(-1022 + 53),
        builder.CreateBinaryIntrinsic(Intrinsic::smin, exponent, number(1023)));
    x = builder.CreateFMul(x, powerOfTwo(builder, factor, type));
    exponent = builder.CreateSub(exponent, factor);
  }
  return builder.CreateFMul(x, powerOfTwo(builder, clamp(exponent, -1022, 1023), type));
}

/// What is exact, or rounded once, in a few instructions of the operands' own type; null for
/// another name.
Value *lowerExactly(BuiltinCall &call, StringRef function) {
  IRBuilder<> &builder = call.builder;
  Type *type = call.type();
  Type *element = type->getScalarType();
  auto constant = [&](double value) { return ConstantFP::get(type, value); };
  auto x = [&] { return call.operand(0); };
  auto y = [&] { return call.operand(1); };
  auto z = [&] { return call.operand(2); };

  if (function == "fmin" || function == "fmin_common")
    return minimum(builder, x(), y());
  if (function == "fmax" || function == "fmax_common")
    return maximum(builder, x(), y());
  if (function == "fclamp")
    return minimum(builder, maximum(builder, x(), y()), z());
  if (function == "step") // (edge, x)
    return builder.CreateSelect(builder.CreateFCmpOLT(y(), x()), constant(0), constant(1));
  if (function == "sign") {
    Value *unit = builder.CreateBinaryIntrinsic(Intrinsic::copysign, constant(1), x());
    Value *zero = builder.CreateSelect(builder.CreateFCmpUNO(x(), x()), constant(0), x());
    return builder.CreateSelect(builder.CreateFCmpONE(x(), constant(0)), unit, zero);
  }
  if (function == "fdim") // unordered: the difference is the NaN
    return builder.CreateSelect(builder.CreateFCmpUGT(x(), y()), builder.CreateFSub(x(), y()),
                                constant(0));
  if (function == "maxmag" || function == "minmag")
    return byMagnitude(builder, x(), y(), function == "maxmag");
  if (function == "nan")
    return quietNan(call);
  if (function == "sincos" || function == "modf" || function == "fract")
    return lowerTwoResults(call, function);
  if (function == "remquo")
    return lowerRemquo(call);
  if (function == "ldexp")
    return scaleByPowerOfTwo(builder, x(), y());
  if (!element->isHalfTy())
    return nullptr;
  if (function == "nextafter")
    return nextHalf(builder, x(), y());
  // lower-half-fma has their way through float.
  if (function == "fma" || function == "mad")
    return builder.CreateIntrinsic(intrinsicFor(function), {type}, {x(), y(), z()});
  return nullptr;
}

/// native_powr of floats, and pow and powr where the program allows approximations: 2^(y log2 x),
/// as the table of errors for such programs has it, within 8192 ULP. The exact forms take ten times
/// as long. Null for another name.
Value *lowerApproximatePower(BuiltinCall &call, StringRef function) {
  const bool isPow = function == "pow" || function == "powr";
  const auto *operation = dyn_cast<FPMathOperator>(call.position());
  if (!call.type()->getScalarType()->isFloatTy() ||
      (function != "native_powr" && !(isPow && operation && operation->hasApproxFunc())))
    return nullptr;
  IRBuilder<> &builder = call.builder;
  Value *x = call.operand(0), *y = call.operand(1);
  const bool hasSign = function == "pow";
  Value *base = hasSign ? builder.CreateUnaryIntrinsic(Intrinsic::fabs, x) : x;
  Value *power = callComponents(builder, "exp2",
                                {builder.CreateFMul(y, callComponents(builder, "log2", {base}))});
  if (!hasSign)
    return power;
  // Odd numbers; what others give with a negative base is undefined.
  Value *half = builder.CreateFMul(y, ConstantFP::get(y->getType(), 0.5));
  Value *isOdd = builder.CreateFCmpUNE(builder.CreateUnaryIntrinsic(Intrinsic::trunc, half), half);
  power = builder.CreateSelect(isOdd, builder.CreateBinaryIntrinsic(Intrinsic::copysign, power, x),
                               power);
  Constant *zero = ConstantFP::getZero(y->getType());
  return builder.CreateSelect(builder.CreateFCmpOEQ(y, zero), ConstantFP::get(y->getType(), 1),
                              power);
}

bool isRoundedFunction(StringRef function) {
  static constexpr StringLiteral names[] = {
      "degrees",    "radians",      "mix",          "smoothstep",  "rsqrt",         "half_rsqrt",
      "half_recip", "native_rsqrt", "native_recip", "half_divide", "native_divide",
  };
  return intrinsicFor(function) || is_contained(names, function);
}

/// One of these functions.
Value *lowerByInstructions(IRBuilder<> &builder, StringRef function, ArrayRef<Value *> operands) {
  Type *type = operands[0]->getType();
  auto constant = [&](double value) { return ConstantFP::get(type, value); };
  auto x = [&] { return operands[0]; };
  auto y = [&] { return operands[1]; };
  auto z = [&] { return operands[2]; };

  if (Intrinsic::ID intrinsic = intrinsicFor(function))
    return builder.CreateIntrinsic(intrinsic, {type}, operands);
  if (function == "degrees")
    return builder.CreateFMul(x(), constant(180.0 / std::numbers::pi));
  if (function == "radians")
    return builder.CreateFMul(x(), constant(std::numbers::pi / 180.0));
  if (function == "mix")
    return builder.CreateIntrinsic(Intrinsic::fmuladd, {type},
                                   {builder.CreateFSub(y(), x()), z(), x()});
  if (function == "smoothstep") { // (edge0, edge1, x)
    Value *t = builder.CreateFDiv(builder.CreateFSub(z(), x()), builder.CreateFSub(y(), x()));
    t = minimum(builder, maximum(builder, t, constant(0)), constant(1));
    Value *slope = builder.CreateFSub(constant(3), builder.CreateFMul(constant(2), t));
    return builder.CreateFMul(builder.CreateFMul(t, t), slope);
  }
  if (function == "rsqrt" || function == "half_rsqrt" || function == "native_rsqrt")
    return reciprocalRoot(builder, x());
  if (function == "half_divide" || function == "native_divide")
    return builder.CreateFDiv(x(), y());
  return builder.CreateFDiv(constant(1), x()); // half_recip, native_recip
}

/// half is computed as float and rounded once. Null for another name.
Value *lowerRounded(BuiltinCall &call, StringRef function) {
  if (!isRoundedFunction(function))
    return nullptr;
  IRBuilder<> &builder = call.builder;
  const bool isHalf = call.type()->getScalarType()->isHalfTy();
  SmallVector<Value *, 3> operands;
  for (unsigned i = 0; i < call.operandCount(); ++i) {
    Value *operand = call.operand(i);
    if (isHalf)
      operand =
          builder.CreateFPExt(operand, operand->getType()->getWithNewType(builder.getFloatTy()));
    operands.push_back(operand);
  }
  Value *value = lowerByInstructions(builder, function, operands);
  return isHalf ? builder.CreateFPTrunc(value, call.type()) : value;
}

} // namespace

Value *reciprocalRoot(IRBuilder<> &builder, Value *x) {
  FastMathFlags flags = builder.getFastMathFlags();
  flags.setApproxFunc();
  return builder.CreateFDivFMF(ConstantFP::get(x->getType(), 1.0),
                               builder.CreateUnaryIntrinsic(Intrinsic::sqrt, x), flags);
}

Value *remainder(IRBuilder<> &builder, Value *x, Value *y) {
  return callComponents(builder, "fmod", {x, y});
}

bool lowerMath(BuiltinCall &call) {
  StringRef function = call.base();
  if (!function.consume_front("ocl_"))
    return false;
  // The integer functions have the same prefix.
  if (!call.type()->isFPOrFPVectorTy() && function != "ilogb")
    return false;
  Value *value = lowerExactly(call, function);
  if (!value)
    value = lowerApproximatePower(call, function);
  if (!value)
    if (const LibraryFunction *library = libraryFunction(function))
      value = corrected(call, function, lowerLibraryFunction(call, *library));
  if (!value)
    value = lowerRounded(call, function);
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
