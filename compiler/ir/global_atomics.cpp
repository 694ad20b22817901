#include "compiler/ir/global_atomics.hpp"

#include "compiler/ir/address_space.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// An address that no argument of the kernel may lead to, as far as can be seen.
bool isFromElsewhere(const Instruction &instruction) {
  if (isa<IntToPtrInst>(instruction))
    return true;
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    if (const Function *callee = call->getCalledFunction(); !callee || !callee->isDeclaration())
      return true;
  return instruction.getType()->isPtrOrPtrVectorTy() &&
         isa<LoadInst, CallBase, AtomicRMWInst, AtomicCmpXchgInst, ExtractValueInst>(instruction);
}

} // namespace

bool hasGlobalAtomics(const Function &kernel) {
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    if (!isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
      return false;
    const unsigned space = instruction.getOperand(0)->getType()->getPointerAddressSpace();
    return space == inGlobal || space == isGeneric;
  });
}

unsigned addedBytes(const Argument &argument) {
  if (!argument.getType()->isPointerTy() ||
      argument.getType()->getPointerAddressSpace() != inGlobal ||
      any_of(instructions(*argument.getParent()), isFromElsewhere))
    return 0;
  unsigned bytes = 0;
  SmallVector<const Value *> pointers{&argument};
  while (!pointers.empty()) {
    const Value *pointer = pointers.pop_back_val();
    for (const User *user : pointer->users()) {
      if (isa<GetElementPtrInst>(user)) {
        pointers.push_back(user);
        continue;
      }
      const auto *atomic = dyn_cast<AtomicRMWInst>(user);
      if (!atomic || atomic->getPointerOperand() != pointer || !atomic->use_empty() ||
          (atomic->getOperation() != AtomicRMWInst::Add &&
           atomic->getOperation() != AtomicRMWInst::Sub))
        return 0;
      const unsigned size = atomic->getType()->getPrimitiveSizeInBits() / 8;
      if ((size != 4 && size != 8) || (bytes != 0 && bytes != size))
        return 0;
      bytes = size;
    }
  }
  return bytes;
}

} // namespace heddle::compiler
