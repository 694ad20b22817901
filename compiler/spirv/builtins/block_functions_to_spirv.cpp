#include "compiler/spirv/builtins/block_functions_to_spirv.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What a function's name says.
struct BlockFunction {
  StringRef instruction;  ///< mangled up to the types of the operands
  StringRef operandTypes; ///< mangled
  unsigned elementBits = 0, rows = 0, columns = 0, blocks = 0;
  bool isPrefetch = false;
  bool isWrite = false;
};

/// "…_<E>b_<R>r<C>x<B>c".
std::optional<BlockFunction> parse(StringRef name) {
  if (!name.consume_front("intel_sub_group_2d_block_"))
    return std::nullopt;
  BlockFunction function;
  function.operandTypes = "iiiiPU3AS1KviiiDv2_iPv";
  if (name.consume_front("read_transform_")) {
    function.instruction = "_Z41__spirv_Subgroup2DBlockLoadTransformINTEL";
  } else if (name.consume_front("read_transpose_")) {
    function.instruction = "_Z41__spirv_Subgroup2DBlockLoadTransposeINTEL";
  } else if (name.consume_front("read_")) {
    function.instruction = "_Z32__spirv_Subgroup2DBlockLoadINTEL";
  } else if (name.consume_front("write_")) {
    function.instruction = "_Z33__spirv_Subgroup2DBlockStoreINTEL";
    function.operandTypes = "iiiiPKvPU3AS1viiiDv2_i";
    function.isWrite = true;
  } else if (name.consume_front("prefetch_")) {
    function.instruction = "_Z36__spirv_Subgroup2DBlockPrefetchINTEL";
    function.operandTypes = "iiiiPU3AS1KviiiDv2_i";
    function.isPrefetch = true;
  } else {
    return std::nullopt;
  }
  const auto number = [&](unsigned &value, StringRef end) {
    return !name.consumeInteger(10, value) && name.consume_front(end);
  };
  if (!number(function.elementBits, "b_") || !number(function.rows, "r") ||
      !number(function.columns, "x") || !number(function.blocks, "c") || !name.empty() ||
      function.elementBits % 8)
    return std::nullopt;
  return function;
}

/// (base, width, height, pitch, coord[, private pointer])
bool hasOperandsOf(const FunctionType &type, const BlockFunction &function) {
  const unsigned count = function.isPrefetch ? 5 : 6;
  if (!type.getReturnType()->isVoidTy() || type.getNumParams() != count ||
      !type.getParamType(0)->isPointerTy() || (count == 6 && !type.getParamType(5)->isPointerTy()))
    return false;
  Type *i32 = Type::getInt32Ty(type.getContext());
  return type.getParamType(1) == i32 && type.getParamType(2) == i32 &&
         type.getParamType(3) == i32 && type.getParamType(4) == FixedVectorType::get(i32, 2);
}

void replaceCall(CallBase &call, const BlockFunction &function) {
  IRBuilder<> builder(&call);
  const auto inSpace = [&](Value *pointer, unsigned space) {
    return builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(space));
  };
  SmallVector<Value *, 10> arguments = {
      builder.getInt32(function.elementBits / 8), builder.getInt32(function.columns),
      builder.getInt32(function.rows), builder.getInt32(function.blocks)};
  if (function.isWrite)
    arguments.push_back(inSpace(call.getArgOperand(5), 0));
  arguments.push_back(inSpace(call.getArgOperand(0), 1));
  for (unsigned i = 1; i < 5; ++i)
    arguments.push_back(call.getArgOperand(i));
  if (!function.isWrite && !function.isPrefetch)
    arguments.push_back(inSpace(call.getArgOperand(5), 0));

  SmallVector<Type *, 10> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  FunctionCallee callee = call.getModule()->getOrInsertFunction(
      (function.instruction + function.operandTypes).str(),
      FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false));
  auto *declaration = cast<Function>(callee.getCallee());
  declaration->setCallingConv(call.getCallingConv());
  declaration->addFnAttr(Attribute::NoUnwind);
  declaration->addFnAttr(Attribute::Convergent);
  builder.CreateCall(callee, arguments)->setCallingConv(call.getCallingConv());
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses BlockFunctionsToSpirvPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &declaration : make_early_inc_range(module)) {
    if (!declaration.isDeclaration())
      continue;
    StringRef name = unmangledName(declaration.getName()).value_or(declaration.getName());
    std::optional<BlockFunction> function = parse(name);
    if (!function)
      continue;
    for (User *user : make_early_inc_range(declaration.users())) {
      auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledOperand() != &declaration)
        continue;
      if (hasOperandsOf(*declaration.getFunctionType(), *function))
        replaceCall(*call, *function);
      else
        reportError(*call, "'" + name +
                               "' has other operands than (base address, width, height, "
                               "pitch, coordinate" +
                               (function->isPrefetch ? ")" : ", private pointer)"));
    }
    if (declaration.use_empty())
      declaration.eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
