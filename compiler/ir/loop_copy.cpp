#include "compiler/ir/loop_copy.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace heddle::compiler {

LoopCopy::LoopCopy(Loop &loop, const Twine &suffix, LoopInfo &loops, DominatorTree &dominators)
    : loop(loop), above(loop.getLoopPreheader()) {
  BasicBlock *preheader = SplitBlock(above, above->getTerminator(), &dominators, &loops,
                                     /*MSSAU=*/nullptr, loop.getHeader()->getName() + ".entry");
  copied =
      cloneLoopWithPreheader(preheader, above, &loop, values, suffix, &loops, &dominators, copies);
  remapInstructionsInBlocks(copies, values);
}

Value *LoopCopy::operator[](Value *value) const {
  const auto copy = values.find(value);
  return copy == values.end() ? value : static_cast<Value *>(copy->second);
}

void LoopCopy::runUnless(Value *condition, MDNode *weights) {
  Instruction *end = above->getTerminator();
  IRBuilder<>(end).CreateCondBr(condition, loop.getLoopPreheader(), copied->getLoopPreheader(),
                                weights);
  end->eraseFromParent();
  SmallVector<BasicBlock *, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits)
    for (PHINode &phi : exit->phis())
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i)
        if (BasicBlock *from = phi.getIncomingBlock(i); loop.contains(from))
          phi.addIncoming((*this)[phi.getIncomingValue(i)], cast<BasicBlock>((*this)[from]));
}

} // namespace heddle::compiler
