#include "compiler/spirv/matrix_functions.hpp"

#include "compiler/ir/diagnostics.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

struct MadRow {
  StringLiteral function;
  unsigned k;
  StringLiteral a, b, c;
  unsigned operands;
};

constexpr MadRow madRows[] = {
#define HEDDLE_MATRIX_MAD(function, N, M, K, aFormat, bFormat, cFormat, aType, bType, cType, bits) \
  {#function, K, #aType, #bType, #cType, bits},
#include "builtins/include/subgroup_matrix.def"
};

constexpr StringLiteral tf32Conversions[] = {
#define HEDDLE_TF32_CONVERSION(function, type) #function,
#include "builtins/include/subgroup_matrix.def"
};

/// "Z<length>name" of an Itanium-mangled function, empty if it is none.
StringRef baseName(StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length))
    return {};
  return length <= mangled.size() ? mangled.take_front(length) : StringRef();
}

/// The LLVM type of an OpenCL C type name such as "ushort8".
Type *typeNamed(StringRef name, LLVMContext &context) {
  StringRef scalarName = name.rtrim("0123456789");
  Type *scalar = nullptr;
  if (scalarName == "float")
    scalar = Type::getFloatTy(context);
  else if (scalarName == "half")
    scalar = Type::getHalfTy(context);
  else if (scalarName.ends_with("short"))
    scalar = Type::getInt16Ty(context);
  else
    scalar = Type::getInt32Ty(context);
  unsigned count = 1;
  name.drop_front(scalarName.size()).getAsInteger(10, count);
  return count == 1 ? scalar : FixedVectorType::get(scalar, count);
}

/// Itanium mangling of scalar and vector parameters, with substitutions for repeated vectors.
/// Integers are written as signed: LLVM types do not say.
std::string mangle(StringRef name, ArrayRef<Type *> parameters) {
  std::string result;
  raw_string_ostream os(result);
  os << "_Z" << name.size() << name;
  SmallVector<Type *> vectors;
  for (Type *type : parameters) {
    if (auto *vector = dyn_cast<FixedVectorType>(type)) {
      if (auto *seen = find(vectors, type); seen != vectors.end()) {
        size_t index = seen - vectors.begin();
        os << 'S';
        if (index)
          os << utostr(index - 1);
        os << '_';
        continue;
      }
      vectors.push_back(type);
      os << "Dv" << vector->getNumElements() << '_';
    }
    Type *scalar = type->getScalarType();
    if (scalar->isFloatTy())
      os << 'f';
    else if (scalar->isHalfTy())
      os << "Dh";
    else
      os << (scalar->isIntegerTy(16) ? 's' : 'i');
  }
  return result;
}

/// What a call becomes: an instruction's name, constants before and after the call's operands.
struct Replacement {
  StringRef instruction;
  std::optional<unsigned> first;
  std::optional<unsigned> last;
};

void replaceCall(CallBase &call, const Replacement &replacement) {
  IRBuilder<> builder(&call);
  SmallVector<Value *> arguments;
  if (replacement.first)
    arguments.push_back(builder.getInt32(*replacement.first));
  append_range(arguments, call.args());
  if (replacement.last)
    arguments.push_back(builder.getInt32(*replacement.last));

  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *call.getModule();
  FunctionCallee callee =
      module.getOrInsertFunction(mangle(replacement.instruction, types),
                                 FunctionType::get(call.getType(), types, /*isVarArg=*/false));
  auto *function = cast<Function>(callee.getCallee());
  function->setCallingConv(call.getCallingConv());
  function->addFnAttr(Attribute::NoUnwind);
  // Only the matrix instruction speaks to other lanes.
  if (replacement.first)
    function->addFnAttr(Attribute::Convergent);

  CallInst *instruction = builder.CreateCall(callee, arguments);
  instruction->setCallingConv(call.getCallingConv());
  instruction->takeName(&call);
  call.replaceAllUsesWith(instruction);
  call.eraseFromParent();
}

/// The replacement for a function of this name and type. `isKnown` is set when the name is one of
/// ours, so that a missing overload can be told from a foreign function.
std::optional<Replacement> replacementFor(StringRef name, FunctionType &type, bool &isKnown) {
  LLVMContext &context = type.getContext();
  for (const MadRow &row : madRows) {
    if (row.function != name)
      continue;
    isKnown = true;
    Type *accumulator = typeNamed(row.c, context);
    if (type.getNumParams() == 3 && type.getReturnType() == accumulator &&
        type.getParamType(0) == typeNamed(row.a, context) &&
        type.getParamType(1) == typeNamed(row.b, context) && type.getParamType(2) == accumulator)
      return Replacement{"__spirv_SubgroupMatrixMultiplyAccumulateINTEL", row.k, row.operands};
  }
  if (isKnown)
    return std::nullopt;

  StringRef instruction;
  if (is_contained(tf32Conversions, name))
    instruction = "__spirv_RoundFToTF32INTEL";
  else if (name.starts_with("intel_convert_bfloat16"))
    instruction = "__spirv_ConvertFToBF16INTEL";
  else if (name.starts_with("intel_convert_as_bfloat16"))
    instruction = "__spirv_ConvertBF16ToFINTEL";
  else
    return std::nullopt;
  isKnown = true;
  if (type.getNumParams() != 1)
    return std::nullopt;
  return Replacement{instruction, std::nullopt, std::nullopt};
}

std::string describeParameters(FunctionType &type) {
  std::string text;
  raw_string_ostream os(text);
  interleaveComma(type.params(), os, [&](Type *parameter) { parameter->print(os); });
  return text;
}

} // namespace

PreservedAnalyses MatrixFunctionsToSpirvPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration())
      continue;
    StringRef name = baseName(function.getName());
    if (!name.starts_with("intel_"))
      continue;
    bool isKnown = false;
    std::optional<Replacement> replacement =
        replacementFor(name, *function.getFunctionType(), isKnown);
    if (!replacement) {
      if (isKnown && !function.use_empty())
        reportError(function, "no overload of " + name + " takes (" +
                                  describeParameters(*function.getFunctionType()) + ")");
      continue;
    }
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
        replaceCall(*call, *replacement);
    if (function.use_empty())
      function.eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
