#include "compiler/link/link_builtins.hpp"

#include "builtins/bundle_format.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace heddle::builtins;

namespace heddle::compiler {

namespace {

// Calls with generic pointers mean libclc's functions for plain ones: its generic address space is
// 0. The call is redirected and the name it used disappears.
void useFormForPlainPointers(Function &function, StringRef plainName) {
  Module &module = *function.getParent();
  SmallVector<Type *> parameters;
  for (Type *type : function.getFunctionType()->params())
    parameters.push_back(type->isPointerTy() && type->getPointerAddressSpace() == 4
                             ? PointerType::get(module.getContext(), 0)
                             : type);
  FunctionCallee plain = module.getOrInsertFunction(
      plainName, FunctionType::get(function.getReturnType(), parameters, false));
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    SmallVector<Value *> arguments;
    for (auto [argument, type] : zip(call->args(), parameters))
      arguments.push_back(argument->getType() == type
                              ? argument.get()
                              : builder.CreateAddrSpaceCast(argument, type));
    CallInst *replacement = builder.CreateCall(plain, arguments);
    replacement->takeName(call);
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
  function.eraseFromParent();
}

std::string withoutGenericPointers(StringRef name) {
  std::string plain = name.str();
  for (size_t at = plain.find("U3AS4"); at != std::string::npos; at = plain.find("U3AS4"))
    plain.erase(at, 5);
  return plain;
}

void describeMath(Function &function) {
  function.addFnAttr(vectorMathAttribute);
  function.setMemoryEffects(MemoryEffects::none());
  function.setDoesNotThrow();
  function.setWillReturn();
}

} // namespace

Expected<BuiltinLibrary> BuiltinLibrary::openBeside(StringRef executable) {
  SmallString<256> path(sys::path::parent_path(executable));
  sys::path::append(path, bundleFileName);
  return openFile(path);
}

Expected<BuiltinLibrary> BuiltinLibrary::openFile(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError("cannot read the OpenCL C library '" + path +
                             "': " + file.getError().message());
  BuiltinLibrary library(std::move(*file));
  if (Error error = library.checkHeader())
    return createStringError("'" + path +
                             "' is no OpenCL C library: " + toString(std::move(error)));
  return library;
}

Error BuiltinLibrary::checkHeader() const {
  const auto *header = reinterpret_cast<const BundleHeader *>(file->getBufferStart());
  std::uint64_t size = file->getBufferSize();
  if (size < sizeof(BundleHeader) ||
      std::memcmp(header->magic, bundleMagic, sizeof(bundleMagic)) != 0)
    return createStringError("it does not begin like one");
  std::uint64_t tables = sizeof(BundleHeader) + header->groupCount * sizeof(BundleGroup) +
                         header->nameCount * sizeof(BundleName);
  if (header->fileSize != size || tables > size)
    return createStringError("it was cut off");
  return Error::success();
}

std::optional<unsigned> BuiltinLibrary::findGroup(StringRef mangledName) const {
  const char *start = file->getBufferStart();
  const auto *header = reinterpret_cast<const BundleHeader *>(start);
  const auto *groups = reinterpret_cast<const BundleGroup *>(header + 1);
  const auto *names = reinterpret_cast<const BundleName *>(groups + header->groupCount);
  auto text = [&](const BundleName &name) { return StringRef(start + name.offset, name.length); };
  const BundleName *end = names + header->nameCount;
  const BundleName *found =
      std::lower_bound(names, end, mangledName, [&](const BundleName &name, StringRef wanted) {
        return text(name) < wanted;
      });
  if (found == end || text(*found) != mangledName)
    return std::nullopt;
  return found->group;
}

StringRef BuiltinLibrary::contentOf(unsigned group) const {
  const char *start = file->getBufferStart();
  const auto *groups = reinterpret_cast<const BundleGroup *>(start + sizeof(BundleHeader));
  return StringRef(start + groups[group].offset, groups[group].size);
}

std::optional<StringRef> BuiltinLibrary::findObject(StringRef name) const {
  std::optional<unsigned> group = findGroup((name + objectSuffix).str());
  return group ? std::optional(contentOf(*group)) : std::nullopt;
}

Error BuiltinLibrary::linkGroup(Module &module, unsigned group) const {
  MemoryBufferRef bitcode(contentOf(group), "builtins");
  Expected<std::unique_ptr<Module>> source = getLazyBitcodeModule(bitcode, module.getContext());
  if (!source)
    return source.takeError();
  if (Linker::linkModules(module, std::move(*source), Linker::Flags::LinkOnlyNeeded))
    return createStringError("the OpenCL C library does not fit the module");
  return Error::success();
}

Error BuiltinLibrary::linkInto(Module &module, Stage stage) const {
  // Linking also brings what the wanted functions call inside their group.
  DenseSet<const Function *> own;
  for (const Function &function : module)
    if (!function.isDeclaration())
      own.insert(&function);
  // What a linked function calls elsewhere is looked up in the next round.
  while (true) {
    SetVector<unsigned> groups;
    for (Function &function : make_early_inc_range(module)) {
      if (!function.isDeclaration() || function.use_empty() || function.isIntrinsic() ||
          internalOp(function))
        continue;
      if (stage == Stage::beforeVectorization && isOutOfLineMath(function)) {
        if (contains(function.getName()))
          describeMath(function);
        continue;
      }
      if (findObject(function.getName())) {
        function.setVisibility(GlobalValue::HiddenVisibility);
        function.setDSOLocal(true);
      } else if (std::optional<unsigned> group = findGroup(function.getName())) {
        groups.insert(*group);
      } else if (function.getName().contains("U3AS4")) {
        std::string plain = withoutGenericPointers(function.getName());
        if (std::optional<unsigned> plainGroup = findGroup(plain)) {
          useFormForPlainPointers(function, plain);
          groups.insert(*plainGroup);
        }
      }
    }
    if (groups.empty())
      break;
    for (unsigned group : groups)
      if (Error error = linkGroup(module, group))
        return error;
  }
  for (Function &function : module) {
    if (function.isDeclaration() || own.contains(&function))
      continue;
    function.setLinkage(GlobalValue::InternalLinkage);
    if (stage == Stage::afterVectorization && isOutOfLineMath(function))
      function.addFnAttr(Attribute::NoInline);
  }
  return Error::success();
}

} // namespace heddle::compiler
