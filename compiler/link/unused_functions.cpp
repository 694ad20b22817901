#include "compiler/link/unused_functions.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Reached = SmallPtrSet<const Constant *, 32>;

Reached reachedFromKernels(const Module &module, StringRef onlyKernel) {
  Reached reached;
  SmallVector<const Constant *> left;
  const auto reach = [&](const Value *value) {
    if (const auto *constant = dyn_cast<Constant>(value))
      if (!isa<ConstantData>(constant) && reached.insert(constant).second)
        left.push_back(constant);
  };
  for (const Function &function : module)
    if (function.getCallingConv() == CallingConv::SPIR_KERNEL &&
        (onlyKernel.empty() || function.getName() == onlyKernel))
      reach(&function);
  for (const GlobalVariable &variable : module.globals())
    reach(&variable);
  for (const GlobalAlias &alias : module.aliases())
    reach(&alias);
  while (!left.empty()) {
    const Constant *constant = left.pop_back_val();
    for_each(constant->operands(), reach);
    if (const auto *function = dyn_cast<Function>(constant))
      for (const Instruction &instruction : instructions(*function))
        for_each(instruction.operands(), reach);
  }
  return reached;
}

} // namespace

unsigned unusedInstructions(const Module &module) {
  const auto isKernel = [](const Function &function) {
    return function.getCallingConv() == CallingConv::SPIR_KERNEL && !function.isDeclaration();
  };
  if (none_of(module, isKernel))
    return 0;
  const Reached reached = reachedFromKernels(module, "");
  unsigned count = 0;
  for (const Function &function : module)
    if (!reached.contains(&function))
      count += function.getInstructionCount();
  return count;
}

void eraseUnusedFunctions(Module &module, StringRef onlyKernel) {
  const Reached reached = reachedFromKernels(module, onlyKernel);
  SmallVector<Function *> unused;
  for (Function &function : module)
    if (!reached.contains(&function)) {
      // Unused functions may call one another.
      function.deleteBody();
      unused.push_back(&function);
    }
  for (Function *function : unused)
    if (function->use_empty())
      function->eraseFromParent();
}

} // namespace heddle::compiler
