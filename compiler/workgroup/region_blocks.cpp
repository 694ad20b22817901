#include "compiler/workgroup/region_blocks.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/barrier_regions.hpp"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Makes each barrier a block of its own.
std::map<unsigned, Barrier> isolateBarriers(Function &variant) {
  SmallVector<CallInst *, 8> calls;
  for (Instruction &instruction : instructions(variant))
    if (waitAt(instruction))
      calls.push_back(cast<CallInst>(&instruction));
  std::map<unsigned, Barrier> barriers;
  unsigned count = 0;
  for (CallInst *call : calls) {
    // The number is the same in all variants, whatever the order of their blocks.
    unsigned number = ++count;
    if (Attribute given = call->getFnAttr(barrierAttribute); given.isValid())
      given.getValueAsString().getAsInteger(10, number);
    assert(!barriers.contains(number) && "nothing copies a barrier");
    BasicBlock *block = call->getParent();
    if (call != &block->front())
      block = block->splitBasicBlock(call->getIterator(), "barrier");
    barriers[number] = {call, block->splitBasicBlock(std::next(call->getIterator()), "resume")};
  }
  return barriers;
}

} // namespace

RegionBlocks::RegionBlocks(Function &variant)
    : variant(variant), barriers(isolateBarriers(variant)), uniformity(variant) {
  cutEdges();
  findRegions();
}

// Paths end at a barrier.
void RegionBlocks::cutEdges() {
  for (auto &[number, barrier] : barriers) {
    BasicBlock *block = barrier.call->getParent();
    block->getTerminator()->eraseFromParent();
    new UnreachableInst(variant.getContext(), block);
    exits[block] = number;
  }
  for (BasicBlock &block : variant)
    if (isa<ReturnInst>(block.getTerminator()))
      exits[&block] = BarrierRegions::finished;
}

void RegionBlocks::findRegion(unsigned region, BasicBlock *first) {
  ReversePostOrderTraversal<BasicBlock *> order(first);
  blocks[region].assign(order.begin(), order.end());
  members[region].insert(order.begin(), order.end());
  std::set<unsigned> reached;
  for (BasicBlock *block : order)
    if (auto exit = exits.find(block); exit != exits.end())
      reached.insert(exit->second);
  successors[region].assign(reached.begin(), reached.end());
}

void RegionBlocks::findRegions() {
  findRegion(0, &variant.getEntryBlock());
  for (auto &[number, barrier] : barriers)
    findRegion(number, barrier.next);
}

std::set<unsigned> RegionBlocks::exitsFrom(const BasicBlock &block) const {
  std::set<unsigned> found;
  for (const BasicBlock *reached : depth_first(&block))
    if (auto exit = exits.find(reached); exit != exits.end())
      found.insert(exit->second);
  return found;
}

// A branch decides where a region ends when the paths behind it do not meet before an exit.
bool RegionBlocks::staysInStep() const {
  for (const auto &[number, barrier] : barriers)
    if (const Wait wait = *waitAt(*barrier.call); wait == Wait::namedBarrier || wait == Wait::turn)
      return false;
  PostDominatorTree postDominators(variant);
  for (BasicBlock &block : variant) {
    if (!uniformity.hasDivergentTerminator(block))
      continue;
    const auto *node = postDominators.getNode(&block);
    const bool meets = node && node->getIDom() && node->getIDom()->getBlock();
    if (!meets && exitsFrom(block).size() > 1)
      return false;
  }
  return true;
}

bool RegionBlocks::canRunAgain(unsigned region) const {
  std::set<unsigned> reached;
  SmallVector<unsigned, 8> work(1, region);
  while (!work.empty())
    for (unsigned next : successors.at(work.pop_back_val())) {
      if (next == region)
        return true;
      if (next != BarrierRegions::finished && reached.insert(next).second)
        work.push_back(next);
    }
  return false;
}

} // namespace heddle::compiler
