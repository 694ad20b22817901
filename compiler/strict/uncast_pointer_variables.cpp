#include "compiler/strict/uncast_pointer_variables.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Not where the address itself is stored.
bool isAccess(const Use &address, const Type *type) {
  if (const auto *load = dyn_cast<LoadInst>(address.getUser()))
    return load->getType() == type;
  const auto *store = dyn_cast<StoreInst>(address.getUser());
  return store && store->getValueOperand()->getType() == type &&
         address.getOperandNo() == StoreInst::getPointerOperandIndex();
}

bool uncast(AllocaInst &variable) {
  bool changed = false;
  for (User *user : make_early_inc_range(variable.users())) {
    auto *cast = dyn_cast<AddrSpaceCastInst>(user);
    if (!cast)
      continue;
    for (Use &use : make_early_inc_range(cast->uses()))
      if (isAccess(use, variable.getAllocatedType())) {
        use.set(&variable);
        changed = true;
      }
    if (cast->use_empty())
      cast->eraseFromParent();
  }
  return changed;
}

} // namespace

PreservedAnalyses UncastPointerVariablesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && variable->getAllocatedType()->isPointerTy())
      changed |= uncast(*variable);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
