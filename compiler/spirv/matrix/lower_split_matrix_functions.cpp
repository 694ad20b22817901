#include "compiler/spirv/matrix/lower_split_matrix_functions.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

enum class Format { i32, f32 };

struct SplitRow {
  StringLiteral function;
  unsigned m, k;
  Format accumulator;
  unsigned operands;
};

constexpr SplitRow rows[] = {
#define HEDDLE_SPLIT_MATRIX_MAD(function, M, K, aFormat, bFormat, cFormat, aType, bType, cType,    \
                                bits, whole)                                                       \
  {#function, M, K, Format::cFormat, bits},
#include "builtins/include/subgroup_split_matrix.def"
};

// B has 8 components of 32 bits for every format, and A half as many as there are rows.
bool hasTypes(const FunctionType &type, const SplitRow &row) {
  Type *i32 = Type::getInt32Ty(type.getContext());
  auto vector = [](Type *scalar, unsigned count) -> Type * {
    return count == 1 ? scalar : FixedVectorType::get(scalar, count);
  };
  Type *accumulator =
      vector(row.accumulator == Format::f32 ? Type::getFloatTy(type.getContext()) : i32, row.m);
  return type.getNumParams() == 3 && type.getReturnType() == accumulator &&
         type.getParamType(0) == vector(i32, row.m / 2) && type.getParamType(1) == vector(i32, 8) &&
         type.getParamType(2) == accumulator;
}

void lower(CallBase &call, const SplitRow &row) {
  IRBuilder<> builder(&call);
  Module &module = *call.getModule();
  Type *i32 = builder.getInt32Ty();
  auto operation = [&](InternalOp op, Type *result, ArrayRef<Value *> operands) {
    SmallVector<Type *, 5> types;
    for (Value *operand : operands)
      types.push_back(operand->getType());
    return builder.CreateCall(getInternalOp(module, op, FunctionType::get(result, types, false)),
                              operands);
  };
  Value *a =
      operation(InternalOp::pairJoin, FixedVectorType::get(i32, row.m), {call.getArgOperand(0)});
  CallInst *sum = operation(InternalOp::matrixMad, call.getType(),
                            {a, call.getArgOperand(1), call.getArgOperand(2),
                             builder.getInt32(row.k), builder.getInt32(row.operands)});
  sum->takeName(&call);
  call.replaceAllUsesWith(sum);
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses LowerSplitMatrixFunctionsPass::run(Module &module, ModuleAnalysisManager &) {
  bool isChanged = false;
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.use_empty())
      continue;
    std::optional<StringRef> name = unmangledName(function.getName());
    if (!name || !name->contains("_split_matrix_mad_"))
      continue;
    const FunctionType &type = *function.getFunctionType();
    const auto *row = find_if(rows, [&](const SplitRow &candidate) {
      return candidate.function == *name && hasTypes(type, candidate);
    });
    if (row == std::end(rows)) {
      std::string types;
      raw_string_ostream os(types);
      interleaveComma(type.params(), os, [&](Type *parameter) { parameter->print(os); });
      reportError(function, "no overload of " + *name + " takes (" + types + ")");
      continue;
    }
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
        lower(*call, *row);
    if (function.use_empty())
      function.eraseFromParent();
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
