#include "compiler/vectorizer/transform/vector_functions.hpp"

#include "compiler/vectorizer/analysis/refusals.hpp"
#include "compiler/vectorizer/analysis/simt_tti.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Forms of one function: the last one takes everything as vectors and serves all other calls.
constexpr unsigned maxForms = 4;

bool isSubset(const BitVector &a, const BitVector &b) { return !a.test(b); }

FunctionType *formType(const Function &function, unsigned lanes, const BitVector &uniform) {
  LLVMContext &context = function.getContext();
  auto vectors = [&](Type *type) {
    SmallVector<Type *> leaves;
    if (!type->isVoidTy())
      collectLeafTypes(type, leaves);
    for (Type *&leaf : leaves)
      leaf = FixedVectorType::get(leaf, lanes);
    return leaves;
  };
  SmallVector<Type *> parameters;
  for (const Argument &argument : function.args()) {
    if (uniform[argument.getArgNo()])
      parameters.push_back(argument.getType());
    else
      parameters.append(vectors(argument.getType()));
  }
  parameters.push_back(FixedVectorType::get(Type::getInt1Ty(context), lanes));
  Type *result = function.getReturnType();
  if (!result->isVoidTy())
    result = StructType::get(context, vectors(result));
  return FunctionType::get(result, parameters, false);
}

} // namespace

void collectLeafTypes(Type *type, SmallVectorImpl<Type *> &leaves) {
  if (auto *structure = dyn_cast<StructType>(type)) {
    for (Type *member : structure->elements())
      collectLeafTypes(member, leaves);
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      collectLeafTypes(array->getElementType(), leaves);
  } else if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    leaves.append(vector->getNumElements(), vector->getElementType());
  } else {
    leaves.push_back(type);
  }
}

VectorForm VectorFunctions::find(Function &function, unsigned lanes, const BitVector &uniform) {
  std::vector<VectorForm> &known = forms[{&function, lanes}];
  // The one that takes most as scalars.
  const VectorForm *best = nullptr;
  for (const VectorForm &form : known) {
    if (!form.function || form.uniform == uniform)
      return form;
    if (isSubset(form.uniform, uniform) && (!best || form.uniform.count() > best->uniform.count()))
      best = &form;
  }
  if (known.size() + 1 < maxForms)
    return make(function, lanes, uniform);
  return best ? *best : make(function, lanes, BitVector(function.arg_size()));
}

VectorForm VectorFunctions::make(Function &function, unsigned lanes, const BitVector &uniform) {
  VectorForm form{nullptr, uniform};
  if (!findRefusal(function)) {
    ValueToValueMapTy map;
    Function *scalar = CloneFunction(&function, map);
    std::string name = (function.getName() + ".v" + Twine(lanes) + ".").str();
    for (Argument &argument : scalar->args()) {
      name += uniform[argument.getArgNo()] ? '1' : '0';
      if (!uniform[argument.getArgNo()])
        scalar->addParamAttr(argument.getArgNo(),
                             Attribute::get(function.getContext(), divergentAttribute));
    }
    form.function =
        Function::Create(formType(function, lanes, uniform), GlobalValue::InternalLinkage,
                         function.getAddressSpace(), name, function.getParent());
    // Attributes of the function as a whole; those of memory and parameters do not fit any more.
    AttrBuilder attributes(function.getContext(), function.getAttributes().getFnAttrs());
    for (Attribute::AttrKind kind : {Attribute::Memory, Attribute::Speculatable,
                                     Attribute::AlwaysInline, Attribute::WillReturn})
      attributes.removeAttribute(kind);
    form.function->addFnAttrs(attributes);
    form.function->setSubprogram(scalar->getSubprogram());
    if (!widen(*scalar, *form.function, lanes)) {
      form.function->eraseFromParent();
      form.function = nullptr;
    }
  }
  forms[{&function, lanes}].push_back(form);
  return form;
}

} // namespace heddle::compiler
