#include "compiler/matrix/lower_block_windows.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// builtins/block_io/copy_block.c
constexpr char readFunction[] = "heddle_read_block";
constexpr char writeFunction[] = "heddle_write_block";

/// The operands of the three operations.
struct Window {
  explicit Window(CallInst &call)
      : base(call.getArgOperand(0)), width(call.getArgOperand(1)), height(call.getArgOperand(2)),
        pitch(call.getArgOperand(3)), x(call.getArgOperand(4)), y(call.getArgOperand(5)),
        rowBytes(call.getArgOperand(6)), rows(call.getArgOperand(7)),
        scratch(call.getArgOperand(8)) {}

  Value *base, *width, *height, *pitch, *x, *y, *rowBytes, *rows, *scratch;
};

/// Nothing of the block lies outside. Sizes are far below 2^63.
Value *liesInside(IRBuilder<> &builder, const Window &window) {
  Value *zero = builder.getInt64(0);
  const auto within = [&](Value *first, Value *count, Value *all) {
    return builder.CreateAnd(builder.CreateICmpSGE(first, zero),
                             builder.CreateICmpSLE(first, builder.CreateSub(all, count)));
  };
  return builder.CreateAnd(within(window.x, window.rowBytes, window.width),
                           within(window.y, window.rows, window.height));
}

void callLibrary(IRBuilder<> &builder, const char *name, const Window &window) {
  SmallVector<Value *, 9> operands = {window.scratch, window.base,     window.width,
                                      window.height,  window.pitch,    window.x,
                                      window.y,       window.rowBytes, window.rows};
  SmallVector<Type *, 9> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee function = module.getOrInsertFunction(
      name, FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false));
  auto *declaration = cast<Function>(function.getCallee());
  declaration->setVisibility(GlobalValue::HiddenVisibility);
  declaration->setDSOLocal(true);
  declaration->setDoesNotThrow();
  builder.CreateCall(function, operands);
}

void lower(CallInst &call, InternalOp op) {
  const Window window(call);
  IRBuilder<> builder(&call);
  // Most blocks lie inside.
  MDNode *rarely = MDBuilder(call.getContext()).createUnlikelyBranchWeights();
  Value *inside = liesInside(builder, window);
  if (op != InternalOp::blockWriteWindow) {
    Instruction *edge =
        SplitBlockAndInsertIfThen(builder.CreateNot(inside), &call, /*Unreachable=*/false, rarely);
    builder.SetInsertPoint(edge);
    callLibrary(builder, op == InternalOp::blockReadWindow ? readFunction : writeFunction, window);
  }
  if (op != InternalOp::blockWriteEnd) {
    builder.SetInsertPoint(&call);
    Value *offset = builder.CreateAdd(builder.CreateMul(window.y, window.pitch), window.x);
    Value *first =
        builder.CreateSelect(inside, builder.CreatePtrAdd(window.base, offset), window.scratch);
    Value *stride = builder.CreateSelect(inside, window.pitch, window.rowBytes);
    Value *result = builder.CreateInsertValue(PoisonValue::get(call.getType()), first, 0);
    call.replaceAllUsesWith(builder.CreateInsertValue(result, stride, 1));
  }
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses LowerBlockWindowsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<std::pair<CallInst *, InternalOp>> calls;
  for (Instruction &instruction : instructions(function))
    if (std::optional<InternalOp> op = internalOp(instruction);
        op && *op >= InternalOp::blockReadWindow && *op <= InternalOp::blockWriteEnd)
      calls.emplace_back(cast<CallInst>(&instruction), *op);
  for (auto [call, op] : calls)
    lower(*call, op);
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
