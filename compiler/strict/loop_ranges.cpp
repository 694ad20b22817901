#include "compiler/strict/loop_ranges.hpp"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

/// Numbers up to 2 to the power of this are computed with; what may be larger is cut, and asked
/// for.
constexpr unsigned mostBits = 61;
/// Addresses and their differences.
constexpr unsigned addressBits = 47;

/// The value with what counters of loops in `loop` begin with in place of those whose steps are
/// multiples; the lowest `zeros` bits are the same.
const SCEV *withStarts(const SCEV *value, const Loop &loop, unsigned zeros,
                       ScalarEvolution &evolution) {
  const auto startsOf = [&](const SCEV *operand) {
    return withStarts(operand, loop, zeros, evolution);
  };
  switch (value->getSCEVType()) {
  case scAddRecExpr: {
    const auto &counter = *cast<SCEVAddRecExpr>(value);
    const bool isMultiple =
        evolution.getMinTrailingZeros(counter.getStepRecurrence(evolution)) >= zeros;
    return loop.contains(counter.getLoop()) && isMultiple ? startsOf(counter.getStart()) : value;
  }
  case scAddExpr:
  case scMulExpr: {
    SmallVector<const SCEV *> operands;
    for (const SCEV *operand : cast<SCEVNAryExpr>(value)->operands())
      operands.push_back(startsOf(operand));
    return isa<SCEVAddExpr>(value) ? evolution.getAddExpr(operands)
                                   : evolution.getMulExpr(operands);
  }
  case scSignExtend:
    return evolution.getSignExtendExpr(startsOf(cast<SCEVCastExpr>(value)->getOperand(0)),
                                       value->getType());
  case scZeroExtend:
    return evolution.getZeroExtendExpr(startsOf(cast<SCEVCastExpr>(value)->getOperand(0)),
                                       value->getType());
  // The low bits of others do not follow from those of their operands.
  default:
    return value;
  }
}

} // namespace

LoopRanges::LoopRanges(Loop &loop, ScalarEvolution &evolution, DominatorTree &dominators,
                       bool emits)
    : loop(loop), evolution(evolution), dominators(dominators), emits(emits),
      where(loop.getLoopPreheader()->getTerminator()), expander(evolution, "range"),
      builder(where) {}

Value *LoopRanges::number(std::int64_t value) {
  return ConstantInt::getSigned(builder.getInt64Ty(), value);
}

Value *LoopRanges::smin(Value *a, Value *b) {
  return emits ? builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b) : nullptr;
}
Value *LoopRanges::smax(Value *a, Value *b) {
  return emits ? builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b) : nullptr;
}

void LoopRanges::wants(Value *isWrong) { doubts.push_back(isWrong); }

bool LoopRanges::canExpand(const SCEV *value) {
  return evolution.isLoopInvariant(value, &loop) && expander.isSafeToExpandAt(value, where);
}

Value *LoopRanges::expand(const SCEV *value, Type *type) {
  return emits ? expander.expandCodeFor(value, type, where->getIterator()) : nullptr;
}

/// From now on they count as no larger; where they are, the loop keeps its checks.
void LoopRanges::clamp(Range &range, unsigned bits) {
  if (range.bits <= bits)
    return;
  range.bits = bits;
  if (!emits)
    return;
  Value *half = number(std::int64_t(1) << bits), *whole = number(std::int64_t(1) << (bits + 1));
  const auto ask = [&](Value *end) {
    wants(builder.CreateICmpUGE(builder.CreateAdd(end, half), whole));
  };
  ask(range.low);
  if (range.high != range.low)
    ask(range.high);
}

LoopRanges::Range LoopRanges::sum(const Range &a, const Range &b) {
  Range first = a, second = b;
  clamp(first, mostBits - 1);
  clamp(second, mostBits - 1);
  const unsigned bits = std::max(first.bits, second.bits) + 1;
  const bool isNatural = first.isNatural && second.isNatural;
  if (!emits)
    return {nullptr, nullptr, bits, isNatural};
  Value *low = builder.CreateAdd(first.low, second.low);
  Value *high = first.low == first.high && second.low == second.high
                    ? low
                    : builder.CreateAdd(first.high, second.high);
  return {low, high, bits, isNatural};
}

