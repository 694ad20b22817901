#include "compiler/spirv/module/translate.hpp"

#include "compiler/ir/library_names.hpp"
#include "compiler/spirv/module/bfloats.hpp"
#include "compiler/spirv/module/called_kernels.hpp"
#include "compiler/spirv/module/cooperative_matrices.hpp"
#include "compiler/spirv/module/draft_instructions.hpp"
#include "compiler/spirv/module/drop_hints.hpp"
#include "compiler/spirv/module/fixed_arrays.hpp"
#include "compiler/spirv/module/float8.hpp"
#include "compiler/spirv/module/int4.hpp"
#include "compiler/spirv/module/line_scopes.hpp"
#include "compiler/spirv/module/named_barriers.hpp"
#include "compiler/spirv/module/single_vectors.hpp"
#include "compiler/spirv/module/spirv_matrices.hpp"
#include "compiler/spirv/module/undefined_values.hpp"
#include "compiler/spirv/module/untyped_pointers.hpp"
#include "compiler/spirv/module/vec_type_hints.hpp"

#include "LLVMSPIRVLib.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Pass.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <sstream>

using namespace llvm;

namespace heddle::compiler {

namespace {

SPIRV::TranslatorOpts translatorOptions(SPIRV::VersionNumber newest) {
  SPIRV::TranslatorOpts options(newest);
#define HEDDLE_SPIRV_EXTENSION(name)                                                               \
  options.setAllowedToUseExtension(SPIRV::ExtensionID::name, true);
#include "runtime/abi/spirv_extensions.def"
  // Numbers of 128 bits, which long long is.
  options.setAllowedToUseExtension(SPIRV::ExtensionID::SPV_INTEL_arbitrary_precision_integers,
                                   true);
  options.setPreserveOCLKernelArgTypeMetadataThroughString(true);
  return options;
}

Error translatorError(const Twine &what, const std::string &message) {
  return createStringError(
      what + (message.empty() ? Twine("no reason given") : Twine(StringRef(message).trim())));
}

/// The module in terms that the translator reads rightly.
Expected<std::string> withoutRewrittenExtensions(StringRef bytes,
                                                 const SpecializedValues &specialized) {
  struct Rewriting {
    bool (*isNeeded)(ArrayRef<std::uint32_t>);
    Expected<SpirvWords> (*rewrite)(SpirvWords);
  };
  // Vectors of one first: the others ask for types of values. Floats of 8 bits become bfloats
  // through floats.
  static constexpr Rewriting rewritings[] = {{usesAnyVectors, withoutSingleVectors},
                                             {usesUntypedPointers, withTypedPointers},
                                             {usesFloat8, withoutFloat8},
                                             {usesInt4, withoutInt4},
                                             {usesBFloats, withoutBFloats}};
  SpirvWords words = spirvWords(bytes);
  for (const Rewriting &rewriting : rewritings) {
    if (!rewriting.isNeeded(words))
      continue;
    Expected<SpirvWords> rewritten = rewriting.rewrite(std::move(words));
    if (!rewritten)
      return createStringError("cannot read the SPIR-V module: " + toString(rewritten.takeError()));
    words = std::move(*rewritten);
  }
  // Numbers of all types are such as LLVM has by now.
  if (usesMatrices(words)) {
    Expected<SpirvWords> plain = withPlainMatrices(std::move(words), specialized);
    if (!plain)
      return createStringError("cannot read the SPIR-V module: " + toString(plain.takeError()));
    words = std::move(*plain);
  }
  return spirvBytes(words);
}

} // namespace

Expected<std::string> writeSpirv(Module &module, PointerKind pointers) {
  std::ostringstream words;
  std::string message;
  // The writer takes the lowest version that has all instructions: 1.3 for most sub-group
  // operations, 1.5 for a broadcast whose lane is known at run time.
  SPIRV::TranslatorOpts options = translatorOptions(SPIRV::VersionNumber::SPIRV_1_5);
  options.setAllowedToUseExtension(SPIRV::ExtensionID::SPV_KHR_untyped_pointers,
                                   pointers == PointerKind::untyped);
  const std::vector<std::string> unsignedHints = kernelsWithUnsignedHint(module);
  if (!llvm::writeSpirv(&module, options, words, message))
    return translatorError("cannot write the program as SPIR-V: ", message);
  return addUnsignedHints(words.str(), unsignedHints);
}

Expected<SpecializedValues>
specializedValues(ArrayRef<abi::SpecializationConstant> specializationConstants) {
  SpecializedValues result;
  for (const abi::SpecializationConstant &constant : specializationConstants) {
    std::uint64_t value = 0;
    if (constant.bytes.size() > sizeof(value))
      return createStringError("specialization constant " + Twine(constant.id) + " has " +
                               Twine(constant.bytes.size()) + " bytes, expected at most 8");
    std::memcpy(&value, constant.bytes.data(), constant.bytes.size());
    result[constant.id] = value;
  }
  return result;
}

Expected<std::unique_ptr<Module>> readSpirv(LLVMContext &context, StringRef words,
                                            const SpecializedValues &specialized) {
  SPIRV::TranslatorOpts options = translatorOptions(SPIRV::VersionNumber::MaximumVersion);
  options.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::SPIRVFriendlyIR);
  options.enableGenArgNameMD();
  // Else it aborts on vectors of any number of components, which checkSpirv() has let in.
  options.setAllowedToUseExtension(SPIRV::ExtensionID::SPV_INTEL_vector_compute, true);
  for (auto [id, value] : specialized)
    options.setSpecConst(id, value);

  Expected<std::string> rewritten = withoutRewrittenExtensions(words, specialized);
  if (!rewritten)
    return rewritten.takeError();
  Expected<std::string> published = withoutDrafts(dropHints(*rewritten));
  if (!published)
    return published.takeError();
  std::istringstream stream(withLineScopes(replaceNamedBarriers(std::move(*published))));
  Module *module = nullptr;
  std::string message;
  if (!llvm::readSpirv(context, options, stream, module, message) || !module) {
    delete module;
    return translatorError("cannot read the SPIR-V module: ", message);
  }
  std::unique_ptr<Module> owner(module);
  restoreUnsignedHints(*owner, words);
  settleUndefinedValues(*owner);
  separateCalledKernels(*owner);
  if (Error error = fixArrays(*owner))
    return createStringError("cannot read the SPIR-V module: " + toString(std::move(error)));

  std::string problems;
  raw_string_ostream problemStream(problems);
  if (verifyModule(*owner, &problemStream))
    return translatorError("the SPIR-V module is not valid: ", problems);
  return owner;
}

void resolveOpenCLNames(Module &module) {
  const auto mayBeOpenCL = [](const Function &function) {
    const std::optional<StringRef> name = unmangledName(function.getName());
    return function.isDeclaration() && name && !name->starts_with("__");
  };
  if (none_of(module, mayBeOpenCL))
    return;
  // The pass asks which language the program was in.
  constexpr char sourceMetadata[] = "spirv.Source";
  constexpr unsigned openclC = 3, openclVersion = 300000;
  if (NamedMDNode *given = module.getNamedMetadata(sourceMetadata))
    module.eraseNamedMetadata(given);
  LLVMContext &context = module.getContext();
  const auto number = [&](unsigned value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), value));
  };
  NamedMDNode *source = module.getOrInsertNamedMetadata(sourceMetadata);
  source->addOperand(MDNode::get(context, {number(openclC), number(openclVersion)}));
  legacy::PassManager passes;
  passes.add(createOCLToSPIRVLegacy());
  passes.run(module);
}

} // namespace heddle::compiler
