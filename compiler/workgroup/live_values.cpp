#include "compiler/workgroup/live_values.hpp"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

LiveValues findLiveValues(const RegionBlocks &regions) {
  DenseMap<const BasicBlock *, unsigned> resumes;
  for (const auto &[number, barrier] : regions.barriers)
    resumes[barrier.next] = number;
  // The edges that were cut carry values all the same.
  auto predecessorsOf = [&](BasicBlock *block) {
    SmallVector<BasicBlock *, 4> result(predecessors(block));
    if (auto found = resumes.find(block); found != resumes.end())
      result.push_back(regions.barriers.at(found->second).call->getParent());
    return result;
  };
  LiveValues live;
  for (Instruction &value : instructions(regions.variant)) {
    if (value.getType()->isVoidTy() || isa<AllocaInst>(value))
      continue;
    SmallVector<BasicBlock *, 8> work;
    for (Use &use : value.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (auto *phi = dyn_cast<PHINode>(user)) {
        if (phi->getIncomingBlock(use) != value.getParent())
          work.push_back(phi->getIncomingBlock(use));
      } else if (user->getParent() != value.getParent()) {
        work.push_back(user->getParent());
      }
    }
    SmallPtrSet<BasicBlock *, 16> seen;
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      if (block == value.getParent() || !seen.insert(block).second)
        continue;
      if (auto found = resumes.find(block); found != resumes.end())
        live[found->second].insert(&value);
      work.append(predecessorsOf(block));
    }
  }
  return live;
}

} // namespace heddle::compiler
