#include "compiler/spirv/matrix/lower_subgroup_matrix.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/float_formats.hpp"
#include "compiler/ir/matrix_formats.hpp"
#include "compiler/spirv/matrix/matrix_function_table.hpp"
#include "compiler/spirv/matrix/matrix_mad.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A constant of 32 bits; else an error is reported and nothing returned.
std::optional<unsigned> constantWord(CallBase &call, unsigned operand, StringRef what) {
  auto *constant = dyn_cast<ConstantInt>(call.getArgOperand(operand));
  if (constant && constant->getType()->isIntegerTy(32))
    return constant->getZExtValue();
  reportError(call, "matrix multiply-accumulate: " + what + " is not a constant of 32 bits");
  return std::nullopt;
}

/// The instruction and its scaled form: K, A, B, C, the scales, and the operands word if there is
/// one.
Value *lowerMatrixInstruction(CallBase &call, IRBuilder<> &builder, unsigned scales) {
  const unsigned last = 4 + scales;
  if (call.arg_size() != last && call.arg_size() != last + 1) {
    reportError(call, "matrix multiply-accumulate has " + Twine(call.arg_size()) +
                          " operands, expected K, A, B, C, " + (scales ? "two scales, " : "") +
                          "and an optional operands word");
    return nullptr;
  }
  MatrixMad mad{call.getArgOperand(1), call.getArgOperand(2), call.getArgOperand(3),
                call.getType()};
  std::optional<unsigned> k = constantWord(call, 0, "K");
  if (!k)
    return nullptr;
  mad.k = *k;
  // No operands word means None: no bit set.
  if (call.arg_size() == last + 1) {
    std::optional<unsigned> operands = constantWord(call, last, "the operands word");
    if (!operands)
      return nullptr;
    mad.operands = *operands;
  }
  const unsigned unknown =
      mad.operands & (internalMatrixOperandBits | (scales ? 0 : matrixScaleBits));
  Expected<Value *> result =
      unknown  ? invalidMatrixOperation("operands 0x" + utohexstr(mad.operands) +
                                        " has the unknown bits 0x" + utohexstr(unknown))
      : scales ? createScaledMatrixMad(builder, mad, call.getArgOperand(4), call.getArgOperand(5))
               : createMatrixMad(builder, mad);
  if (result)
    return *result;
  reportError(call, toString(result.takeError()));
  return nullptr;
}

/// A function that has no instruction, called by its name. Null as well if it is not one of ours.
Value *lowerMatrixFunction(CallBase &call, IRBuilder<> &builder, StringRef name) {
  const auto madOf = [&](const auto &row) {
    return MatrixMad{
        call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), call.getType(), row.k,
        row.operands};
  };
  FunctionType &type = *call.getFunctionType();
  if (const MatrixFunction *row = findMatrixFunction(name, type))
    return cantFail(createMatrixMad(builder, madOf(*row)));
  if (const ScaledMatrixFunction *row = findScaledMatrixFunction(name, type))
    return cantFail(
        createScaledMatrixMad(builder, madOf(*row), call.getArgOperand(3), call.getArgOperand(4)));
  return nullptr;
}

/// A conversion between types of these scalars and one width.
using Conversion = Value *(*)(IRBuilderBase &, Value *);

Value *lowerConversion(CallBase &call, IRBuilder<> &builder, Conversion conversion, Type *from,
                       Type *to) {
  Type *result = call.getType();
  const bool isRight = call.arg_size() == 1 &&
                       call.getArgOperand(0)->getType()->getScalarType() == from &&
                       result == call.getArgOperand(0)->getType()->getWithNewType(to);
  if (!isRight) {
    reportError(call, "conversion of " + call.getCalledFunction()->getName() +
                          " has operand or result types that the instruction does not allow");
    return nullptr;
  }
  return conversion(builder, call.getArgOperand(0));
}

/// The replacement of a call, null after an error. `isOurs` says whether it is one of the calls of
/// this pass.
Value *lower(CallBase &call, IRBuilder<> &builder, StringRef callee, bool &isOurs) {
  isOurs = true;
  Type *i16 = builder.getInt16Ty();
  Type *f32 = builder.getFloatTy();
  if (callee.starts_with("_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL"))
    return lowerMatrixInstruction(call, builder, /*scales=*/0);
  if (callee.starts_with("_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL"))
    return lowerMatrixInstruction(call, builder, /*scales=*/2);
  if (callee.starts_with("_Z25__spirv_RoundFToTF32INTEL"))
    return lowerConversion(call, builder, roundToTf32, f32, f32);
  if (callee.starts_with("_Z27__spirv_ConvertFToBF16INTEL"))
    return lowerConversion(call, builder, roundToBFloat16, f32, i16);
  if (callee.starts_with("_Z27__spirv_ConvertBF16ToFINTEL"))
    return lowerConversion(call, builder, widenBFloat16, i16, f32);
  if (StringRef name = baseName(callee); name.starts_with("intel_sub_group_"))
    if (Value *result = lowerMatrixFunction(call, builder, name))
      return result;
  isOurs = false;
  return nullptr;
}

} // namespace

PreservedAnalyses LowerSubgroupMatrixPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("_Z"))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledOperand() != &function)
        continue;
      bool isOurs = false;
      IRBuilder<> builder(call);
      Value *result = lower(*call, builder, function.getName(), isOurs);
      if (!isOurs)
        break;
      // After an error the build fails; poison keeps the module valid until then.
      call->replaceAllUsesWith(result ? result : PoisonValue::get(call->getType()));
      if (result && !isa<Constant>(result))
        result->takeName(call);
      call->eraseFromParent();
      changed = true;
    }
  }
  // The declarations have no user left.
  for (Function &function : make_early_inc_range(module))
    if (changed && function.isDeclaration() && function.use_empty() &&
        (function.getName().contains("__spirv_") || isMatrixFunction(baseName(function.getName()))))
      function.eraseFromParent();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
