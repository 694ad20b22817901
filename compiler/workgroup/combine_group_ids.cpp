#include "compiler/workgroup/combine_group_ids.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The query behind conversions between integers, of the same dimension for all.
CallInst *queryBehind(Value *value) {
  while (isa<TruncInst, ZExtInst, SExtInst>(value))
    value = cast<CastInst>(value)->getOperand(0);
  return internalOp(*value) ? cast<CallInst>(value) : nullptr;
}

bool asks(const CallInst *query, InternalOp op, const Value *dimension) {
  return query && internalOp(*query) == op && query->arg_size() == 1 &&
         query->getArgOperand(0) == dimension;
}

bool isLocalSize(const CallInst *query, const Value *dimension) {
  return asks(query, InternalOp::localSize, dimension) ||
         asks(query, InternalOp::enqueuedLocalSize, dimension);
}

/// One of the factors of a product, if the other is the local size of its dimension.
struct SizedQuery {
  CallInst *query = nullptr; ///< null: no such product
  bool ofThisGroup = false;  ///< the size is that of the work-group, not the enqueued one
};

SizedQuery timesLocalSize(Value *value, InternalOp op) {
  while (isa<TruncInst, ZExtInst, SExtInst>(value))
    value = cast<CastInst>(value)->getOperand(0);
  auto *product = dyn_cast<BinaryOperator>(value);
  if (!product || product->getOpcode() != Instruction::Mul)
    return {};
  for (unsigned i : {0, 1}) {
    CallInst *query = queryBehind(product->getOperand(i));
    if (!query || internalOp(*query) != op || query->arg_size() != 1)
      continue;
    CallInst *size = queryBehind(product->getOperand(1 - i));
    if (isLocalSize(size, query->getArgOperand(0)))
      return {query, internalOp(*size) == InternalOp::localSize};
  }
  return {};
}

class Combiner {
public:
  Combiner(Function &function, bool uniformWorkGroups)
      : function(function), uniformWorkGroups(uniformWorkGroups) {}

  bool run() {
    SmallVector<BinaryOperator *> operations;
    for (Instruction &instruction : instructions(function))
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
        operations.push_back(operation);
    bool changed = false;
    for (BinaryOperator *operation : operations)
      if (Value *combined = operation->getOpcode() == Instruction::Add   ? globalId(*operation)
                            : operation->getOpcode() == Instruction::Mul ? globalSize(*operation)
                                                                         : nullptr) {
        operation->replaceAllUsesWith(combined);
        changed = true;
      }
    return changed;
  }

private:
  /// group_id * local_size + local_id
  Value *globalId(BinaryOperator &sum) {
    for (unsigned i : {0, 1}) {
      CallInst *local = queryBehind(sum.getOperand(i));
      if (!local || internalOp(*local) != InternalOp::localId)
        continue;
      Value *dimension = local->getArgOperand(0);
      SizedQuery group = timesLocalSize(sum.getOperand(1 - i), InternalOp::groupId);
      if (!group.query || group.query->getArgOperand(0) != dimension)
        continue;
      IRBuilder<> builder(&sum);
      Value *id = builder.CreateSub(ask(builder, InternalOp::globalId, dimension),
                                    ask(builder, InternalOp::globalOffset, dimension));
      if (group.ofThisGroup && !uniformWorkGroups)
        id = builder.CreateSub(id, ask(builder, InternalOp::groupShortage, dimension));
      return builder.CreateTrunc(id, sum.getType());
    }
    return nullptr;
  }

  /// num_groups * local_size
  Value *globalSize(BinaryOperator &product) {
    SizedQuery groups = timesLocalSize(&product, InternalOp::numGroups);
    if (!groups.query || !uniformWorkGroups)
      return nullptr;
    IRBuilder<> builder(&product);
    Value *size = ask(builder, InternalOp::globalSize, groups.query->getArgOperand(0));
    return builder.CreateTrunc(size, product.getType());
  }

  Value *ask(IRBuilder<> &builder, InternalOp op, Value *dimension) {
    auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
    return builder.CreateCall(getInternalOp(*function.getParent(), op, type), {dimension});
  }

  Function &function;
  bool uniformWorkGroups;
};

} // namespace

PreservedAnalyses CombineGroupIdsPass::run(Function &function, FunctionAnalysisManager &) {
  const bool uniform = uniformWorkGroups && !function.hasFnAttribute(nonUniformAttribute);
  if (!isKernel(function) || !Combiner(function, uniform).run())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
