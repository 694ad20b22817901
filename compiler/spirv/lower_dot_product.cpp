// Dot products of vectors of integers: OpSDot, OpUDot, OpSUDot and their forms with an accumulator
// (SPV_KHR_integer_dot_product). Four bytes may come packed in 32 bits.
#include "compiler/spirv/builtin_call.hpp"

#include "llvm/IR/Intrinsics.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

struct DotProduct {
  bool firstIsSigned, secondIsSigned, accumulates;
};

std::optional<DotProduct> dotProduct(StringRef name) {
  name.consume_back("KHR");
  DotProduct result{};
  result.accumulates = name.consume_back("AccSat");
  if (name == "SDot")
    result.firstIsSigned = result.secondIsSigned = true;
  else if (name == "SUDot")
    result.firstIsSigned = true;
  else if (name != "UDot")
    return std::nullopt;
  return result;
}

/// The components of an operand, extended to the result.
SmallVector<Value *, 4> componentsOf(IRBuilder<> &builder, Value *vector, bool isSigned,
                                     Type *result) {
  if (!vector->getType()->isVectorTy()) // the one packed format
    vector = builder.CreateBitCast(vector, FixedVectorType::get(builder.getInt8Ty(), 4));
  SmallVector<Value *, 4> components;
  for (unsigned i = 0; i < cast<FixedVectorType>(vector->getType())->getNumElements(); ++i)
    components.push_back(builder.CreateIntCast(
        builder.CreateExtractElement(vector, builder.getInt32(i)), result, isSigned));
  return components;
}

bool isOperand(Type *type) {
  return type->isIntegerTy(32) ||
         (isa<FixedVectorType>(type) && type->getScalarType()->isIntegerTy());
}

} // namespace

bool lowerDotProduct(BuiltinCall &call) {
  std::optional<DotProduct> dot = dotProduct(call.base());
  if (!dot || call.operandCount() < (dot->accumulates ? 3u : 2u) || !call.type()->isIntegerTy() ||
      call.operand(0)->getType() != call.operand(1)->getType() ||
      !isOperand(call.operand(0)->getType()))
    return false;
  IRBuilder<> &builder = call.builder;
  auto first = componentsOf(builder, call.operand(0), dot->firstIsSigned, call.type());
  auto second = componentsOf(builder, call.operand(1), dot->secondIsSigned, call.type());
  Value *sum = nullptr;
  for (auto [a, b] : zip_equal(first, second)) {
    Value *product = builder.CreateMul(a, b);
    sum = sum ? builder.CreateAdd(sum, product) : product;
  }
  if (dot->accumulates)
    sum = builder.CreateBinaryIntrinsic(
        dot->firstIsSigned ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, sum, call.operand(2));
  call.replaceWith(sum);
  return true;
}

} // namespace heddle::compiler
