#include "compiler/codegen/promote_half_extremes.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isExtreme(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
    return true;
  default:
    return false;
  }
}

} // namespace

PreservedAnalyses PromoteHalfExtremesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<IntrinsicInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
        call && isExtreme(call->getIntrinsicID())) {
      const Type *element = call->getType()->getScalarType();
      if (element->isBFloatTy() || (element->isHalfTy() && !hasHalves))
        calls.push_back(call);
    }
  for (IntrinsicInst *call : calls) {
    IRBuilder<> builder(call);
    builder.setFastMathFlags(call->getFastMathFlags());
    Type *wide = call->getType()->getWithNewType(builder.getFloatTy());
    Value *first = builder.CreateFPExt(call->getArgOperand(0), wide);
    Value *second = builder.CreateFPExt(call->getArgOperand(1), wide);
    // The result is one of the two: nothing is rounded.
    Value *extreme = builder.CreateBinaryIntrinsic(call->getIntrinsicID(), first, second);
    Value *narrow = builder.CreateFPTrunc(extreme, call->getType());
    narrow->takeName(call);
    call->replaceAllUsesWith(narrow);
    call->eraseFromParent();
  }
  if (calls.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
