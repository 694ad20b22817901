#include "compiler/workgroup/lower_argument_queries.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <cstddef>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of a HeddleArgumentRange, that an operation asks for.
std::optional<std::uint64_t> fieldOf(const Instruction &instruction) {
  switch (internalOp(instruction).value_or(InternalOp::finding)) {
  case InternalOp::argumentBefore:
    return offsetof(HeddleArgumentRange, before);
  case InternalOp::argumentSize:
    return offsetof(HeddleArgumentRange, size);
  case InternalOp::argumentWritable:
    return offsetof(HeddleArgumentRange, writable);
  case InternalOp::argumentReadable:
    return offsetof(HeddleArgumentRange, readable);
  case InternalOp::argumentWritten:
    return offsetof(HeddleArgumentRange, written);
  default:
    return std::nullopt;
  }
}

// Nobody writes the ranges while a kernel runs.
LoadInst *loadConstant(IRBuilder<> &builder, Type *type, Value *from, std::uint64_t offset) {
  Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), from, offset);
  LoadInst *load = builder.CreateAlignedLoad(type, place, Align(8));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

void lower(Instruction &query, std::uint64_t field) {
  IRBuilder<> builder(&query);
  auto *type = FunctionType::get(builder.getPtrTy(), /*isVarArg=*/false);
  Value *worker =
      builder.CreateCall(getInternalOp(*query.getModule(), InternalOp::workerContext, type));
  Value *ranges =
      loadConstant(builder, builder.getPtrTy(), worker, offsetof(HeddleWorkerContext, ranges));
  const std::uint64_t number = cast<ConstantInt>(query.getOperand(0))->getZExtValue();
  LoadInst *value = loadConstant(builder, builder.getInt64Ty(), ranges,
                                 number * sizeof(HeddleArgumentRange) + field);
  value->takeName(&query);
  query.replaceAllUsesWith(value);
  query.eraseFromParent();
}

} // namespace

bool asksRanges(const Function &kernel) {
  return any_of(instructions(kernel),
                [](const Instruction &instruction) { return fieldOf(instruction).has_value(); });
}

PreservedAnalyses LowerArgumentQueriesPass::run(Module &module, ModuleAnalysisManager &) {
  bool isChanged = false;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (const std::optional<std::uint64_t> field = fieldOf(instruction)) {
        lower(instruction, *field);
        isChanged = true;
      }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
