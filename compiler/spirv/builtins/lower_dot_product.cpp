// Dot products of vectors of integers: OpSDot, OpUDot, OpSUDot and their forms with an accumulator
// (SPV_KHR_integer_dot_product). Four bytes may come packed in 32 bits.
//
// Four bytes are one operation from here to code generation, which knows the target's instructions;
// other vectors are multiplied and added component by component.
#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

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

bool isFourBytes(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return type->isIntegerTy(32) ||
         (vector && vector->getElementType()->isIntegerTy(8) && vector->getNumElements() == 4);
}

/// Of four bytes, as an integer of 32 bits or more: it fits, whatever the signs are.
Value *byteDot(BuiltinCall &call, const DotProduct &dot) {
  IRBuilder<> &builder = call.builder;
  Type *i32 = builder.getInt32Ty();
  auto *type = FunctionType::get(i32, {i32, i32, i32}, /*isVarArg=*/false);
  const unsigned signs =
      (dot.firstIsSigned ? firstIsSigned : 0u) | (dot.secondIsSigned ? secondIsSigned : 0u);
  Value *result =
      builder.CreateCall(getInternalOp(call.module(), InternalOp::byteDot, type),
                         {builder.CreateBitCast(call.operand(0), i32),
                          builder.CreateBitCast(call.operand(1), i32), builder.getInt32(signs)});
  return builder.CreateIntCast(result, call.type(), dot.firstIsSigned || dot.secondIsSigned);
}

Value *componentsDot(BuiltinCall &call, const DotProduct &dot) {
  IRBuilder<> &builder = call.builder;
  auto first = componentsOf(builder, call.operand(0), dot.firstIsSigned, call.type());
  auto second = componentsOf(builder, call.operand(1), dot.secondIsSigned, call.type());
  Value *sum = nullptr;
  for (auto [a, b] : zip_equal(first, second)) {
    Value *product = builder.CreateMul(a, b);
    sum = sum ? builder.CreateAdd(sum, product) : product;
  }
  return sum;
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
  const bool isByteDot =
      isFourBytes(call.operand(0)->getType()) && call.type()->getIntegerBitWidth() >= 32;
  Value *sum = isByteDot ? byteDot(call, *dot) : componentsDot(call, *dot);
  if (dot->accumulates)
    sum = call.builder.CreateBinaryIntrinsic(
        dot->firstIsSigned ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, sum, call.operand(2));
  call.replaceWith(sum);
  return true;
}

} // namespace heddle::compiler
