#include "compiler/strict/check_shuffles.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// SPIR-V's numbers of the execution scopes.
constexpr std::uint64_t workGroupScope = 2, subGroupScope = 3;

/// Which operand says the work-item, and how.
struct Shuffle {
  const char *name;
  unsigned operand;
  bool isXor;
  bool hasScope;
  const char *function;
};
constexpr Shuffle shuffles[] = {
    {"GroupNonUniformShuffle", 2, false, true, "sub_group_shuffle"},
    {"GroupNonUniformShuffleXor", 2, true, true, "sub_group_shuffle_xor"},
    {"GroupNonUniformBroadcast", 2, false, true, "sub_group_non_uniform_broadcast"},
    {"GroupBroadcast", 2, false, true, "sub_group_broadcast"},
    {"SubgroupShuffleINTEL", 1, false, false, "intel_sub_group_shuffle"},
    {"SubgroupShuffleXorINTEL", 1, true, false, "intel_sub_group_shuffle_xor"},
};
constexpr unsigned idOfBroadcast = 2;

std::optional<StringRef> instructionOf(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  std::optional<StringRef> name = callee ? unmangledName(callee->getName()) : std::nullopt;
  if (!name || !name->consume_front("__spirv_"))
    return std::nullopt;
  return name->split("_R").first;
}

bool hasScope(const CallInst &call, std::uint64_t scope) {
  const auto *given = dyn_cast<ConstantInt>(call.getArgOperand(0));
  return given && given->getZExtValue() == scope;
}

bool isOfWorkGroup(const CallInst &call) {
  return instructionOf(call) == "GroupBroadcast" && call.arg_size() > idOfBroadcast &&
         hasScope(call, workGroupScope);
}

const Shuffle *shuffleOf(const CallInst &call) {
  std::optional<StringRef> instruction = instructionOf(call);
  for (const Shuffle &shuffle : shuffles)
    if (instruction == shuffle.name && call.arg_size() > shuffle.operand)
      return !shuffle.hasScope || hasScope(call, subGroupScope) ? &shuffle : nullptr;
  return nullptr;
}

void check(CallInst &call, const Shuffle &shuffle) {
  IRBuilder<> builder(&call);
  Module &module = *call.getModule();
  Type *i1 = builder.getInt1Ty(), *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  const auto ask = [&](InternalOp op, FunctionType *type, ArrayRef<Value *> operands) {
    CallInst *made = builder.CreateCall(getInternalOp(module, op, type), operands);
    made->setConvergent();
    return made;
  };
  Value *lane = builder.CreateZExtOrTrunc(call.getArgOperand(shuffle.operand), i32);
  if (shuffle.isXor)
    lane = builder.CreateXor(
        lane, ask(InternalOp::subGroupLocalId, FunctionType::get(i32, /*isVarArg=*/false), {}));
  Value *active =
      ask(InternalOp::subGroupBallot, FunctionType::get(i32, {i1}, false), {builder.getTrue()});
  // 32 and more are no lane, whatever their low bits say.
  Value *bit = builder.CreateBinaryIntrinsic(Intrinsic::umin, lane, builder.getInt32(63));
  Value *isThere = builder.CreateTrunc(
      builder.CreateLShr(builder.CreateZExt(active, i64), builder.CreateZExt(bit, i64)), i1);
  Place place;
  place.kind = heddleFinding_inactiveWorkItem;
  place.subject = shuffle.function;
  auto *type = FunctionType::get(builder.getVoidTy(), {i1, i64, i32}, /*isVarArg=*/false);
  ask(InternalOp::finding, type,
      {builder.CreateNot(isThere), builder.CreateZExt(lane, i64),
       addPlace(call, std::move(place))});
}

/// All of a work-group are at the function: whether there is one of that local id.
void checkWorkGroup(CallInst &call) {
  IRBuilder<> builder(&call);
  Module &module = *call.getModule();
  Type *i64 = builder.getInt64Ty();
  auto *sizeType = FunctionType::get(i64, {builder.getInt32Ty()}, /*isVarArg=*/false);
  Value *id = call.getArgOperand(idOfBroadcast);
  auto *vector = dyn_cast<FixedVectorType>(id->getType());
  for (unsigned d = 0; d < (vector ? vector->getNumElements() : 1); ++d) {
    Value *own = builder.CreateZExtOrTrunc(vector ? builder.CreateExtractElement(id, d) : id, i64);
    Value *size = builder.CreateCall(getInternalOp(module, InternalOp::localSize, sizeType),
                                     {builder.getInt32(d)});
    Place place;
    place.kind = heddleFinding_inactiveWorkItem;
    place.subject = "work_group_broadcast";
    place.access = heddleOfWorkGroup;
    emitFinding(builder, builder.CreateICmpUGE(own, size), own, call, std::move(place));
  }
}

} // namespace

PreservedAnalyses CheckShufflesPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<std::pair<CallInst *, const Shuffle *>> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (const Shuffle *shuffle = shuffleOf(*call); shuffle || isOfWorkGroup(*call))
          found.emplace_back(call, shuffle);
  for (auto [call, shuffle] : found)
    if (shuffle)
      check(*call, *shuffle);
    else
      checkWorkGroup(*call);
  return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
