#include "compiler/vectorizer/transform/unite_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// What has the same bits as the value in all of `bits`.
Value *withoutOtherBits(Value *value, const APInt &bits) {
  while (true) {
    Value *inner;
    const APInt *kept;
    if (match(value, m_And(m_Value(inner), m_APInt(kept))) && bits.isSubsetOf(*kept)) {
      value = inner;
      continue;
    }
    Instruction *narrow;
    if (match(value, m_ZExtOrSExt(m_Instruction(narrow))) &&
        match(narrow, m_Trunc(m_Value(inner))) && inner->getType() == value->getType() &&
        bits.getActiveBits() <= narrow->getType()->getScalarSizeInBits()) {
      value = inner;
      continue;
    }
    return value;
  }
}

/// The value that all ways bring, as far as anybody looks at it, or null.
Value *sameBits(const PHINode &phi, DemandedBits &demanded) {
  if (!phi.getType()->isIntegerTy())
    return nullptr;
  const APInt bits = demanded.getDemandedBits(const_cast<PHINode *>(&phi));
  Value *same = nullptr;
  for (Value *incoming : phi.incoming_values()) {
    Value *value = withoutOtherBits(incoming, bits);
    if (same && value != same)
      return nullptr;
    same = value;
  }
  return same;
}

/// The first of equal operations that nobody misses in their places, or null.
Instruction *sameOperation(const PHINode &phi) {
  auto *first = dyn_cast<Instruction>(phi.getIncomingValue(0));
  if (!first || !isa<BinaryOperator, CastInst, CmpInst, GetElementPtrInst, SelectInst>(first) ||
      !isSafeToSpeculativelyExecute(first))
    return nullptr;
  const bool allSame = all_of(phi.incoming_values(), [&](const Value *value) {
    const auto *other = dyn_cast<Instruction>(value);
    return other && other->isIdenticalTo(first);
  });
  return allSame ? first : nullptr;
}

/// Other bits than before may belie what was known of results.
void forgetPromises(Instruction &changed, DemandedBits &demanded) {
  SmallVector<Instruction *, 8> work = {&changed};
  SmallPtrSet<Instruction *, 8> seen;
  while (!work.empty())
    for (User *user : work.pop_back_val()->users()) {
      auto *instruction = cast<Instruction>(user);
      if (!seen.insert(instruction).second)
        continue;
      instruction->dropPoisonGeneratingAnnotations();
      if (instruction->getType()->isIntOrIntVectorTy() &&
          !demanded.getDemandedBits(instruction).isAllOnes())
        work.push_back(instruction);
    }
}

/// What dominates each way to a block dominates the block.
bool unite(PHINode &phi, DemandedBits &demanded) {
  Value *one = sameBits(phi, demanded);
  if (one) {
    forgetPromises(phi, demanded);
  } else {
    const Instruction *same = sameOperation(phi);
    BasicBlock &block = *phi.getParent();
    const BasicBlock::iterator place = block.getFirstInsertionPt();
    if (!same || place == block.end())
      return false;
    Instruction *copy = same->clone();
    copy->insertBefore(block, place);
    copy->takeName(&phi);
    one = copy;
  }
  phi.replaceAllUsesWith(one);
  phi.eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses UniteValuesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &demanded = analyses.getResult<DemandedBitsAnalysis>(function);
  bool isChanged = false;
  for (BasicBlock &block : function)
    if (dominators.isReachableFromEntry(&block))
      for (PHINode &phi : make_early_inc_range(block.phis()))
        isChanged |= unite(phi, demanded);
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace heddle::compiler
