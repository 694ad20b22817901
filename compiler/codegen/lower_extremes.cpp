#include "compiler/codegen/lower_extremes.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isExtreme(const IntrinsicInst &call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  const Type *element = call.getType()->getScalarType();
  return (id == Intrinsic::minnum || id == Intrinsic::maxnum) && call.getType()->isVectorTy() &&
         (element->isFloatTy() || element->isDoubleTy()) && !call.hasNoNaNs() &&
         none_of(call.args(), [](const Use &operand) { return isa<Constant>(operand); });
}

} // namespace

PreservedAnalyses LowerExtremesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<IntrinsicInst *> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction); call && isExtreme(*call))
      calls.push_back(call);
  for (IntrinsicInst *call : calls) {
    IRBuilder<> builder(call);
    Value *first = call->getArgOperand(0), *second = call->getArgOperand(1);
    // The machine's instruction gives the second operand if either is NaN.
    Value *isFirst = call->getIntrinsicID() == Intrinsic::maxnum
                         ? builder.CreateFCmpOGT(first, second)
                         : builder.CreateFCmpOLT(first, second);
    Value *extreme = builder.CreateSelect(isFirst, first, second);
    Value *result = builder.CreateSelect(builder.CreateFCmpORD(second, second), extreme, first);
    result->takeName(call);
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  if (calls.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
