// What goes round loops: a counter that is compared with a bound, and sums that grow beside it.
//
//   for (i = start; i + offset < bound; i += step)
//
// With last = bound - 1 - offset, a round goes on with an i of at most last, so i is at most
// last + step at any time, unless it wraps. Where that number and what is compared are in range, it
// does not: each i comes from one that passed.
#include "compiler/vectorizer/analysis/index_ranges.hpp"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

Value *withoutExtension(Value *value) {
  auto *cast = dyn_cast<CastInst>(value);
  return cast && (isa<SExtInst>(cast) || isa<ZExtInst>(cast)) ? cast->getOperand(0) : value;
}

/// What a phi of a loop's beginning has to begin with, and what is added to it in each round.
struct Recurrence {
  Value *start;
  Value *next;
  Value *step;
};

std::optional<Recurrence> recurrence(PHINode &phi, const Loop &loop) {
  const BasicBlock *latch = loop.getLoopLatch();
  if (!latch || phi.getParent() != loop.getHeader() || phi.getNumIncomingValues() != 2)
    return std::nullopt;
  const unsigned last = phi.getIncomingBlock(0) == latch ? 0 : 1;
  if (phi.getIncomingBlock(last) != latch)
    return std::nullopt;
  Recurrence result = {phi.getIncomingValue(1 - last), phi.getIncomingValue(last), nullptr};
  // A sum with a size has 64 bits.
  Value *sum = result.next;
  match(sum, m_Trunc(m_Value(sum)));
  return match(sum, m_c_Add(m_SExtOrSelf(m_Specific(&phi)), m_Value(result.step))) ||
                 match(sum, m_c_Add(m_ZExt(m_Specific(&phi)), m_Value(result.step)))
             ? std::optional(result)
             : std::nullopt;
}

} // namespace

std::optional<IndexRanges::Test> IndexRanges::testOf(Loop &loop) const {
  const BasicBlock *latch = loop.getLoopLatch();
  SmallVector<BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (BasicBlock *block : exiting) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    auto *compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    // Each round that goes back has passed it.
    if (!latch || !compare || !dominators.dominates(block, latch) ||
        loops.getLoopFor(block) != &loop)
      continue;
    CmpInst::Predicate predicate = loop.contains(branch->getSuccessor(0))
                                       ? compare->getPredicate()
                                       : compare->getInversePredicate();
    for (unsigned side = 0; side < 2; ++side) {
      if (side)
        predicate = CmpInst::getSwappedPredicate(predicate);
      if (predicate != CmpInst::ICMP_SLT && predicate != CmpInst::ICMP_SLE &&
          predicate != CmpInst::ICMP_ULT && predicate != CmpInst::ICMP_ULE)
        continue;
      Value *compared = withoutExtension(compare->getOperand(side));
      const APInt *offset = nullptr;
      Value *base = nullptr;
      if (!match(compared, m_c_Add(m_Value(base), m_APInt(offset))))
        base = compared;
      auto *counter = dyn_cast<PHINode>(base);
      const std::optional<Recurrence> steps = counter ? recurrence(*counter, loop) : std::nullopt;
      if (!steps || (offset && !offset->isSignedIntN(32)))
        continue;
      return Test{compare,
                  counter,
                  steps->step,
                  offset ? offset->getSExtValue() : 0,
                  compare->getOperand(1 - side),
                  CmpInst::isSigned(predicate) && !isa<ZExtInst>(compare->getOperand(side)),
                  CmpInst::isNonStrictPredicate(predicate),
                  {block, branch->getSuccessor(loop.contains(branch->getSuccessor(0)) ? 0 : 1)}};
    }
  }
  return std::nullopt;
}

ICmpInst *IndexRanges::testOf(PHINode &counter) const {
  Loop *loop = loops.getLoopFor(counter.getParent());
  const std::optional<Test> test = loop ? testOf(*loop) : std::nullopt;
  return test && test->counter == &counter && is_contained(test->compare->operands(), &counter)
             ? test->compare
             : nullptr;
}

IndexRanges::Range IndexRanges::stepOf(const Test &test) {
  Range step = checked(copy(of(test.step)));
  return step && require(*step, CmpInst::ICMP_SGE, step->least, 1) ? step : std::nullopt;
}

