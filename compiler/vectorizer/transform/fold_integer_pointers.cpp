#include "compiler/vectorizer/transform/fold_integer_pointers.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

PreservedAnalyses FoldIntegerPointersPass::run(Function &function, FunctionAnalysisManager &) {
  const DataLayout &layout = function.getDataLayout();
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *pointer = dyn_cast<IntToPtrInst>(&instruction);
    auto *integer = pointer ? dyn_cast<PtrToIntInst>(pointer->getOperand(0)) : nullptr;
    if (!integer || integer->getPointerOperand()->getType() != pointer->getType() ||
        integer->getType()->getScalarSizeInBits() !=
            layout.getPointerTypeSizeInBits(pointer->getType()))
      continue;
    pointer->replaceAllUsesWith(integer->getPointerOperand());
    pointer->eraseFromParent();
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
