#include "compiler/strict/check_pointer_casts.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

const char *nameOf(unsigned space) {
  return space == inPrivate ? "private" : space == inGlobal ? "global" : "local";
}

/// Of to_global and its like, which have null for a pointer that leads elsewhere.
bool isAskedFirst(const AddrSpaceCastInst &cast) {
  return all_of(cast.users(), [](const User *user) {
    auto *select = dyn_cast<SelectInst>(user);
    auto *compare = select ? dyn_cast<ICmpInst>(select->getCondition()) : nullptr;
    auto *query = compare ? dyn_cast<Instruction>(compare->getOperand(0)) : nullptr;
    return query && internalOp(*query) == InternalOp::addressSpaceOf;
  });
}

/// All that the pointer may lead to is there, as far as the code shows.
bool leadsThere(const Value *pointer, unsigned space) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  return all_of(objects, [&](const Value *object) {
    return isa<ConstantPointerNull>(object) || object->getType()->getPointerAddressSpace() == space;
  });
}

void check(AddrSpaceCastInst &cast) {
  IRBuilder<> builder(&cast);
  Value *pointer = cast.getPointerOperand();
  const unsigned space = cast.getDestAddressSpace();
  auto *type = FunctionType::get(builder.getInt32Ty(), {pointer->getType()}, /*isVarArg=*/false);
  Value *found = builder.CreateCall(
      getInternalOp(*cast.getModule(), InternalOp::addressSpaceOf, type), {pointer});
  Value *isWrong = builder.CreateAnd(builder.CreateICmpNE(found, builder.getInt32(space)),
                                     builder.CreateIsNotNull(pointer));
  Place place;
  place.kind = heddleFinding_addressSpace;
  place.subject = nameOf(space);
  emitFinding(builder, isWrong, builder.CreatePtrToInt(pointer, builder.getInt64Ty()), cast,
              std::move(place));
}

} // namespace

PreservedAnalyses CheckPointerCastsPass::run(Function &function, FunctionAnalysisManager &) {
  if (!isKernel(function))
    return PreservedAnalyses::all();
  SmallVector<AddrSpaceCastInst *> casts;
  for (Instruction &instruction : instructions(function)) {
    auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction);
    if (!cast || cast->getType()->isVectorTy() || cast->getSrcAddressSpace() != isGeneric)
      continue;
    const unsigned space = cast->getDestAddressSpace();
    if ((space == inPrivate || space == inGlobal || space == inLocal) && !isAskedFirst(*cast) &&
        !leadsThere(cast->getPointerOperand(), space))
      casts.push_back(cast);
  }
  for (AddrSpaceCastInst *cast : casts)
    check(*cast);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return casts.empty() ? PreservedAnalyses::all() : kept;
}

} // namespace heddle::compiler
