#include "compiler/workgroup/compare_whole_tiles.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// The lowest bits of a number that are zero, or one.
unsigned lowestBits(Value *value, bool areOnes, const SimplifyQuery &query) {
  const KnownBits known = computeKnownBits(value, query);
  unsigned bits = areOnes ? known.countMinTrailingOnes() : known.countMinTrailingZeros();
  // What n / 16 * 16 is simplified to.
  Value *whole, *rest;
  const APInt *divisor;
  if (!areOnes && match(value, m_Sub(m_Value(whole), m_Value(rest))) &&
      (match(rest, m_SRem(m_Specific(whole), m_APInt(divisor))) ||
       match(rest, m_URem(m_Specific(whole), m_APInt(divisor)))))
    bits = std::max(bits, divisor->countr_zero());
  return bits;
}

/// What is left of a sum without terms that are too small to reach, beside the others, one more of
/// 2^bits.
Value *withoutSmallTerms(Value *sum, unsigned bits, const SimplifyQuery &query) {
  for (;;) {
    Value *terms[2];
    if (!match(sum, m_Add(m_Value(terms[0]), m_Value(terms[1]))) &&
        !match(sum, m_DisjointOr(m_Value(terms[0]), m_Value(terms[1]))))
      return sum;
    Value *rest = nullptr;
    for (unsigned i : {0U, 1U}) {
      const unsigned used = computeKnownBits(terms[i], query).countMaxActiveBits();
      if (used <= bits && lowestBits(terms[1 - i], /*areOnes=*/false, query) >= used)
        rest = terms[1 - i];
    }
    if (!rest)
      return sum;
    sum = rest;
  }
}

/// Takes what has no say out of a compare. What it compared instead before; null if that stays.
Value *compareTiles(ICmpInst &compare, const SimplifyQuery &query) {
  if (!compare.isRelational() || !compare.getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  for (unsigned side : {0U, 1U}) {
    const CmpInst::Predicate predicate =
        side == 0 ? compare.getPredicate() : compare.getSwappedPredicate();
    // Below a multiple of 16, and above what comes before one, are whole tiles.
    const bool isAbove = predicate == CmpInst::ICMP_SGT || predicate == CmpInst::ICMP_UGT ||
                         predicate == CmpInst::ICMP_SLE || predicate == CmpInst::ICMP_ULE;
    Value *place = compare.getOperand(side);
    const unsigned bits = lowestBits(compare.getOperand(1 - side), isAbove, query);
    if (bits == 0)
      continue;
    // Ids have 64 bits, places in matrices mostly 32.
    auto *narrowed = dyn_cast<TruncInst>(place);
    Value *whole = narrowed ? narrowed->getOperand(0) : place;
    Value *tile = withoutSmallTerms(whole, bits, query);
    if (tile == whole)
      continue;
    if (narrowed)
      tile = new TruncInst(tile, place->getType(), "", compare.getIterator());
    compare.setOperand(side, tile);
    return place;
  }
  return nullptr;
}

} // namespace

PreservedAnalyses CompareWholeTilesPass::run(Function &function, FunctionAnalysisManager &) {
  const DataLayout &layout = function.getDataLayout();
  SmallVector<ICmpInst *> compares;
  for (Instruction &instruction : instructions(function))
    if (auto *compare = dyn_cast<ICmpInst>(&instruction))
      compares.push_back(compare);
  SmallVector<WeakTrackingVH> unused;
  for (ICmpInst *compare : compares)
    if (Value *place = compareTiles(*compare, SimplifyQuery(layout, compare)))
      unused.push_back(place);
  if (unused.empty())
    return PreservedAnalyses::all();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
