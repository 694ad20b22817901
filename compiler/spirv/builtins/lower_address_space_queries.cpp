#include "compiler/spirv/builtins/lower_address_space_queries.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Bytes below the stack pointer that a function may use without moving it.
constexpr std::uint64_t redZone = 128;

/// Where all the objects that the pointer may lead into lie, as far as the code shows.
std::optional<unsigned> visibleSpace(const Value *pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  std::optional<unsigned> space;
  for (const Value *object : objects) {
    if (isa<ConstantPointerNull>(object) || isa<UndefValue>(object))
      continue;
    unsigned own = object->getType()->getPointerAddressSpace();
    if (own == isGeneric || (space && *space != own))
      return std::nullopt;
    space = own;
  }
  return space;
}

Value *compareAddress(CallInst &query) {
  IRBuilder<> builder(&query);
  Type *i64 = builder.getInt64Ty();
  auto *contextType = FunctionType::get(builder.getPtrTy(), false);
  Value *context = builder.CreateCall(
      getInternalOp(*query.getModule(), InternalOp::workerContext, contextType), {}, "worker");
  auto member = [&](std::uint64_t offset) {
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), context, offset);
    return builder.CreateAlignedLoad(i64, place, Align(8));
  };
  auto isWithin = [&](Value *address, Value *begin, Value *end) {
    return builder.CreateICmpULT(builder.CreateSub(address, begin), builder.CreateSub(end, begin));
  };
  Value *address = builder.CreatePtrToInt(query.getArgOperand(0), i64);
  Value *local = member(offsetof(HeddleWorkerContext, localMemory));
  Value *frames = member(offsetof(HeddleWorkerContext, frames));
  Value *framesEnd = member(offsetof(HeddleWorkerContext, framesEnd));
  Value *stackEnd = member(offsetof(HeddleWorkerContext, stackEnd));
  // Private memory lies on the stack, or in the frame of a sub-group that waits at a barrier.
  Value *stack = builder.CreateIntrinsic(Intrinsic::stacksave, {builder.getPtrTy()}, {});
  Value *stackBegin =
      builder.CreateSub(builder.CreatePtrToInt(stack, i64), builder.getInt64(redZone));
  Value *isPrivate = builder.CreateOr(isWithin(address, stackBegin, stackEnd),
                                      isWithin(address, frames, framesEnd));
  Value *number =
      builder.CreateSelect(isPrivate, builder.getInt32(inPrivate), builder.getInt32(inGlobal));
  return builder.CreateSelect(isWithin(address, local, frames), builder.getInt32(inLocal), number);
}

} // namespace

PreservedAnalyses LowerAddressSpaceQueriesPass::run(Module &module, ModuleAnalysisManager &) {
  bool found = false;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (internalOp(instruction) != InternalOp::addressSpaceOf)
        continue;
      auto &query = cast<CallInst>(instruction);
      std::optional<unsigned> space = visibleSpace(query.getArgOperand(0));
      query.replaceAllUsesWith(space ? ConstantInt::get(query.getType(), *space)
                                     : compareAddress(query));
      query.eraseFromParent();
      found = true;
    }
  return found ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
