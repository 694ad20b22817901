// printf: the format and the arguments go on as they are, one call for each work-item. What each
// argument is the call's own types say, so nothing here reads the format, which a module may choose
// at run time.
#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The argument in a type that the runtime can print; null when there is none.
Value *printable(IRBuilder<> &builder, Value *argument) {
  Type *type = argument->getType();
  Type *element = type->getScalarType();
  if (element->isHalfTy() || element->isBFloatTy())
    return builder.CreateFPExt(argument, type->getWithNewType(builder.getFloatTy()));
  if (element->isIntegerTy(1))
    return builder.CreateZExt(argument, type->getWithNewType(builder.getInt32Ty()));
  bool isNumber = element->isIntegerTy(8) || element->isIntegerTy(16) || element->isIntegerTy(32) ||
                  element->isIntegerTy(64) || element->isFloatTy() || element->isDoubleTy();
  return isNumber || type->isPointerTy() ? argument : nullptr;
}

} // namespace

bool lowerPrint(BuiltinCall &call) {
  if (call.base() != "ocl_printf" || call.operandCount() == 0 ||
      !call.operand(0)->getType()->isPointerTy() || !call.type()->isIntegerTy(32))
    return false;
  SmallVector<Value *, 8> operands = {call.operand(0)};
  for (unsigned i = 1; i < call.operandCount(); ++i) {
    Value *argument = printable(call.builder, call.operand(i));
    if (!argument) {
      call.refuse("argument " + Twine(i) +
                  " of printf is no number, no vector of numbers and no pointer");
      return true;
    }
    operands.push_back(argument);
  }
  SmallVector<Type *, 8> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  auto *type = FunctionType::get(call.type(), types, false);
  call.replaceWith(
      call.builder.CreateCall(getInternalOp(call.module(), InternalOp::print, type), operands));
  return true;
}

} // namespace heddle::compiler
