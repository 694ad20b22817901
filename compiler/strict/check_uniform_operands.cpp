#include "compiler/strict/check_uniform_operands.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// SPIR-V's numbers of execution scopes.
constexpr std::uint64_t workGroupScope = 2, subGroupScope = 3;

struct Operand {
  const char *instruction;
  /// Of the group, which is the first operand; 0 for instructions that have none, of a sub-group.
  std::uint64_t scope;
  unsigned number;
  const char *name; ///< "FUNCTION the OPERAND"
  unsigned access = 0;
};
constexpr Operand operands[] = {
    {"GroupAsyncCopy", workGroupScope, 1, "async_work_group_copy the destination", heddleWrites},
    {"GroupAsyncCopy", workGroupScope, 2, "async_work_group_copy the source", heddleReads},
    {"GroupAsyncCopy", workGroupScope, 3, "async_work_group_copy the number of elements"},
    {"GroupAsyncCopy", workGroupScope, 4, "async_work_group_strided_copy the stride"},
    {"GroupWaitEvents", workGroupScope, 1, "wait_group_events the number of events"},
    {"GroupBroadcast", workGroupScope, 2, "work_group_broadcast the local id"},
    {"GroupBroadcast", subGroupScope, 2, "sub_group_broadcast the local id"},
    {"GroupNonUniformBroadcast", subGroupScope, 2, "sub_group_non_uniform_broadcast the index"},
    {"GroupNonUniformInverseBallot", subGroupScope, 1, "sub_group_inverse_ballot the value"},
    {"GroupNonUniformRotateKHR", subGroupScope, 2, "sub_group_rotate the delta"},
    {"SubgroupBlockReadINTEL", 0, 0, "sub_group_block_read the pointer", heddleReads},
    {"SubgroupBlockWriteINTEL", 0, 0, "sub_group_block_write the pointer", heddleWrites},
    {"SubgroupImageBlockReadINTEL", 0, 1, "sub_group_block_read the coordinate"},
    {"SubgroupImageBlockWriteINTEL", 0, 1, "sub_group_block_write the coordinate"},
};
/// Of a cooperative matrix in memory, from the first operand on; the pitch is the stride.
constexpr const char *operandsOfMatrix[] = {
    "a cooperative matrix the pointer", "a cooperative matrix the width",
    "a cooperative matrix the height",  "a cooperative matrix the stride",
    "a cooperative matrix the x",       "a cooperative matrix the y"};

bool hasScope(const CallInst &call, std::uint64_t scope) {
  auto *given = call.arg_size() ? dyn_cast<ConstantInt>(call.getArgOperand(0)) : nullptr;
  return given && given->getZExtValue() == scope;
}

class CallChecker {
public:
  explicit CallChecker(CallInst &call) : call(call), builder(&call) {}

  bool run() {
    if (std::optional<InternalOp> op = internalOp(call)) {
      if (op == InternalOp::cooperativeLoad || op == InternalOp::cooperativeStore)
        for (auto [number, name] : enumerate(operandsOfMatrix))
          check(static_cast<unsigned>(number), subGroupScope, name, number == 0 ? heddleReads : 0);
      return isChanged;
    }
    const Function *callee = call.getCalledFunction();
    std::optional<StringRef> name = callee ? unmangledName(callee->getName()) : std::nullopt;
    if (!name || !name->consume_front("__spirv_"))
      return false;
    const StringRef instruction = name->split("_R").first;
    for (const Operand &operand : operands)
      if (instruction == operand.instruction && operand.number < call.arg_size() &&
          (!operand.scope || hasScope(call, operand.scope)))
        check(operand.number, operand.scope ? operand.scope : subGroupScope, operand.name,
              operand.access);
    return isChanged;
  }

private:
  void check(unsigned number, std::uint64_t scope, StringRef name, unsigned access) {
    Value *value = call.getArgOperand(number);
    if (isa<Constant>(value))
      return;
    auto *vector = dyn_cast<FixedVectorType>(value->getType());
    if (!vector)
      return checkNumber(value, scope, name, access);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      checkNumber(builder.CreateExtractElement(value, i), scope, name, access);
  }

  void checkNumber(Value *value, std::uint64_t scope, StringRef name, unsigned access) {
    isChanged = true;
    Type *i64 = builder.getInt64Ty(), *i32 = builder.getInt32Ty();
    value = value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, i64)
                                            : builder.CreateSExtOrTrunc(value, i64);
    Place place;
    place.subject = name.str();
    place.access = access;
    if (scope == subGroupScope) {
      place.kind = heddleFinding_subGroupOperand;
      auto *type = FunctionType::get(builder.getVoidTy(), {i64, i32}, /*isVarArg=*/false);
      return emit(InternalOp::sameInLanes, type, {value, addPlace(call, std::move(place))});
    }
    place.kind = heddleFinding_workGroupOperand;
    place.access |= heddleSameInGroup;
    Value *zero = builder.getInt64(0);
    auto *type = FunctionType::get(builder.getVoidTy(), {i64, i64, i64, i32}, /*isVarArg=*/false);
    emit(InternalOp::touched, type, {zero, zero, value, addPlace(call, std::move(place))});
  }

  void emit(InternalOp op, FunctionType *type, ArrayRef<Value *> arguments) {
    builder.CreateCall(getInternalOp(*call.getModule(), op, type), arguments);
  }

  CallInst &call;
  IRBuilder<> builder;
  bool isChanged = false;
};

} // namespace

PreservedAnalyses CheckUniformOperandsPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<CallInst *> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        calls.push_back(call);
  bool isChanged = false;
  for (CallInst *call : calls)
    isChanged |= CallChecker(*call).run();
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
