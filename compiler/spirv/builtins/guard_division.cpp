#include "compiler/spirv/builtins/guard_division.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isSigned(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool isQuotient(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
}

bool isSafeNumber(const Constant *number, bool isSigned) {
  const auto *value = dyn_cast_or_null<ConstantInt>(number);
  return value && !value->isZero() && !(isSigned && value->isMinusOne());
}

bool isSafe(const Value *divisor, bool isSigned) {
  const auto *constant = dyn_cast<Constant>(divisor);
  if (!constant)
    return false;
  auto *type = dyn_cast<FixedVectorType>(constant->getType());
  if (!type)
    return isSafeNumber(constant, isSigned);
  for (unsigned k = 0; k < type->getNumElements(); ++k)
    if (!isSafeNumber(constant->getAggregateElement(k), isSigned))
      return false;
  return true;
}

void guard(BinaryOperator &division) {
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  Type *type = divisor->getType();
  IRBuilder<> builder(&division);
  Value *wrong = builder.CreateICmpEQ(divisor, Constant::getNullValue(type));
  Value *minusOne = nullptr;
  if (isSigned(division)) {
    minusOne = builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
    wrong = builder.CreateOr(wrong, minusOne);
  }
  division.setOperand(1,
                      builder.CreateSelect(wrong, ConstantInt::get(type, 1), divisor, "divisor"));
  // "exact" was said of the divisor that was there.
  if (isQuotient(division))
    division.setIsExact(false);
  if (!minusOne || !isQuotient(division))
    return;
  builder.SetInsertPoint(division.getNextNode());
  Value *negated = builder.CreateNeg(dividend);
  Value *quotient = builder.CreateSelect(minusOne, negated, &division, "quotient");
  division.replaceUsesWithIf(quotient, [&](Use &use) { return use.getUser() != quotient; });
}

} // namespace

PreservedAnalyses GuardDivisionPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<BinaryOperator *> divisions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
          operation && operation->isIntDivRem())
        if (!isSafe(operation->getOperand(1), isSigned(*operation)))
          divisions.push_back(operation);
  for (BinaryOperator *division : divisions)
    guard(*division);
  return divisions.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
