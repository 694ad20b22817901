#include "compiler/strict/check_shifts.hpp"

#include "compiler/strict/places.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

void check(BinaryOperator &shift, unsigned width) {
  IRBuilder<> builder(&shift);
  Value *number = shift.getOperand(1);
  Value *isWrong = builder.CreateICmpUGE(number, ConstantInt::get(number->getType(), width));
  Value *largest = number;
  if (number->getType()->isVectorTy()) {
    isWrong = builder.CreateOrReduce(isWrong);
    largest = builder.CreateIntMaxReduce(number);
  }
  Place place;
  place.kind = heddleFinding_shiftWidth;
  place.bytes = width;
  emitFinding(builder, isWrong, builder.CreateZExtOrTrunc(largest, builder.getInt64Ty()), shift,
              std::move(place));
  // The result would be poison.
  if (isPowerOf2_32(width))
    shift.setOperand(1, builder.CreateAnd(number, ConstantInt::get(number->getType(), width - 1)));
}

} // namespace

PreservedAnalyses CheckShiftsPass::run(Function &function, FunctionAnalysisManager &) {
  const DataLayout &layout = function.getDataLayout();
  SmallVector<BinaryOperator *> shifts;
  for (Instruction &instruction : instructions(function))
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction);
        binary && binary->isShift() &&
        computeKnownBits(binary->getOperand(1), layout)
            .getMaxValue()
            .uge(binary->getType()->getScalarSizeInBits()))
      shifts.push_back(binary);
  for (BinaryOperator *shift : shifts)
    check(*shift, shift->getType()->getScalarSizeInBits());
  if (shifts.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
