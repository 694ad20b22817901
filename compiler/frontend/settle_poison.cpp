#include "compiler/frontend/settle_poison.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

void settlePoison(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      // There it stands for components that others take the place of, or that nobody wants.
      if (isa<InsertElementInst>(instruction) || isa<InsertValueInst>(instruction) ||
          isa<ShuffleVectorInst>(instruction))
        continue;
      for (Use &operand : instruction.operands()) {
        Type *type = operand->getType();
        if (isa<PoisonValue>(operand) && (type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy()))
          operand.set(Constant::getNullValue(type));
      }
    }
}

} // namespace heddle::compiler
