#include "compiler/strict/reads_of_values.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

bool isReadOfValue(const Instruction &access) {
  if (auto *atomic = dyn_cast<AtomicRMWInst>(&access))
    return atomic->getOperation() != AtomicRMWInst::Xchg || !atomic->use_empty();
  auto *load = dyn_cast<LoadInst>(&access);
  if (!load)
    return true;
  SmallVector<const Value *> values{load};
  SmallPtrSet<const Value *, 8> seen;
  while (!values.empty()) {
    const Value *value = values.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (const User *user : value->users()) {
      if (auto *store = dyn_cast<StoreInst>(user))
        if (store->getPointerOperand() == load->getPointerOperand())
          continue;
      auto *binary = dyn_cast<BinaryOperator>(user);
      if (!isa<InsertElementInst, ShuffleVectorInst>(user) &&
          !(binary && binary->isBitwiseLogicOp()))
        return true;
      values.push_back(user);
    }
  }
  return false;
}

} // namespace heddle::compiler
