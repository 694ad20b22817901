#include "compiler/codegen/allow_misaligned_vectors.hpp"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Align lowered(Align align, const Type &vector, const DataLayout &layout) {
  return std::min(align, layout.getABITypeAlign(vector.getScalarType()));
}

bool lowerAlignment(Instruction &instruction, const DataLayout &layout) {
  if (instruction.hasMetadata(LLVMContext::MD_nontemporal))
    return false;
  Type *accessed = getLoadStoreType(&instruction);
  if (!isa<FixedVectorType>(accessed))
    return false;
  const Align align = getLoadStoreAlignment(&instruction);
  const Align least = lowered(align, *accessed, layout);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    load->setAlignment(least);
  else
    cast<StoreInst>(instruction).setAlignment(least);
  return least != align;
}

/// Masked accesses of whole vectors have it as an attribute of their pointer.
bool lowerPointerAlignment(IntrinsicInst &access, unsigned pointer, const Type &vector,
                           const DataLayout &layout) {
  const MaybeAlign align = access.getParamAlign(pointer);
  if (!align || lowered(*align, vector, layout) == *align)
    return false;
  access.removeParamAttr(pointer, Attribute::Alignment);
  access.addParamAttr(
      pointer, Attribute::getWithAlignment(access.getContext(), lowered(*align, vector, layout)));
  return true;
}

bool lowerAlignmentOfCopy(MemTransferInst &copy) {
  // The longest element.
  const Align most(8);
  copy.setDestAlignment(std::min(copy.getDestAlign().valueOrOne(), most));
  copy.setSourceAlignment(std::min(copy.getSourceAlign().valueOrOne(), most));
  return true;
}

} // namespace

PreservedAnalyses AllowMisalignedVectorsPass::run(Function &function, FunctionAnalysisManager &) {
  const DataLayout &layout = function.getDataLayout();
  bool hasChanged = false;
  for (Instruction &instruction : instructions(function)) {
    if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction))
      hasChanged |= lowerAlignment(instruction, layout);
    else if (auto *copy = dyn_cast<MemTransferInst>(&instruction))
      hasChanged |= lowerAlignmentOfCopy(*copy);
    else if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() == Intrinsic::masked_load)
        hasChanged |= lowerPointerAlignment(*call, 0, *call->getType(), layout);
      else if (call->getIntrinsicID() == Intrinsic::masked_store)
        hasChanged |= lowerPointerAlignment(*call, 1, *call->getArgOperand(0)->getType(), layout);
    }
  }
  return hasChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
