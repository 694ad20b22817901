#include "compiler/ir/control_paths.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

SmallPtrSet<const BasicBlock *, 32> reach(ArrayRef<const BasicBlock *> from,
                                          function_ref<bool(const BasicBlock *)> mayEnter) {
  SmallPtrSet<const BasicBlock *, 32> reached;
  SmallVector<const BasicBlock *> open(from);
  while (!open.empty())
    for (const BasicBlock *next : successors(open.pop_back_val()))
      if (mayEnter(next) && reached.insert(next).second)
        open.push_back(next);
  return reached;
}

} // namespace

SmallPtrSet<const BasicBlock *, 32> blocksBehind(ArrayRef<const BasicBlock *> blocks) {
  return reach(blocks, [](const BasicBlock *) { return true; });
}

bool leadsTo(const Instruction &from, const Instruction &to, const Loop &loop) {
  if (from.getParent() == to.getParent() && from.comesBefore(&to))
    return true;
  return reach(from.getParent(),
               [&](const BasicBlock *block) {
                 return loop.contains(block) && block != loop.getHeader();
               })
      .contains(to.getParent());
}

} // namespace heddle::compiler
