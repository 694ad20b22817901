#include "compiler/codegen/cut_memory_chains.hpp"

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

} // namespace

PreservedAnalyses CutMemoryChainsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= cut(block);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
