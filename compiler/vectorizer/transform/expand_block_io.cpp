#include "compiler/vectorizer/transform/expand_block_io.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

CallInst *createCall(IRBuilder<> &builder, InternalOp op, Type *result,
                     ArrayRef<Value *> operands) {
  SmallVector<Type *, 12> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  Module &module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(
      getInternalOp(module, op, FunctionType::get(result, types, /*isVarArg=*/false)), operands);
}

void expand(CallInst &call, InternalOp op, unsigned lanes) {
  IRBuilder<> builder(&call);
  const BlockShape shape = blockShape(call);
  const unsigned bytes = shape.componentBytes(lanes), count = shape.components(lanes);
  Type *component = builder.getIntNTy(bytes * 8);
  Type *all = count == 1 ? component : FixedVectorType::get(component, count);
  SmallVector<Value *, 12> operands(call.args());
  Value *pointer = operands.pop_back_val();
  // A private array is aligned as its elements are, whatever it is cast to.
  const Align align(shape.elementBytes);
  const auto place = [&](unsigned index) {
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, index * bytes);
  };

  if (op == InternalOp::blockLoad2d) {
    Value *value = createCall(builder, InternalOp::blockRead2d, all, operands);
    for (unsigned i = 0; i < count; ++i)
      builder.CreateAlignedStore(count == 1 ? value : builder.CreateExtractElement(value, i),
                                 place(i), align);
  } else {
    Value *value = PoisonValue::get(all);
    for (unsigned i = 0; i < count; ++i) {
      Value *loaded = builder.CreateAlignedLoad(component, place(i), align);
      value = count == 1 ? loaded : builder.CreateInsertElement(value, loaded, i);
    }
    operands.push_back(value);
    createCall(builder, InternalOp::blockWrite2d, builder.getVoidTy(), operands);
  }
  call.eraseFromParent();
}

} // namespace

PreservedAnalyses ExpandBlockIoPass::run(Function &function, FunctionAnalysisManager &) {
  // A line for each row, of which two neighbours ask for the same, takes longer than what it saves:
  // processors find the next rows themselves, and blocks that are packed fetch theirs.
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (internalOp(instruction) == InternalOp::blockPrefetch2d)
      instruction.eraseFromParent();
  const std::optional<unsigned> lanes =
      isKernel(function) ? subGroupSizeOfBlocks(function) : std::nullopt;
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  if (!lanes)
    return kept;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (op == InternalOp::blockLoad2d || op == InternalOp::blockStore2d)
      expand(cast<CallInst>(instruction), *op, *lanes);
  }
  return kept;
}

} // namespace heddle::compiler
