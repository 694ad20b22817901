#include "compiler/workgroup/local_memory_layout.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned localAddressSpace = 3;

SetVector<GlobalVariable *> localVariablesUsedIn(Function &function) {
  SetVector<GlobalVariable *> used;
  for (Instruction &instruction : instructions(function))
    for (Value *operand : instruction.operands())
      if (auto *variable = dyn_cast<GlobalVariable>(operand))
        if (variable->getAddressSpace() == localAddressSpace)
          used.insert(variable);
  return used;
}

} // namespace

std::uint64_t layOutLocalMemory(Function &function, Instruction *localBase) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  SmallVector<Constant *> all;
  for (GlobalVariable &variable : function.getParent()->globals())
    if (variable.getAddressSpace() == localAddressSpace)
      all.push_back(&variable);
  if (all.empty())
    return 0;
  // A constant expression over a variable would hide the use.
  convertUsersOfConstantsToInstructions(all, &function);

  SetVector<GlobalVariable *> used = localVariablesUsedIn(function);
  SmallVector<GlobalVariable *> variables(used.begin(), used.end());
  auto alignmentOf = [&](GlobalVariable *variable) {
    return std::max(variable->getAlign().valueOrOne(),
                    layout.getABITypeAlign(variable->getValueType()));
  };
  // Largest alignment first: nothing is lost between them. Names break ties, for a stable layout.
  sort(variables, [&](GlobalVariable *a, GlobalVariable *b) {
    return std::make_pair(alignmentOf(b), a->getName()) <
           std::make_pair(alignmentOf(a), b->getName());
  });

  IRBuilder<> builder(localBase->getNextNode());
  std::uint64_t offset = 0;
  for (GlobalVariable *variable : variables) {
    offset = alignTo(offset, alignmentOf(variable));
    Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), localBase, offset,
                                                        variable->getName());
    variable->replaceUsesWithIf(address, [&](Use &use) {
      auto *user = dyn_cast<Instruction>(use.getUser());
      return user && user->getFunction() == &function;
    });
    offset += layout.getTypeAllocSize(variable->getValueType());
  }
  return offset;
}

} // namespace heddle::compiler
