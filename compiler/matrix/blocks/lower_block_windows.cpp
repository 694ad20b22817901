#include "compiler/matrix/blocks/lower_block_windows.hpp"

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

// builtins/block_io/copy_block.c; a call would cost the contents of all tile registers.
std::string functionFor(InternalOp op, bool hasTiles) {
  std::string name = op == InternalOp::blockReadWindow ? "heddle_read_block" : "heddle_write_block";
  return hasTiles ? name + "_inline" : name;
}

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

void callLibrary(IRBuilder<> &builder, StringRef name, const Window &window) {
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
  declaration->setDoesNotThrow();
  builder.CreateCall(function, operands)->addFnAttr(Attribute::AlwaysInline);
}

void lower(CallInst &call, InternalOp op, bool hasTiles) {
  const Window window(call);
  IRBuilder<> builder(&call);
  // Most blocks lie inside.
  MDNode *rarely = MDBuilder(call.getContext()).createUnlikelyBranchWeights();
  Value *inside = liesInside(builder, window);
  const auto *known = dyn_cast<ConstantInt>(inside);
  const bool hasEdges = !known || known->isZero();
  if (op != InternalOp::blockWriteWindow && hasEdges) {
    Instruction *edge =
        SplitBlockAndInsertIfThen(builder.CreateNot(inside), &call, /*Unreachable=*/false, rarely);
    builder.SetInsertPoint(edge);
    callLibrary(builder, functionFor(op, hasTiles), window);
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
  bool hasTiles = false;
  for (Instruction &instruction : instructions(function)) {
    hasTiles |= instruction.getType()->isX86_AMXTy();
    if (std::optional<InternalOp> op = internalOp(instruction);
        op && *op >= InternalOp::blockReadWindow && *op <= InternalOp::blockWriteEnd)
      calls.emplace_back(cast<CallInst>(&instruction), *op);
  }
  for (auto [call, op] : calls)
    lower(*call, op, hasTiles);
  return calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
