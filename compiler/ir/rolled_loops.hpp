// Loops that LLVM would unroll and that are better left alone.
#ifndef HEDDLE_COMPILER_IR_ROLLED_LOOPS_HPP
#define HEDDLE_COMPILER_IR_ROLLED_LOOPS_HPP

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

namespace heddle::compiler {

/// The loop whose branch back is `latch` is not unrolled.
inline void keepRolled(llvm::BranchInst &latch) {
  llvm::LLVMContext &context = latch.getContext();
  llvm::MDNode *disable =
      llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  llvm::MDNode *id = llvm::MDNode::getDistinct(context, {nullptr, disable});
  id->replaceOperandWith(0, id);
  latch.setMetadata(llvm::LLVMContext::MD_loop, id);
}

} // namespace heddle::compiler

#endif