/// One of them is a single number.
std::optional<LoopRanges::Range> LoopRanges::product(Range a, Range b) {
  constexpr unsigned half = mostBits / 2;
  if (a.bits + b.bits > mostBits) {
    clamp(a, std::max(half, mostBits - std::min(b.bits, mostBits - half)));
    clamp(b, mostBits - a.bits);
  }
  const unsigned bits = a.bits + b.bits;
  const bool isNatural = a.isNatural && b.isNatural;
  if (!emits)
    return Range{nullptr, nullptr, bits, isNatural};
  if (a.low != a.high)
    std::swap(a, b);
  if (a.low != a.high)
    return std::nullopt;
  Value *first = builder.CreateMul(a.low, b.low);
  if (b.low == b.high)
    return Range{first, first, bits, isNatural};
  Value *second = builder.CreateMul(a.low, b.high);
  if (a.isNatural)
    return Range{first, second, bits, isNatural};
  return Range{smin(first, second), smax(first, second), bits, isNatural};
}

std::optional<LoopRanges::Range> LoopRanges::knownRange(const SCEV *value) {
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  const ConstantRange known = evolution.getSignedRange(value);
  const APInt low = known.getSignedMin(), high = known.getSignedMax();
  const unsigned bits = std::max(low.getSignificantBits(), high.getSignificantBits()) - 1;
  return Range{number(low.getSExtValue()), number(high.getSExtValue()), bits, !low.isNegative()};
}

std::optional<LoopRanges::Range> LoopRanges::rangeOfInvariant(const SCEV *value) {
  if (!canExpand(value))
    return std::nullopt;
  Type *type = value->getType();
  if (type->isPointerTy()) {
    Value *address = expand(value, type);
    Range range{nullptr, nullptr, 64};
    if (emits)
      range.low = range.high = builder.CreatePtrToInt(address, builder.getInt64Ty());
    clamp(range, addressBits);
    return range;
  }
  std::optional<Range> range = knownRange(value);
  if (!range)
    return std::nullopt;
  if (emits)
    range->low = range->high = builder.CreateSExt(expand(value, type), builder.getInt64Ty());
  if (range->bits >= mostBits)
    clamp(*range, addressBits);
  return range;
}

std::optional<LoopRanges::Range> LoopRanges::lastRound(const Loop &inner, const BasicBlock &user) {
  const BasicBlock *latch = inner.getLoopLatch();
  SmallVector<BasicBlock *, 4> exiting;
  inner.getExitingBlocks(exiting);
  for (BasicBlock *exit : exiting) {
    if (!latch || !dominators.dominates(exit, latch))
      continue;
    const SCEV *rounds = evolution.getExitCount(&inner, exit);
    if (isa<SCEVCouldNotCompute>(rounds) || rounds->getType()->getIntegerBitWidth() > 64)
      continue;
    // Counts are natural numbers.
    const bool isWide = rounds->getType()->getIntegerBitWidth() == 64;
    if (!isWide)
      rounds = evolution.getZeroExtendExpr(rounds, builder.getInt64Ty());
    std::optional<Range> last = range(rounds, *exit);
    if (!last)
      continue;
    if (emits && !last->isNatural)
      wants(builder.CreateICmpSLT(last->low, number(0)));
    last->isNatural = true;
    // What comes behind the exit does so once less.
    if (exit != &user && dominators.properlyDominates(exit, &user) && emits) {
      last->low = smax(builder.CreateSub(last->low, number(1)), number(0));
      last->high = smax(builder.CreateSub(last->high, number(1)), number(0));
    }
    if (emits)
      last->low = last->high; // the longest
    return last;
  }
  return std::nullopt;
}

std::optional<LoopRanges::Range> LoopRanges::rangeOfCounter(const SCEVAddRecExpr &counter,
                                                            const BasicBlock &user) {
  const Loop &inner = *counter.getLoop();
  if (!counter.isAffine() || !loop.contains(&inner) || !inner.contains(&user))
    return std::nullopt;
  std::optional<Range> start = range(counter.getStart(), user);
  const SCEV *stepOf = counter.getStepRecurrence(evolution);
  std::optional<Range> step = rangeOfInvariant(stepOf);
  std::optional<Range> rounds = lastRound(inner, user);
  if (!start || !step || !rounds)
    return std::nullopt;
  std::optional<Range> way = product(*step, *rounds);
  if (!way)
    return std::nullopt;
  if (step->isNatural) {
    if (emits)
      way->low = number(0);
  } else if (evolution.isKnownNegative(stepOf)) {
    if (emits)
      way->high = number(0);
  } else {
    way->low = smin(way->low, number(0));
    way->high = smax(way->high, number(0));
  }
  return sum(*start, *way);
}

