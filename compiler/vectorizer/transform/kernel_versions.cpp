#include "compiler/vectorizer/transform/kernel_versions.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace heddle::compiler {

bool canBeCopied(const Function &kernel) {
  return none_of(instructions(kernel), [](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->cannotDuplicate();
  });
}

void splitBehindVariables(Function &kernel, DominatorTree &dominators, LoopInfo &loops) {
  BasicBlock &entry = kernel.getEntryBlock();
  for (Instruction &instruction : make_early_inc_range(entry))
    if (isa<AllocaInst>(instruction))
      instruction.moveBefore(entry, entry.begin());
  BasicBlock::iterator first = entry.begin();
  while (isa<AllocaInst>(*first))
    ++first;
  SplitBlock(&entry, first, &dominators, &loops);
}

SmallVector<BasicBlock *> bodyOf(Function &kernel) {
  SmallVector<BasicBlock *> body;
  for (BasicBlock &block : drop_begin(kernel))
    body.push_back(&block);
  return body;
}

SmallVector<BasicBlock *> copyBody(Function &kernel, ArrayRef<BasicBlock *> body,
                                   const Twine &suffix, ValueToValueMapTy &map) {
  SmallVector<BasicBlock *> copies;
  for (BasicBlock *block : body) {
    BasicBlock *copy = CloneBasicBlock(block, map, suffix, &kernel);
    map[block] = copy;
    copies.push_back(copy);
  }
  remapInstructionsInBlocks(copies, map);
  return copies;
}

void tellEndsApart(ArrayRef<BasicBlock *> version, unsigned number) {
  for (BasicBlock *block : version)
    if (auto *end = dyn_cast<ReturnInst>(block->getTerminator()))
      for (unsigned i = 0; i < number; ++i)
        IRBuilder<>(end).CreateIntrinsic(Intrinsic::sideeffect, {});
}

} // namespace heddle::compiler
