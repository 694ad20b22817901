#include "compiler/spirv/builtins/type_replacement.hpp"

using namespace llvm;

namespace heddle::compiler {

Type *TypeReplacement::remapType(Type *type) {
  if (auto known = types.find(type); known != types.end())
    return known->second;
  // Nothing contains itself: pointers have no pointee.
  Type *result = mapped(type);
  return types[type] = result;
}

Type *TypeReplacement::mapped(Type *type) {
  if (Type *replacement = replacementOf(type))
    return replacement;
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
  if (auto *function = dyn_cast<FunctionType>(type)) {
    SmallVector<Type *> parameters;
    for (Type *parameter : function->params())
      parameters.push_back(remapType(parameter));
    return FunctionType::get(remapType(function->getReturnType()), parameters,
                             function->isVarArg());
  }
  auto *structure = dyn_cast<StructType>(type);
  if (!structure || structure->isOpaque())
    return type;
  SmallVector<Type *> elements;
  for (Type *element : structure->elements())
    elements.push_back(remapType(element));
  if (ArrayRef<Type *>(elements) == structure->elements())
    return type;
  return structure->hasName()
             ? StructType::create(type->getContext(), elements, structure->getName(),
                                  structure->isPacked())
             : StructType::get(type->getContext(), elements, structure->isPacked());
}

} // namespace heddle::compiler
