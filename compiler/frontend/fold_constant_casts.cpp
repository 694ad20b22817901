#include "compiler/frontend/fold_constant_casts.hpp"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Whether a cast of bits is part of `constant`. Address computations are left as clang wrote them.
bool castsBits(const Constant &constant) {
  if (isa<GlobalValue>(constant))
    return false;
  if (auto *expression = dyn_cast<ConstantExpr>(&constant))
    if (expression->getOpcode() == Instruction::BitCast &&
        !expression->getType()->isPtrOrPtrVectorTy())
      return true;
  return any_of(constant.operands(), [](const Use &operand) {
    auto *part = dyn_cast<Constant>(operand);
    return part && castsBits(*part);
  });
}

} // namespace

void foldConstantCasts(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      for (Use &operand : instruction.operands()) {
        auto *constant = dyn_cast<Constant>(operand);
        if (constant && castsBits(*constant))
          operand.set(ConstantFoldConstant(constant, module.getDataLayout()));
      }
}

} // namespace heddle::compiler
