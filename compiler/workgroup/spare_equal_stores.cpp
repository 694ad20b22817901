#include "compiler/workgroup/spare_equal_stores.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isOnePlace(const Value *pointer, const DataLayout &layout) {
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  return pointer->getType()->getPointerAddressSpace() == inGlobal &&
         isa<Argument>(pointer->stripAndAccumulateConstantOffsets(layout, offset, true));
}

/// What can be looked at by one access while others write it.
bool isSpared(const StoreInst &store, const DataLayout &layout) {
  Type *type = store.getValueOperand()->getType();
  const TypeSize bits = layout.getTypeSizeInBits(type);
  return store.isSimple() && (type->isIntOrPtrTy() || type->isFloatingPointTy()) &&
         is_contained({8U, 16U, 32U, 64U}, bits) && store.getAlign() >= bits / 8 &&
         isOnePlace(store.getPointerOperand(), layout);
}

/// Nobody looks at what was there before, nor orders anything by it.
bool isSpared(const AtomicRMWInst &atomic, const DataLayout &layout) {
  switch (atomic.getOperation()) {
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::And:
    return atomic.use_empty() && !atomic.isVolatile() &&
           atomic.getOrdering() == AtomicOrdering::Monotonic &&
           isOnePlace(atomic.getPointerOperand(), layout);
  default:
    return false;
  }
}

/// Whether a store changes what is there.
Value *changes(IRBuilderBase &builder, StoreInst &store) {
  Value *value = store.getValueOperand();
  LoadInst *load = builder.CreateAlignedLoad(value->getType(), store.getPointerOperand(),
                                             store.getAlign(), "there");
  load->setAtomic(AtomicOrdering::Monotonic);
  Value *there = load;
  if (value->getType()->isFloatingPointTy()) {
    Type *bits = builder.getIntNTy(value->getType()->getPrimitiveSizeInBits());
    value = builder.CreateBitCast(value, bits);
    there = builder.CreateBitCast(there, bits);
  }
  return builder.CreateICmpNE(there, value);
}

Value *changes(IRBuilderBase &builder, AtomicRMWInst &atomic) {
  Value *value = atomic.getValOperand();
  LoadInst *there = builder.CreateAlignedLoad(value->getType(), atomic.getPointerOperand(),
                                              atomic.getAlign(), "there");
  there->setAtomic(AtomicOrdering::Monotonic, atomic.getSyncScopeID());
  return builder.CreateICmpNE(there,
                              buildAtomicRMWValue(atomic.getOperation(), builder, there, value));
}

template <typename Write> void spare(Write &write) {
  IRBuilder<> builder(&write);
  Instruction *end = SplitBlockAndInsertIfThen(changes(builder, write), &write, false);
  write.moveBefore(end->getIterator());
}

} // namespace

PreservedAnalyses SpareEqualStoresPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(variantAttribute))
    return PreservedAnalyses::all();
  const DataLayout &layout = function.getDataLayout();
  SmallVector<StoreInst *> stores;
  SmallVector<AtomicRMWInst *> atomics;
  for (Instruction &instruction : instructions(function))
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && isSpared(*store, layout))
      stores.push_back(store);
    else if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
             atomic && isSpared(*atomic, layout))
      atomics.push_back(atomic);
  // Kernels of one work-item store much at constant distances, and share it with nobody.
  constexpr std::size_t mostStores = 4;
  if (stores.size() > mostStores)
    stores.clear();
  for (StoreInst *store : stores)
    spare(*store);
  for (AtomicRMWInst *atomic : atomics)
    spare(*atomic);
  return stores.empty() && atomics.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
