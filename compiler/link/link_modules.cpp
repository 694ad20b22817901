#include "compiler/link/link_modules.hpp"

#include "compiler/ir/kernel_info.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Whether the two types are the same. Each module has struct types of its own.
bool sameShape(Type *a, Type *b) {
  if (a == b)
    return true;
  if (auto *first = dyn_cast<StructType>(a)) {
    auto *second = dyn_cast<StructType>(b);
    return second && first->isPacked() == second->isPacked() &&
           first->isOpaque() == second->isOpaque() &&
           all_of_zip(first->elements(), second->elements(), sameShape);
  }
  if (auto *first = dyn_cast<ArrayType>(a)) {
    auto *second = dyn_cast<ArrayType>(b);
    return second && first->getNumElements() == second->getNumElements() &&
           sameShape(first->getElementType(), second->getElementType());
  }
  if (auto *first = dyn_cast<FunctionType>(a)) {
    auto *second = dyn_cast<FunctionType>(b);
    return second && sameShape(first->getReturnType(), second->getReturnType()) &&
           all_of_zip(first->params(), second->params(), sameShape);
  }
  return false;
}

/// A struct by value is a pointer in the type of a function.
bool sameStructs(const Function &a, const Function &b) {
  auto same = [](Type *first, Type *second) {
    return first && second ? sameShape(first, second) : first == second;
  };
  for (unsigned i = 0; i < a.arg_size(); ++i)
    if (!same(a.getParamByValType(i), b.getParamByValType(i)) ||
        !same(a.getParamStructRetType(i), b.getParamStructRetType(i)))
      return false;
  return true;
}

bool holdsStructs(Type *type) {
  while (auto *array = dyn_cast<ArrayType>(type))
    type = array->getElementType();
  return type->isStructTy();
}

/// A declaration may leave the length of an array open; the front end then writes 1. An initializer
/// may give a struct another type: with its padding, with the member of a union that it sets, or
/// as a struct instead of an array. Of those the size counts.
bool mayDeclare(const GlobalVariable &declaration, const GlobalVariable &definition) {
  Type *declared = declaration.getValueType();
  Type *defined = definition.getValueType();
  const DataLayout &layout = declaration.getDataLayout();
  auto *open = dyn_cast<ArrayType>(declared);
  const bool isOpen = declaration.isDeclaration() && open && open->getNumElements() <= 1;
  if (holdsStructs(declared) || holdsStructs(defined)) {
    std::uint64_t size = layout.getTypeAllocSize(defined);
    if (!isOpen)
      return size == layout.getTypeAllocSize(declared);
    std::uint64_t elementSize = layout.getTypeAllocSize(open->getElementType());
    return elementSize != 0 && size % elementSize == 0;
  }
  auto *array = dyn_cast<ArrayType>(defined);
  return isOpen && array ? open->getElementType() == array->getElementType() : declared == defined;
}

bool mayDeclare(const GlobalValue &declaration, const GlobalValue &definition) {
  if (auto *variable = dyn_cast<GlobalVariable>(&declaration))
    return mayDeclare(*variable, cast<GlobalVariable>(definition));
  return sameShape(declaration.getValueType(), definition.getValueType()) &&
         sameStructs(cast<Function>(declaration), cast<Function>(definition));
}

/// Structs by their members: their names are those of one module.
void printType(const Type &type, raw_ostream &os) {
  auto *structure = dyn_cast<StructType>(&type);
  if (!structure)
    return type.print(os, /*IsForDebug=*/false, /*NoDetails=*/true);
  os << '{';
  for (auto [i, element] : enumerate(structure->elements())) {
    os << (i ? ", " : "");
    printType(*element, os);
  }
  os << '}';
}

std::string describe(const GlobalValue &value) {
  std::string text;
  raw_string_ostream os(text);
  if (auto *function = dyn_cast<Function>(&value)) {
    printType(*function->getReturnType(), os);
    os << " (";
    for (const Argument &argument : function->args()) {
      os << (argument.getArgNo() ? ", " : "");
      Type *byValue = argument.getParamByValType();
      printType(byValue ? *byValue : *argument.getType(), os);
    }
    os << ')';
    return text;
  }
  printType(*value.getValueType(), os);
  os << (value.getAddressSpace() == 2 ? " in constant memory" : " in global memory");
  return text;
}

/// As the modules are read: later it is an attribute that tells kernels.
bool isKernel(const GlobalValue &value) {
  auto *function = dyn_cast<Function>(&value);
  return function && function->getCallingConv() == CallingConv::SPIR_KERNEL;
}

/// Compares what the modules say of each name that leaves them.
class NameCheck {
public:
  /// False when it reported something.
  bool add(const NamedModule &part) {
    for (const GlobalValue &value : part.module->global_values())
      if (!value.hasLocalLinkage() && !value.getName().starts_with("llvm."))
        add(value, part.name);
    return good;
  }

private:
  struct Seen {
    const GlobalValue *value;
    StringRef where;
  };

  void add(const GlobalValue &value, StringRef where) {
    auto [entry, isNew] = known.try_emplace(value.getName(), Seen{&value, where});
    Seen &before = entry->second;
    if (isNew)
      return;
    if (isa<Function>(before.value) != isa<Function>(value))
      return fail(value, "name",
                  "is a " + kind(*before.value) + " in " + before.where + " and a " + kind(value) +
                      " in " + where);
    if (before.value->isStrongDefinitionForLinker() && value.isStrongDefinitionForLinker())
      return fail(value, kind(value), "is defined in " + before.where + " and in " + where);
    const bool fits = before.value->isDeclaration() ? mayDeclare(*before.value, value)
                                                    : mayDeclare(value, *before.value);
    if (!fits || before.value->getAddressSpace() != value.getAddressSpace())
      return fail(value, kind(value),
                  "is " + describe(*before.value) + " in " + before.where + " and " +
                      describe(value) + " in " + where);
    // Later ones are compared with what says most.
    if (before.value->isDeclaration())
      before = {&value, where};
  }

  void fail(const GlobalValue &value, StringRef what, const Twine &message) {
    std::string text = (what + " '" + value.getName() + "': " + message).str();
    value.getContext().diagnose(DiagnosticInfoGeneric(text, DS_Error));
    good = false;
  }

  static StringRef kind(const GlobalValue &value) {
    return isKernel(value) ? "kernel" : isa<Function>(value) ? "function" : "variable";
  }

  StringMap<Seen> known;
  bool good = true;
};

/// A kernel that only other modules call has no body of its own any more: they call the kernel.
void callKernelsThemselves(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(kernelBodyPrefix))
      continue;
    Function *kernel = module.getFunction(name);
    if (!kernel || !isKernel(*kernel) || kernel->getFunctionType() != function.getFunctionType())
      continue;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user))
        call->setCallingConv(kernel->getCallingConv());
    function.replaceAllUsesWith(kernel);
    function.eraseFromParent();
  }
}

} // namespace

std::unique_ptr<Module> linkModules(std::vector<NamedModule> modules) {
  NameCheck names;
  bool good = true;
  for (const NamedModule &part : modules)
    good = names.add(part) && good;
  if (!good)
    return nullptr;
  std::unique_ptr<Module> result = std::move(modules.front().module);
  Linker linker(*result);
  for (NamedModule &part : drop_begin(modules))
    if (linker.linkInModule(std::move(part.module)))
      return nullptr;
  callKernelsThemselves(*result);
  return result;
}

} // namespace heddle::compiler
