#include "compiler/codegen/cut_memory_chains.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Accesses without a fence. Loops of kernels are shorter.
constexpr unsigned longestChain = 512;

bool cut(BasicBlock &block) {
  unsigned accesses = 0;
  bool changed = false;
  for (Instruction &instruction : block) {
    if (!instruction.mayReadOrWriteMemory() || isa<FenceInst>(instruction) ||
        ++accesses % longestChain)
      continue;
    IRBuilder<>(&instruction).CreateFence(AtomicOrdering::AcquireRelease, SyncScope::SingleThread);
    changed = true;
  }
  return changed;
}

/// Instructions of a block that is selected at once.
constexpr unsigned longestBlock = 2048;

/// Makes several blocks of one. Their addresses are taken, though nobody has them: others would be
/// joined again.
bool split(BasicBlock &block) {
  SmallVector<BasicBlock::iterator> places;
  unsigned number = 0;
  for (auto place = block.getFirstNonPHIOrDbgOrAlloca(); place != block.end(); ++place)
    if (++number % longestBlock == 0 && !place->isTerminator())
      places.push_back(place);
  // From the end: what is behind a place moves to a new block.
  for (BasicBlock::iterator place : reverse(places))
    BlockAddress::get(block.splitBasicBlock(place, "long.block"));
  return !places.empty();
}

} // namespace

PreservedAnalyses CutMemoryChainsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false, isSplit = false;
  for (BasicBlock &block : make_early_inc_range(function)) {
    changed |= cut(block);
    isSplit |= split(block);
  }
  if (isSplit)
    return PreservedAnalyses::none();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
