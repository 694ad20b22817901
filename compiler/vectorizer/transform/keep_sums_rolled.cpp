#include "compiler/vectorizer/transform/keep_sums_rolled.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Operations of a round that one sum goes through.
constexpr unsigned longestSum = 4;

bool leadsTo(const Value *value, const PHINode &sum, unsigned depth) {
  if (value == &sum)
    return true;
  const auto *operation = dyn_cast<FPMathOperator>(value);
  return operation && isa<Instruction>(value) && !isa<PHINode, SelectInst>(value) &&
         !operation->hasAllowReassoc() && depth > 0 &&
         any_of(operation->operands(),
                [&](const Use &operand) { return leadsTo(operand, sum, depth - 1); });
}

bool waitsForSums(const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  return latch && any_of(loop.getHeader()->phis(), [&](const PHINode &phi) {
           const Value *next = phi.getIncomingValueForBlock(latch);
           return next != &phi && leadsTo(next, phi, longestSum);
         });
}

} // namespace

void keepSumsRolled(Function &function) {
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && hasUnrollTransformation(loop) == TM_Unspecified &&
        waitsForSums(*loop))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.runtime.disable", 1);
}

} // namespace heddle::compiler
