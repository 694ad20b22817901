#include "compiler/strict/check_shuffles.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// SPIR-V's number of the execution scope.
constexpr std::uint64_t subGroupScope = 3;

/// Which operand says the work-item, and how.
struct Shuffle {
  const char *name;
  unsigned operand;
  bool isXor;
  bool hasScope;
};
constexpr Shuffle shuffles[] = {
    {"GroupNonUniformShuffle", 2, false, true},   {"GroupNonUniformShuffleXor", 2, true, true},
    {"GroupNonUniformBroadcast", 2, false, true}, {"SubgroupShuffleINTEL", 1, false, false},
    {"SubgroupShuffleXorINTEL", 1, true, false},
};

const Shuffle *shuffleOf(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  std::optional<StringRef> name = callee ? unmangledName(callee->getName()) : std::nullopt;
  if (!name || !name->consume_front("__spirv_"))
    return nullptr;
  const StringRef instruction = name->split("_R").first;
  for (const Shuffle &shuffle : shuffles) {
    if (instruction != shuffle.name || call.arg_size() <= shuffle.operand)
      continue;
    const auto *scope = dyn_cast<ConstantInt>(call.getArgOperand(0));
    const bool isOfSubGroup =
        !shuffle.hasScope || (scope && scope->getZExtValue() == subGroupScope);
    return isOfSubGroup ? &shuffle : nullptr;
  }
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
  place.subject = std::string("Op") + shuffle.name;
  auto *type = FunctionType::get(builder.getVoidTy(), {i1, i64, i32}, /*isVarArg=*/false);
  ask(InternalOp::finding, type,
      {builder.CreateNot(isThere), builder.CreateZExt(lane, i64),
       addPlace(call, std::move(place))});
}

} // namespace

PreservedAnalyses CheckShufflesPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<std::pair<CallInst *, const Shuffle *>> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (const Shuffle *shuffle = shuffleOf(*call))
          found.emplace_back(call, shuffle);
  for (auto [call, shuffle] : found)
    check(*call, *shuffle);
  return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
