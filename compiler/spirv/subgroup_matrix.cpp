#include "compiler/spirv/subgroup_matrix.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/float_formats.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/spirv/matrix_function_table.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// heddle.matrix_mad of the three matrices that follow one another among the operands of a call,
/// null after an error.
Value *createMatrixMad(CallBase &call, IRBuilder<> &builder, unsigned first, unsigned k,
                       unsigned operands) {
  Value *a = call.getArgOperand(first);
  Value *b = call.getArgOperand(first + 1);
  Value *c = call.getArgOperand(first + 2);
  Expected<MatrixOperation> op = describeMatrixOperation(a->getType(), b->getType(), c->getType(),
                                                         call.getType(), k, operands);
  if (!op) {
    reportError(call, toString(op.takeError()));
    return nullptr;
  }
  Type *i32 = builder.getInt32Ty();
  auto *type =
      FunctionType::get(call.getType(), {a->getType(), b->getType(), c->getType(), i32, i32},
                        /*isVarArg=*/false);
  FunctionCallee callee = getInternalOp(*call.getModule(), InternalOp::matrixMad, type);
  return builder.CreateCall(callee, {a, b, c, builder.getInt32(k), builder.getInt32(operands)});
}

Value *lowerMatrixMad(CallBase &call, IRBuilder<> &builder) {
  if (call.arg_size() != 4 && call.arg_size() != 5) {
    reportError(call, "matrix multiply-accumulate has " + Twine(call.arg_size()) +
                          " operands, expected K, A, B, C and an optional operands word");
    return nullptr;
  }
  auto *k = dyn_cast<ConstantInt>(call.getArgOperand(0));
  if (!k || !k->getType()->isIntegerTy(32)) {
    reportError(call, "matrix multiply-accumulate: K is not a constant of 32 bits");
    return nullptr;
  }
  // No operands word means None: no bit set.
  ConstantInt *operands = builder.getInt32(0);
  if (call.arg_size() == 5)
    operands = dyn_cast<ConstantInt>(call.getArgOperand(4));
  if (!operands || !operands->getType()->isIntegerTy(32)) {
    reportError(call, "matrix multiply-accumulate: the operands word is not a constant of 32 bits");
    return nullptr;
  }

  if (unsigned unknown = operands->getZExtValue() & internalMatrixOperandBits) {
    reportError(call, "matrix multiply-accumulate: operands 0x" +
                          utohexstr(operands->getZExtValue()) + " has the unknown bits 0x" +
                          utohexstr(unknown));
    return nullptr;
  }
  return createMatrixMad(call, builder, 1, k->getZExtValue(), operands->getZExtValue());
}

/// A function that has no instruction, called by its name. Null as well if it is not one of ours.
Value *lowerMatrixFunction(CallBase &call, IRBuilder<> &builder, StringRef name) {
  const MatrixFunction *row = findMatrixFunction(name, *call.getFunctionType());
  return row ? createMatrixMad(call, builder, 0, row->k, row->operands) : nullptr;
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
    return lowerMatrixMad(call, builder);
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
