// Mathematical and common functions. What LLVM has as an exact intrinsic or a few instructions
// becomes that: it widens with the sub-group. The rest are calls of library functions on scalars.
#include "compiler/spirv/builtin_call.hpp"

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
      .Cases({"fmin", "fmin_common"}, Intrinsic::minnum)
      .Cases({"fmax", "fmax_common"}, Intrinsic::maxnum)
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
    {"acos", "x"},     {"acosh", "x"},  {"acospi", "x"},     {"asin", "x"},       {"asinh", "x"},
    {"asinpi", "x"},   {"atan", "x"},   {"atan2", "xx"},     {"atanh", "x"},      {"atanpi", "x"},
    {"atan2pi", "xx"}, {"cbrt", "x"},   {"cos", "x"},        {"cosh", "x"},       {"cospi", "x"},
    {"erfc", "x"},     {"erf", "x"},    {"exp", "x"},        {"exp2", "x"},       {"exp10", "x"},
    {"expm1", "x"},    {"fmod", "xx"},  {"frexp", "xq"},     {"hypot", "xx"},     {"ilogb", "x"},
    {"ldexp", "xi"},   {"lgamma", "x"}, {"lgamma_r", "xq"},  {"log", "x"},        {"log2", "x"},
    {"log10", "x"},    {"log1p", "x"},  {"logb", "x"},       {"nextafter", "xx"}, {"pow", "xx"},
    {"pown", "xi"},    {"powr", "xx"},  {"remainder", "xx"}, {"remquo", "xxq"},   {"rootn", "xi"},
    {"sin", "x"},      {"sinh", "x"},   {"sinpi", "x"},      {"tan", "x"},        {"tanh", "x"},
    {"tanpi", "x"},    {"tgamma", "x"},
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

/// A library function of one parameter and the same result.
Value *unaryLibrary(BuiltinCall &call, const LibraryFunction &function, Value *x) {
  Type *result = x->getType()->getScalarType();
  return forEachComponent(call.builder, {x}, [&](ArrayRef<Value *> components) {
    return callScalar(call.builder, function, result, components, nullptr, nullptr);
  });
}

/// Functions that give a second value through a pointer: the first two results of a function pair.
Value *lowerTwoResults(BuiltinCall &call, StringRef function) {
  IRBuilder<> &builder = call.builder;
  Value *x = call.operand(0);
  Value *first = nullptr;
  Value *second = nullptr;
  if (function == "sincos") {
    first = unaryLibrary(call, *libraryFunction("sin"), x);
    second = unaryLibrary(call, *libraryFunction("cos"), x);
  } else if (function == "modf") {
    second = builder.CreateUnaryIntrinsic(Intrinsic::trunc, x);
    // An infinity has no fraction, and inf - inf would be one of a kind.
    Value *infinite = builder.CreateFCmpOEQ(builder.CreateUnaryIntrinsic(Intrinsic::fabs, x),
                                            ConstantFP::getInfinity(x->getType()));
    Value *fraction = builder.CreateSelect(infinite, ConstantFP::getZero(x->getType()),
                                           builder.CreateFSub(x, second));
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
    Value *zero = ConstantFP::getZero(x->getType());
    Value *infinite = builder.CreateFCmpOEQ(builder.CreateUnaryIntrinsic(Intrinsic::fabs, x),
                                            ConstantFP::getInfinity(x->getType()));
    Value *special = builder.CreateOr(infinite, builder.CreateFCmpOEQ(x, zero));
    first = builder.CreateSelect(
        special, builder.CreateBinaryIntrinsic(Intrinsic::copysign, zero, x), fraction);
  }
  builder.CreateStore(second, call.operand(1));
  return first;
}

