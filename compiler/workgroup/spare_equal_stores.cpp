#include "compiler/workgroup/spare_equal_stores.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isToOnePlace(const StoreInst &store, const DataLayout &layout) {
  if (!store.isSimple() || store.getPointerAddressSpace() != inGlobal ||
      !store.getValueOperand()->getType()->isSingleValueType() ||
      store.getValueOperand()->getType()->isVectorTy())
    return false;
  const Value *pointer = store.getPointerOperand();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  return isa<Argument>(base);
}

void look(StoreInst &store) {
  IRBuilder<> builder(&store);
  Value *value = store.getValueOperand();
  Value *there = builder.CreateAlignedLoad(value->getType(), store.getPointerOperand(),
                                           store.getAlign(), "there");
  if (value->getType()->isFloatingPointTy()) {
    Type *bits = builder.getIntNTy(value->getType()->getPrimitiveSizeInBits());
    value = builder.CreateBitCast(value, bits);
    there = builder.CreateBitCast(there, bits);
  }
  Instruction *end = SplitBlockAndInsertIfThen(builder.CreateICmpNE(there, value), &store, false);
  store.moveBefore(end->getIterator());
}

} // namespace

PreservedAnalyses SpareEqualStoresPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(variantAttribute))
    return PreservedAnalyses::all();
  SmallVector<StoreInst *> stores;
  for (Instruction &instruction : instructions(function))
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && isToOnePlace(*store, function.getDataLayout()))
      stores.push_back(store);
  for (StoreInst *store : stores)
    look(*store);
  return stores.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
