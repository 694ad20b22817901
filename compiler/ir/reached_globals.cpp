#include "compiler/ir/reached_globals.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

ReachedGlobals reachedGlobals(const Function &from) {
  ReachedGlobals reached;
  SmallPtrSet<const Constant *, 32> seen = {&from};
  SmallVector<const Constant *> left = {&from};
  auto visit = [&](const Use &use) {
    if (const auto *constant = dyn_cast<Constant>(use.get()))
      if (!isa<ConstantData>(constant) && seen.insert(constant).second)
        left.push_back(constant);
  };
  while (!left.empty()) {
    const Constant *constant = left.pop_back_val();
    if (const auto *function = dyn_cast<Function>(constant)) {
      reached.functions.insert(function);
      for (const Instruction &instruction : instructions(*function))
        for_each(instruction.operands(), visit);
      continue;
    }
    if (const auto *variable = dyn_cast<GlobalVariable>(constant))
      reached.variables.insert(variable);
    for_each(constant->operands(), visit);
  }
  return reached;
}

} // namespace heddle::compiler