/// The larger or smaller by magnitude; fmax or fmin when the magnitudes are equal or one is NaN.
Value *byMagnitude(IRBuilder<> &builder, Value *x, Value *y, bool larger) {
  Value *absX = builder.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  Value *absY = builder.CreateUnaryIntrinsic(Intrinsic::fabs, y);
  Value *takeX = larger ? builder.CreateFCmpOGT(absX, absY) : builder.CreateFCmpOLT(absX, absY);
  Value *takeY = larger ? builder.CreateFCmpOLT(absX, absY) : builder.CreateFCmpOGT(absX, absY);
  Value *equal =
      builder.CreateBinaryIntrinsic(larger ? Intrinsic::maxnum : Intrinsic::minnum, x, y);
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

/// What takes a few instructions; null for another name.
Value *lowerByInstructions(BuiltinCall &call, StringRef function) {
  IRBuilder<> &builder = call.builder;
  Type *type = call.type();
  auto constant = [&](double value) { return ConstantFP::get(type, value); };
  auto x = [&] { return call.operand(0); };
  auto y = [&] { return call.operand(1); };
  auto z = [&] { return call.operand(2); };
  auto clamp = [&](Value *value, Value *low, Value *high) {
    return builder.CreateBinaryIntrinsic(
        Intrinsic::minnum, builder.CreateBinaryIntrinsic(Intrinsic::maxnum, value, low), high);
  };

  if (function == "fclamp")
    return clamp(x(), y(), z());
  if (function == "degrees")
    return builder.CreateFMul(x(), constant(180.0 / std::numbers::pi));
  if (function == "radians")
    return builder.CreateFMul(x(), constant(std::numbers::pi / 180.0));
  if (function == "mix")
    return builder.CreateIntrinsic(Intrinsic::fmuladd, {type},
                                   {builder.CreateFSub(y(), x()), z(), x()});
  if (function == "step") // (edge, x)
    return builder.CreateSelect(builder.CreateFCmpOLT(y(), x()), constant(0), constant(1));
  if (function == "smoothstep") { // (edge0, edge1, x)
    Value *t = builder.CreateFDiv(builder.CreateFSub(z(), x()), builder.CreateFSub(y(), x()));
    t = clamp(t, constant(0), constant(1));
    Value *slope = builder.CreateFSub(constant(3), builder.CreateFMul(constant(2), t));
    return builder.CreateFMul(builder.CreateFMul(t, t), slope);
  }
  if (function == "sign") {
    Value *unit = builder.CreateBinaryIntrinsic(Intrinsic::copysign, constant(1), x());
    Value *zero = builder.CreateSelect(builder.CreateFCmpUNO(x(), x()), constant(0), x());
    return builder.CreateSelect(builder.CreateFCmpONE(x(), constant(0)), unit, zero);
  }
  if (function == "fdim") // unordered: the difference is the NaN
    return builder.CreateSelect(builder.CreateFCmpUGT(x(), y()), builder.CreateFSub(x(), y()),
                                constant(0));
  if (function == "rsqrt" || function == "half_rsqrt" || function == "native_rsqrt")
    return builder.CreateFDiv(constant(1), builder.CreateUnaryIntrinsic(Intrinsic::sqrt, x()));
  if (function == "half_divide" || function == "native_divide")
    return builder.CreateFDiv(x(), y());
  if (function == "half_recip" || function == "native_recip")
    return builder.CreateFDiv(constant(1), x());
  if (function == "maxmag" || function == "minmag")
    return byMagnitude(builder, x(), y(), function == "maxmag");
  if (function == "nan")
    return quietNan(call);
  if (function == "sincos" || function == "modf" || function == "fract")
    return lowerTwoResults(call, function);
  return nullptr;
}

} // namespace

Value *remainder(IRBuilder<> &builder, Value *x, Value *y) {
  Type *result = x->getType()->getScalarType();
  return forEachComponent(builder, {x, y}, [&](ArrayRef<Value *> components) {
    return callScalar(builder, *libraryFunction("fmod"), result, components, nullptr, nullptr);
  });
}

bool lowerMath(BuiltinCall &call) {
  StringRef function = call.base();
  if (!function.consume_front("ocl_"))
    return false;
  Value *value = nullptr;
  if (Intrinsic::ID intrinsic = intrinsicFor(function)) {
    SmallVector<Value *, 3> operands;
    for (unsigned i = 0; i < call.operandCount(); ++i)
      operands.push_back(call.operand(i));
    value = call.builder.CreateIntrinsic(intrinsic, {call.type()}, operands);
  } else if (const LibraryFunction *library = libraryFunction(function)) {
    value = lowerLibraryFunction(call, *library);
  } else {
    value = lowerByInstructions(call, function);
  }
  if (!value)
    return false;
  call.replaceWith(value);
  return true;
}

} // namespace heddle::compiler
