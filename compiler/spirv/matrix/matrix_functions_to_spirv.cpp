#include "compiler/spirv/matrix/matrix_functions_to_spirv.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/spirv/matrix/matrix_function_table.hpp"

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

constexpr StringLiteral tf32Conversions[] = {
#define HEDDLE_TF32_CONVERSION(function, type) #function,
#include "builtins/include/subgroup_matrix.def"
};

constexpr StringLiteral bfloatRoundings[] = {
#define HEDDLE_BFLOAT16_ROUNDING(function, bits, floats) #function,
#include "builtins/include/bfloat16_conversions.def"
};
constexpr StringLiteral bfloatWidenings[] = {
#define HEDDLE_BFLOAT16_WIDENING(function, floats, bits) #function,
#include "builtins/include/bfloat16_conversions.def"
};

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
      os << (scalar->isIntegerTy(8) ? 'c' : scalar->isIntegerTy(16) ? 's' : 'i');
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

/// The instruction of a conversion between float and a narrower format, empty if it is none.
StringRef conversionInstruction(StringRef name) {
  if (is_contained(tf32Conversions, name))
    return "__spirv_RoundFToTF32INTEL";
  if (is_contained(bfloatRoundings, name))
    return "__spirv_ConvertFToBF16INTEL";
  if (is_contained(bfloatWidenings, name))
    return "__spirv_ConvertBF16ToFINTEL";
  return {};
}

/// The replacement for a function that is no instruction yet; none if it is not ours, has no
/// instruction, or is called with types that no overload has, which is reported.
std::optional<Replacement> replacementFor(StringRef name, Function &function) {
  FunctionType &type = *function.getFunctionType();
  if (StringRef instruction = conversionInstruction(name); !instruction.empty()) {
    if (type.getNumParams() == 1)
      return Replacement{instruction, std::nullopt, std::nullopt};
  } else if (isMatrixFunction(name)) {
    if (const MatrixFunction *row = findMatrixFunction(name, type)) {
      if (!row->hasInstruction())
        return std::nullopt;
      return Replacement{"__spirv_SubgroupMatrixMultiplyAccumulateINTEL", row->k, row->operands};
    }
  } else {
    return std::nullopt;
  }
  if (!function.use_empty())
    reportError(function, noOverloadMessage(name, type));
  return std::nullopt;
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
    std::optional<Replacement> replacement = replacementFor(name, function);
    if (!replacement)
      continue;
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
