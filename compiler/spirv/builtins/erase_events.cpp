#include "compiler/spirv/builtins/erase_events.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isEvent(const Type *type) {
  auto *target = dyn_cast<TargetExtType>(type);
  return target && target->getName() == "spirv.Event";
}

} // namespace

void eraseEvents(Function &function) {
  for (Argument &argument : function.args())
    if (isEvent(argument.getType()))
      argument.replaceAllUsesWith(Constant::getNullValue(argument.getType()));
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      if (isEvent(store->getValueOperand()->getType()))
        store->eraseFromParent();
      continue;
    }
    if (!isEvent(instruction.getType()))
      continue;
    instruction.replaceAllUsesWith(Constant::getNullValue(instruction.getType()));
    if (!isa<CallBase>(instruction))
      instruction.eraseFromParent();
  }
}

} // namespace heddle::compiler
