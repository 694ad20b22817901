// Vector data loads and stores, with and without half, and shuffles of components.
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

unsigned componentsOf(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

/// p + offset * components: vloada and vstorea of three components use a stride of four.
Value *vectorAddress(BuiltinCall &call, Value *offset, Value *pointer, Type *element,
                     unsigned stride) {
  IRBuilder<> &builder = call.builder;
  offset = builder.CreateZExtOrTrunc(offset, builder.getInt64Ty());
  Value *index = builder.CreateMul(offset, builder.getInt64(stride));
  return builder.CreateGEP(element, pointer, index);
}

/// Aligned forms promise the whole vector's alignment, the others only the element's.
Align alignment(Type *element, unsigned stride, bool isAligned) {
  unsigned bytes = element->getScalarSizeInBits() / 8;
  return Align(isAligned ? bytes * stride : bytes);
}

/// vload…(offset, p[, components])
bool lowerLoad(BuiltinCall &call, bool isHalf, bool isAligned) {
  IRBuilder<> &builder = call.builder;
  Type *type = call.type();
  const unsigned components = componentsOf(type);
  const unsigned stride = isAligned && components == 3 ? 4 : components;
  Type *memoryType = isHalf ? type->getWithNewType(builder.getHalfTy()) : type;
  Type *element = memoryType->getScalarType();
  Value *address = vectorAddress(call, call.operand(0), call.operand(1), element, stride);
  Value *value =
      builder.CreateAlignedLoad(memoryType, address, alignment(element, stride, isAligned));
  call.replaceWith(isHalf ? builder.CreateFPExt(value, type) : value);
  return true;
}

/// vstore…(data, offset, p[, rounding mode])
bool lowerStore(BuiltinCall &call, bool isHalf, bool isAligned) {
  IRBuilder<> &builder = call.builder;
  Value *value = call.operand(0);
  if (isHalf) {
    RoundingMode mode = RoundingMode::toNearestEven;
    if (call.operandCount() == 4) {
      std::optional<std::uint64_t> given = call.constantOperand(3);
      if (!given || *given > 3)
        return false;
      mode = static_cast<RoundingMode>(*given);
    }
    value = roundToNarrower(builder, value, value->getType()->getWithNewType(builder.getHalfTy()),
                            mode);
  }
  const unsigned components = componentsOf(value->getType());
  const unsigned stride = isAligned && components == 3 ? 4 : components;
  Type *element = value->getType()->getScalarType();
  Value *address = vectorAddress(call, call.operand(1), call.operand(2), element, stride);
  builder.CreateAlignedStore(value, address, alignment(element, stride, isAligned));
  call.replaceWith(nullptr);
  return true;
}

/// shuffle(x, mask) and shuffle2(x, y, mask): only the low bits of a mask component count.
bool lowerShuffle(BuiltinCall &call) {
  IRBuilder<> &builder = call.builder;
  const bool isTwo = call.base() == "ocl_shuffle2";
  Value *x = call.operand(0);
  Value *mask = call.operand(isTwo ? 2 : 1);
  if (isTwo) {
    unsigned width = componentsOf(x->getType());
    SmallVector<int, 32> both;
    for (unsigned i = 0; i < 2 * width; ++i)
      both.push_back(i);
    x = builder.CreateShuffleVector(x, call.operand(1), both);
  }
  const unsigned sources = componentsOf(x->getType());
  Type *maskElement = mask->getType()->getScalarType();
  Value *result = PoisonValue::get(call.type());
  for (unsigned i = 0; i < componentsOf(call.type()); ++i) {
    Value *index = builder.CreateExtractElement(mask, builder.getInt32(i));
    index = builder.CreateAnd(index, ConstantInt::get(maskElement, sources - 1));
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(x, index),
                                         builder.getInt32(i));
  }
  call.replaceWith(result);
  return true;
}

} // namespace

bool lowerVectorData(BuiltinCall &call) {
  StringRef function = call.base();
  if (!function.consume_front("ocl_"))
    return false;
  if (function == "vloadn")
    return lowerLoad(call, /*isHalf=*/false, /*isAligned=*/false);
  if (function == "vload_half" || function == "vload_halfn")
    return lowerLoad(call, /*isHalf=*/true, /*isAligned=*/false);
  if (function == "vloada_halfn")
    return lowerLoad(call, /*isHalf=*/true, /*isAligned=*/true);
  if (function == "vstoren")
    return lowerStore(call, /*isHalf=*/false, /*isAligned=*/false);
  if (function.starts_with("vstore_half"))
    return lowerStore(call, /*isHalf=*/true, /*isAligned=*/false);
  if (function.starts_with("vstorea_half"))
    return lowerStore(call, /*isHalf=*/true, /*isAligned=*/true);
  if (function == "shuffle" || function == "shuffle2")
    return lowerShuffle(call);
  if (function == "prefetch") { // a hint
    call.replaceWith(nullptr);
    return true;
  }
  return false;
}

} // namespace heddle::compiler