/// The narrow number is the same as that of the range modulo its size; where the range has room in
/// the type, it is the same.
std::optional<LoopRanges::Range>
LoopRanges::rangeOfExtension(const SCEVCastExpr &extension, bool isSigned, const BasicBlock &user) {
  const SCEV *narrow = extension.getOperand(0);
  std::optional<Range> inside = range(narrow, user);
  if (!inside)
    return std::nullopt;
  const unsigned width = narrow->getType()->getIntegerBitWidth();
  if (isSigned) {
    clamp(*inside, width - 1);
    return inside;
  }
  if (inside->isNatural && inside->bits <= width)
    return inside;
  clamp(*inside, mostBits);
  if (emits) {
    Value *end = number(static_cast<std::int64_t>(maskTrailingOnes<std::uint64_t>(width)));
    wants(builder.CreateICmpUGT(inside->low, end));
    if (inside->high != inside->low)
      wants(builder.CreateICmpUGT(inside->high, end));
  }
  inside->bits = std::min(inside->bits, width);
  inside->isNatural = true;
  return inside;
}

std::optional<LoopRanges::Range> LoopRanges::rangeOfChoice(const SCEVMinMaxExpr &choice,
                                                           const BasicBlock &user) {
  const bool isSigned = isa<SCEVSMinExpr, SCEVSMaxExpr>(choice);
  const bool isLargest = isa<SCEVSMaxExpr, SCEVUMaxExpr>(choice);
  std::optional<Range> result;
  for (const SCEV *operand : choice.operands()) {
    std::optional<Range> next = range(operand, user);
    if (!next || (!isSigned && !next->isNatural))
      return std::nullopt;
    // No other number that is the same modulo the size of the type.
    clamp(*next, std::min(mostBits, operand->getType()->getIntegerBitWidth() - 1));
    if (!result) {
      result = next;
      continue;
    }
    result->bits = std::max(result->bits, next->bits);
    result->isNatural =
        isLargest ? result->isNatural || next->isNatural : result->isNatural && next->isNatural;
    const bool areNumbers = result->low == result->high && next->low == next->high;
    const auto choose = [&](Value *a, Value *b) { return isLargest ? smax(a, b) : smin(a, b); };
    result->low = choose(result->low, next->low);
    result->high = areNumbers ? result->low : choose(result->high, next->high);
  }
  return result;
}

std::optional<LoopRanges::Range> LoopRanges::range(const SCEV *value, const BasicBlock &user) {
  const std::pair<const SCEV *, const BasicBlock *> key(value, &user);
  if (auto found = known.find(key); found != known.end())
    return found->second;
  std::optional<Range> result;
  if (evolution.isLoopInvariant(value, &loop)) {
    result = rangeOfInvariant(value);
  } else {
    switch (value->getSCEVType()) {
    case scAddRecExpr:
      result = rangeOfCounter(*cast<SCEVAddRecExpr>(value), user);
      break;
    case scSignExtend:
    case scZeroExtend:
      result =
          rangeOfExtension(*cast<SCEVCastExpr>(value), value->getSCEVType() == scSignExtend, user);
      break;
    // Modulo a smaller power of two.
    case scTruncate:
    case scPtrToInt:
      result = range(cast<SCEVCastExpr>(value)->getOperand(0), user);
      break;
    case scAddExpr:
    case scMulExpr: {
      for (const SCEV *operand : cast<SCEVNAryExpr>(value)->operands()) {
        std::optional<Range> next = range(operand, user);
        if (!next)
          return std::nullopt;
        if (!result)
          result = next;
        else if (value->getSCEVType() == scAddExpr)
          result = sum(*result, *next);
        else if (isa<SCEVConstant>(cast<SCEVNAryExpr>(value)->getOperand(0)) ||
                 evolution.isLoopInvariant(operand, &loop))
          result = product(*result, *next);
        else
          return std::nullopt;
        if (!result)
          return std::nullopt;
      }
      break;
    }
    case scSMaxExpr:
    case scSMinExpr:
    case scUMaxExpr:
    case scUMinExpr:
      result = rangeOfChoice(*cast<SCEVMinMaxExpr>(value), user);
      break;
    default:
      break;
    }
    // What is loaded, or cut, may be small in any case: a byte, for a table of 256.
    if (!result) {
      constexpr unsigned small = 24;
      result = knownRange(value);
      if (result && result->bits > small)
        result = std::nullopt;
    }
  }
  if (result)
    known.try_emplace(key, *result);
  return result;
}

