#include "compiler/spirv/builtins/builtin_call.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/library_names.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

std::optional<BuiltinName> parseBuiltinName(StringRef mangled) {
  std::optional<StringRef> name = unmangledName(mangled);
  if (!name)
    return std::nullopt;
  StringRef operandTypes(name->end(), static_cast<size_t>(mangled.end() - name->end()));
  if (!name->consume_front("__spirv_"))
    return std::nullopt;
  auto [base, modifiers] = name->split("_R");
  return BuiltinName{base, modifiers, operandTypes};
}

bool BuiltinCall::hasModifier(StringRef modifier) const {
  // The first part is the result type.
  StringRef rest = name.modifiers.split('_').second;
  while (!rest.empty()) {
    auto [first, others] = rest.split('_');
    if (first == modifier)
      return true;
    rest = others;
  }
  return false;
}

std::optional<std::uint64_t> BuiltinCall::constantOperand(unsigned i) const {
  if (auto *constant = dyn_cast<ConstantInt>(operand(i)))
    return constant->getZExtValue();
  return std::nullopt;
}

void BuiltinCall::replaceWith(Value *value) {
  if (value) {
    if (isa<Instruction>(value) && !value->hasName())
      value->takeName(&call);
    call.replaceAllUsesWith(value);
  }
  call.eraseFromParent();
}

void BuiltinCall::refuse(const Twine &reason) {
  reportError(call, reason);
  replaceWith(type()->isVoidTy() ? nullptr : PoisonValue::get(type()));
}

Value *forEachComponent(IRBuilder<> &builder, ArrayRef<Value *> operands,
                        function_ref<Value *(ArrayRef<Value *>)> scalar) {
  unsigned width = 0;
  for (Value *operand : operands)
    if (auto *vector = dyn_cast<FixedVectorType>(operand->getType()))
      width = vector->getNumElements();
  if (width == 0)
    return scalar(operands);

  Value *result = nullptr;
  for (unsigned i = 0; i < width; ++i) {
    SmallVector<Value *, 4> components;
    for (Value *operand : operands)
      components.push_back(operand->getType()->isVectorTy()
                               ? builder.CreateExtractElement(operand, builder.getInt32(i))
                               : operand);
    Value *component = scalar(components);
    if (!result)
      result = PoisonValue::get(FixedVectorType::get(component->getType(), width));
    result = builder.CreateInsertElement(result, component, builder.getInt32(i));
  }
  return result;
}

Value *callLibrary(IRBuilder<> &builder, StringRef function, Type *result,
                   ArrayRef<Value *> operands, StringRef mangledTypes) {
  std::string name = ("_Z" + Twine(function.size()) + function + mangledTypes).str();
  SmallVector<Type *, 4> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee =
      module.getOrInsertFunction(name, FunctionType::get(result, types, /*isVarArg=*/false));
  auto *declaration = cast<Function>(callee.getCallee());
  declaration->addFnAttr(libraryAttribute);
  declaration->addFnAttr(Attribute::NoUnwind);
  declaration->addFnAttr(Attribute::WillReturn);
  if (none_of(types, [](Type *type) { return type->isPointerTy(); }))
    declaration->setMemoryEffects(MemoryEffects::none());
  return builder.CreateCall(callee, operands);
}

} // namespace heddle::compiler
