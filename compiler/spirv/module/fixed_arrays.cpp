#include "compiler/spirv/module/fixed_arrays.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What OpVariableLengthArrayINTEL becomes: the translator makes other variables in the first
/// block.
bool isArray(const AllocaInst &variable) {
  return variable.isArrayAllocation() || !variable.getParent()->isEntryBlock();
}

bool isInLoop(const BasicBlock &block) {
  return any_of(successors(&block),
                [&](const BasicBlock *next) { return isPotentiallyReachable(next, &block); });
}

/// Whether the pointer, or one made of it, may be in use when the next round makes its array.
bool outlivesRound(const Value &pointer) {
  return any_of(pointer.users(), [&](const User *user) {
    if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(user))
      return outlivesRound(*user);
    if (const auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() == &pointer;
    // Functions keep no pointers to private variables of their callers but in memory.
    return !isa<LoadInst, CallBase, CmpInst>(user);
  });
}

Error fixArray(AllocaInst &array) {
  constexpr unsigned maxBits = 32;
  const auto *length = dyn_cast<ConstantInt>(array.getArraySize());
  const StringRef name = array.getFunction()->getName();
  if (!length || length->getValue().getActiveBits() > maxBits)
    return createStringError("function '" + name +
                             "' makes a variable-length array of a size that only the run knows");
  if (isInLoop(*array.getParent()) && outlivesRound(array))
    return createStringError("function '" + name +
                             "' makes variable-length arrays in a loop that may be in use in later "
                             "rounds");
  Function &function = *array.getFunction();
  IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
  Type *type = ArrayType::get(array.getAllocatedType(), length->getZExtValue());
  AllocaInst *variable = entry.CreateAlloca(type, array.getAddressSpace());
  variable->setAlignment(array.getAlign());
  variable->takeName(&array);
  array.replaceAllUsesWith(variable);
  array.eraseFromParent();
  return Error::success();
}

/// With all variables in place there is no stack to save.
void forgetStack(Function &function) {
  SmallVector<IntrinsicInst *> restores, saves;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() == Intrinsic::stackrestore)
        restores.push_back(call);
      else if (call->getIntrinsicID() == Intrinsic::stacksave)
        saves.push_back(call);
    }
  for (IntrinsicInst *call : restores)
    call->eraseFromParent();
  for (IntrinsicInst *call : saves) {
    call->replaceAllUsesWith(PoisonValue::get(call->getType()));
    call->eraseFromParent();
  }
}

} // namespace

Error fixArrays(Module &module) {
  for (Function &function : module) {
    SmallVector<AllocaInst *> arrays;
    for (Instruction &instruction : instructions(function))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && isArray(*variable))
        arrays.push_back(variable);
    for (AllocaInst *array : arrays)
      if (Error error = fixArray(*array))
        return error;
    forgetStack(function);
  }
  return Error::success();
}

} // namespace heddle::compiler