/// `offset >= limit`, `address < limit`, of unsigned numbers.
std::optional<Value *> LoopRanges::mayBeOutside(const ICmpInst &compare, const BasicBlock &user) {
  const SCEV *value = evolution.getSCEV(compare.getOperand(0));
  const SCEV *limit = evolution.getSCEV(compare.getOperand(1));
  const CmpInst::Predicate predicate = compare.getPredicate();
  const bool isUpper = predicate == ICmpInst::ICMP_UGE || predicate == ICmpInst::ICMP_UGT;
  if ((!isUpper && predicate != ICmpInst::ICMP_ULT && predicate != ICmpInst::ICMP_ULE) ||
      !compare.getOperand(0)->getType()->isIntegerTy(64) || !canExpand(limit))
    return std::nullopt;
  std::optional<Range> found = range(value, user);
  if (!found)
    return std::nullopt;
  clamp(*found, mostBits);
  if (!emits)
    return nullptr;
  Value *end = expand(limit, builder.getInt64Ty());
  // A negative number is a large one.
  Value *low = builder.CreateICmp(predicate, found->low, end);
  if (!isUpper)
    return found->isNatural ? low
                            : builder.CreateOr(low, builder.CreateICmpSLT(found->low, number(0)));
  return found->low == found->high
             ? low
             : builder.CreateOr(low, builder.CreateICmp(predicate, found->high, end));
}

/// `address & mask` of an access that may be misaligned, by steps that keep it so or not.
std::optional<Value *> LoopRanges::mayHaveBits(const ICmpInst &compare) {
  Value *address = nullptr;
  const APInt *mask = nullptr;
  if (!match(&compare,
             m_SpecificICmp(ICmpInst::ICMP_NE, m_And(m_Value(address), m_APInt(mask)), m_Zero())) ||
      !mask->isMask() || !address->getType()->isIntegerTy(64))
    return std::nullopt;
  const SCEV *first =
      withStarts(evolution.getSCEV(address), loop, mask->countTrailingOnes(), evolution);
  if (!canExpand(first))
    return std::nullopt;
  if (!emits)
    return nullptr;
  return builder.CreateIsNotNull(
      builder.CreateAnd(expand(first, address->getType()), builder.getInt(mask->zext(64))));
}

std::optional<Value *> LoopRanges::mayHold(Value *condition, const BasicBlock &user) {
  if (loop.isLoopInvariant(condition))
    return condition;
  Value *first = nullptr, *second = nullptr;
  const bool isOr = match(condition, m_LogicalOr(m_Value(first), m_Value(second)));
  if (isOr || match(condition, m_LogicalAnd(m_Value(first), m_Value(second)))) {
    std::optional<Value *> a = mayHold(first, user), b = mayHold(second, user);
    if (isOr && (!a || !b))
      return std::nullopt;
    if (!a || !b)
      return a ? a : b;
    if (!emits)
      return nullptr;
    return isOr ? builder.CreateOr(*a, *b) : builder.CreateAnd(*a, *b);
  }
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (!compare)
    return std::nullopt;
  if (std::optional<Value *> bits = mayHaveBits(*compare))
    return bits;
  doubts.clear();
  known.clear();
  std::optional<Value *> outside = mayBeOutside(*compare, user);
  if (!outside || !emits)
    return outside;
  Value *result = *outside;
  for (Value *doubt : doubts)
    result = builder.CreateOr(result, doubt);
  return result;
}

} // namespace heddle::compiler