IndexRanges::Range IndexRanges::ofTest(const Test &test, Loop &loop) {
  const std::optional<Recurrence> steps = recurrence(*test.counter, loop);
  Range start = checked(copy(of(steps->start)));
  Range bound = checked(copy(of(test.bound)));
  const Range step = stepOf(test);
  if (!start || !bound || !step)
    return std::nullopt;
  if (!test.isSigned && (!require(*start, CmpInst::ICMP_SGE, start->least, 0) ||
                         !require(*bound, CmpInst::ICMP_SGE, bound->least, 0)))
    return std::nullopt;
  IndexRange range = *start;
  range.conditions.insert_range(bound->conditions);
  range.conditions.insert_range(step->conditions);
  const std::int64_t less = test.offset + (test.includesBound ? 0 : 1);
  range.most = builder.CreateSub(bound->most, builder.getInt64(static_cast<std::uint64_t>(less)));
  range.bits = 33;
  // What is compared.
  Value *greatest =
      extreme(Intrinsic::smax, start->most, builder.CreateAdd(range.most, step->most));
  const std::int64_t above = std::max<std::int64_t>(test.offset, 0);
  const std::int64_t below = std::min<std::int64_t>(test.offset, 0);
  if (!require(range, CmpInst::ICMP_SLE, greatest, INT32_MAX - above) ||
      (below && !require(range, CmpInst::ICMP_SGE, range.least,
                         (test.isSigned ? std::int64_t(INT32_MIN) : 0) - below)))
    return std::nullopt;
  return range;
}

IndexRanges::Range IndexRanges::ofCounter(const Test &test, Loop &loop) {
  Range range = ofTest(test, loop);
  const std::optional<Recurrence> steps = recurrence(*test.counter, loop);
  Range start = copy(of(steps->start));
  if (!range || !start)
    return std::nullopt;
  if (user && dominators.dominates(test.goesOn, user)) {
    // Where the loop does not go on, nothing is asked.
    range->bits = 33;
    return range;
  }
  range->most =
      extreme(Intrinsic::smax, start->most, builder.CreateAdd(range->most, stepOf(test)->most));
  range->bits = 31;
  return range;
}

std::optional<IndexRanges::WholeRounds> IndexRanges::assumeWholeRounds(Loop &loop) {
  const std::optional<Test> test = testOf(loop);
  const auto *step = test ? dyn_cast<ConstantInt>(test->step) : nullptr;
  if (!step || test->goesOn.getStart() != loop.getHeader())
    return std::nullopt;
  Range range = ofTest(*test, loop);
  if (!range)
    return std::nullopt;
  const IndexRange *bound = of(test->bound);
  // for (; i + step <= bound; …) has no others.
  const std::int64_t missing = std::max<std::int64_t>(step->getSExtValue() - 1 - test->offset, 0);
  range->most =
      builder.CreateSub(range->most, builder.getInt64(static_cast<std::uint64_t>(missing)));
  range->bits = 34;
  known[test->counter] = std::make_unique<IndexRange>(*range);
  return WholeRounds{test->counter, *range, bound && bound->least == bound->most};
}

// After m rounds it is start + m * step. How many there are the counter says.
IndexRanges::Range IndexRanges::ofRecurrence(Value *start, Value *step, Loop &loop) {
  const std::optional<Test> test = testOf(loop);
  Range counter = test ? ofTest(*test, loop) : std::nullopt;
  Range first = checked(copy(of(start)));
  Range each = checkedUnsigned(copy(of(step)));
  if (!counter || !first || !each)
    return std::nullopt;
  Value *way = extreme(Intrinsic::smax, builder.CreateSub(counter->most, counter->least),
                       builder.getInt64(0));
  IndexRange range = *first;
  range.conditions.insert_range(counter->conditions);
  range.conditions.insert_range(each->conditions);
  IndexRange rounds;
  rounds.least = builder.getInt64(0);
  // The division comes before the conditions are asked.
  Value *leastStep = extreme(Intrinsic::smax, stepOf(*test)->least, builder.getInt64(1));
  rounds.most = builder.CreateAdd(builder.CreateUDiv(way, leastStep), builder.getInt64(1));
  rounds.bits = 34;
  Range growth = ofProduct(rounds, *each);
  if (!growth)
    return std::nullopt;
  growth->least = builder.getInt64(0);
  return ofSum(range, *growth, /*isDifference=*/false);
}

IndexRanges::Range IndexRanges::ofPhi(PHINode &phi) {
  Loop *loop = loops.getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent()) {
    SmallVector<Value *, 4> values(phi.incoming_values());
    return ofChoice(values);
  }
  const std::optional<Recurrence> steps = recurrence(phi, *loop);
  if (!steps)
    return std::nullopt;
  const std::optional<Test> test = testOf(*loop);
  return test && test->counter == &phi ? ofCounter(*test, *loop)
                                       : ofRecurrence(steps->start, steps->step, *loop);
}

} // namespace heddle::compiler
