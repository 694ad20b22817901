// The shape that divergent control flow must have before it can be turned into masks.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_CONTROL_FLOW_SHAPE_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_CONTROL_FLOW_SHAPE_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

///      block           The lanes that take `then` run it; all lanes of `block` meet again in
///      |    \          `join`, which `block` dominates at once and which post-dominates it.
///      |    then
///      |    ...
///      join
struct DivergentBranch {
  llvm::BasicBlock *then;
  llvm::BasicBlock *join;
  bool thenOnTrue;
};

/// A loop that lanes leave in different iterations: `latch` is its only exiting block.
struct DivergentLoop {
  llvm::Loop *loop;
  llvm::BasicBlock *preheader;
  llvm::BasicBlock *header;
  llvm::BasicBlock *exit;
  bool exitOnTrue;
};

/// Role of every divergent terminator. Anything else than the two shapes above would be executed
/// wrongly without a sign, so analyze() refuses it.
class ControlFlowShape {
public:
  /// Returns the first block whose terminator fits neither shape, or null when all fit.
  llvm::BasicBlock *analyze(llvm::Function &function, llvm::UniformityInfo &uniformity,
                            llvm::DominatorTree &dominators,
                            llvm::PostDominatorTree &postDominators, llvm::LoopInfo &loops);

  /// Those of the function.
  const llvm::LoopInfo &loopInfo() const { return *loops; }
  const DivergentBranch *branchAt(const llvm::BasicBlock *block) const;
  const DivergentLoop *loopWithLatch(const llvm::BasicBlock *block) const;
  /// The divergent loop with this header or this exit block.
  const DivergentLoop *loopWithHeader(const llvm::BasicBlock *block) const;
  const DivergentLoop *loopWithExit(const llvm::BasicBlock *block) const;
  /// The block whose divergent branch joins again here.
  llvm::BasicBlock *branchJoiningAt(const llvm::BasicBlock *block) const;

private:
  const llvm::LoopInfo *loops = nullptr;
  llvm::DenseMap<const llvm::BasicBlock *, DivergentBranch> branches;
  llvm::DenseMap<const llvm::BasicBlock *, DivergentLoop> loopsByLatch;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> latchByHeader, latchByExit;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> branchByJoin;
};

} // namespace heddle::compiler

#endif
