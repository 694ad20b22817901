// Ranges are code rather than numbers: what an index can be depends on arguments. Almost everything
// folds to constants or to a comparison of an argument or two.
#include "compiler/vectorizer/analysis/index_ranges.hpp"

#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

constexpr std::int64_t intMin = INT32_MIN, intMax = INT32_MAX, uintMax = UINT32_MAX;
/// Sums and products of more bits are checked before they take part in others.
constexpr unsigned maxBits = 62;
/// No device has larger sub-groups.
constexpr std::int64_t maxLanes = 64;

bool isIndexType(const Type *type) { return type->isIntegerTy(32) || type->isIntegerTy(64); }

/// What a kernel divides by, where guard-division has put 1 in the place of zero, and of -1 for
/// signed numbers; null if this is no such choice.
Value *guardedDivisor(Value *value) {
  Value *divisor = nullptr, *condition = nullptr;
  if (!match(value, m_Select(m_Value(condition), m_One(), m_Value(divisor))))
    return nullptr;
  const auto is = [&](const auto &number) {
    return m_SpecificICmp(CmpInst::ICMP_EQ, m_Specific(divisor), number);
  };
  return match(condition, is(m_Zero())) || match(condition, m_c_Or(is(m_Zero()), is(m_AllOnes())))
             ? divisor
             : nullptr;
}

/// The quotient that guard-division has put the negative number in the place of where the divisor
/// is -1; null if this is no such choice.
Value *guardedQuotient(Value *value) {
  Value *divisor = nullptr, *guarded = nullptr, *quotient = nullptr;
  return match(value, m_Select(m_SpecificICmp(CmpInst::ICMP_EQ, m_Value(divisor), m_AllOnes()),
                               m_Value(), m_Value(quotient))) &&
                 match(quotient, m_SDiv(m_Value(), m_Value(guarded))) &&
                 guardedDivisor(guarded) == divisor
             ? quotient
             : nullptr;
}

/// Of a number, without its sign.
unsigned bitsOf(std::int64_t value) {
  return APInt(64, static_cast<std::uint64_t>(value), /*isSigned=*/true).getSignificantBits() - 1;
}

} // namespace

Value *IndexRanges::withoutGuard(Value *value) {
  Value *divisor = guardedDivisor(value);
  return divisor ? divisor : guardedQuotient(value);
}

const IndexRange *IndexRanges::signedRange(Value *index) {
  auto [place, isNew] = knownSigned.try_emplace(index);
  if (isNew)
    if (Range range = checked(copy(of(index))))
      place->second = std::make_unique<IndexRange>(std::move(*range));
  return place->second.get();
}

// An unsigned index may use all of its bits.
const IndexRange *IndexRanges::unsignedRange(Value *index) {
  auto [place, isNew] = knownUnsigned.try_emplace(index);
  Range range = isNew ? copy(of(index)) : std::nullopt;
  if (range && require(*range, CmpInst::ICMP_SGE, range->least, 0) &&
      require(*range, CmpInst::ICMP_SLE, range->most, uintMax))
    place->second = std::make_unique<IndexRange>(std::move(*range));
  return place->second.get();
}

/// False if it never holds.
bool IndexRanges::require(IndexRange &range, CmpInst::Predicate predicate, Value *value,
                          std::int64_t bound) {
  Value *condition = builder.CreateICmp(
      predicate, value, builder.getInt64(static_cast<std::uint64_t>(bound)), "in.range");
  if (const auto *decided = dyn_cast<ConstantInt>(condition))
    return decided->isOne();
  range.conditions.insert(condition);
  return true;
}

IndexRanges::Range IndexRanges::checked(Range range) {
  if (!range || range->bits <= 31)
    return range;
  if (!require(*range, CmpInst::ICMP_SGE, range->least, intMin) ||
      !require(*range, CmpInst::ICMP_SLE, range->most, intMax))
    return std::nullopt;
  range->bits = 31;
  return range;
}

IndexRanges::Range IndexRanges::checkedUnsigned(Range range) {
  if (!range || !require(*range, CmpInst::ICMP_SGE, range->least, 0) ||
      (range->bits > 31 && !require(*range, CmpInst::ICMP_SLE, range->most, intMax)))
    return std::nullopt;
  range->bits = 31;
  return range;
}

IndexRanges::Range IndexRanges::constant(std::int64_t least, std::int64_t most) {
  IndexRange range;
  range.least = builder.getInt64(static_cast<std::uint64_t>(least));
  range.most = builder.getInt64(static_cast<std::uint64_t>(most));
  range.bits = std::max(bitsOf(least), bitsOf(most));
  return range;
}

Value *IndexRanges::extreme(Intrinsic::ID which, Value *a, Value *b) {
  if (a == b)
    return a;
  const auto *left = dyn_cast<ConstantInt>(a), *right = dyn_cast<ConstantInt>(b);
  if (left && right)
    return left->getValue().sle(right->getValue()) == (which == Intrinsic::smin) ? a : b;
  return builder.CreateBinaryIntrinsic(which, a, b);
}

const IndexRange *IndexRanges::of(Value *value) {
  auto [place, isNew] = known.try_emplace(value);
  if (!isNew)
    return place->second.get();
  if (!isIndexType(value->getType()))
    return nullptr;
  Range range = compute(value);
  if (!range)
    return nullptr;
  // The table may have grown meanwhile.
  std::unique_ptr<IndexRange> &kept = known[value];
  kept = std::make_unique<IndexRange>(std::move(*range));
  return kept.get();
}

IndexRanges::Range IndexRanges::compute(Value *value) {
  if (const auto *number = dyn_cast<ConstantInt>(value)) {
    if (!number->getValue().isSignedIntN(32))
      return std::nullopt;
    return constant(number->getSExtValue(), number->getSExtValue());
  }
  // All work-items have the same arguments.
  if (auto *argument = dyn_cast<Argument>(value)) {
    IndexRange range;
    range.least = range.most = builder.CreateSExt(argument, builder.getInt64Ty());
    range.bits = argument->getType()->isIntegerTy(32) ? 31 : 63;
    return checked(range);
  }
  if (auto *operation = dyn_cast<BinaryOperator>(value)) {
    Range range = ofOperation(*operation);
    return range ? range : ofKnownBits(value);
  }
  if (auto *cast = dyn_cast<CastInst>(value))
    return ofCast(*cast);
  if (Value *divisor = guardedDivisor(value)) {
    Range range = copy(of(divisor));
    if (!range || !require(*range, CmpInst::ICMP_SGE, range->least, 1))
      return std::nullopt;
    return range;
  }
  if (Value *quotient = guardedQuotient(value))
    return copy(of(quotient));
  if (auto *select = dyn_cast<SelectInst>(value))
    return ofChoice({select->getTrueValue(), select->getFalseValue()});
  if (auto *phi = dyn_cast<PHINode>(value))
    return ofPhi(*phi);
  if (auto *call = dyn_cast<IntrinsicInst>(value))
    return ofExtreme(*call);
  if (auto *call = dyn_cast<CallBase>(value))
    return ofQuery(*call);
  return isa<Instruction>(value) ? ofKnownBits(value) : std::nullopt;
}

IndexRanges::Range IndexRanges::ofKnownBits(Value *value) {
  const ConstantRange range = computeConstantRange(value, /*ForSigned=*/true);
  if (range.isEmptySet() || !range.getSignedMin().isSignedIntN(32) ||
      !range.getSignedMax().isSignedIntN(32) || range.getSignedMax().isMaxSignedValue())
    return std::nullopt;
  Range result = constant(range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue());
  result->isOpaque = true;
  return result;
}

/// Asks the same, or something else of the same dimension, where ranges are computed.
Value *IndexRanges::query(CallBase &like, InternalOp op) {
  const bool hasDimension = like.arg_size() > 0;
  Type *type = hasDimension ? builder.getInt64Ty() : builder.getInt32Ty();
  SmallVector<Type *, 1> operands(hasDimension ? 1 : 0, builder.getInt32Ty());
  SmallVector<Value *, 1> dimension(like.args());
  Value *answer = builder.CreateCall(
      getInternalOp(*like.getModule(), op, FunctionType::get(type, operands, false)), dimension);
  return builder.CreateSExt(answer, builder.getInt64Ty());
}

IndexRanges::Range IndexRanges::ofQuery(CallBase &call) {
  const std::optional<InternalOp> op = internalOp(call);
  if (!op)
    return std::nullopt;
  IndexRange range;
  range.bits = 63;
  switch (*op) {
  case InternalOp::groupId:
  case InternalOp::numGroups:
  case InternalOp::localSize:
  case InternalOp::enqueuedLocalSize:
  case InternalOp::globalSize:
  case InternalOp::globalOffset:
  case InternalOp::numSubGroups:
  case InternalOp::enqueuedNumSubGroups:
    range.least = range.most = query(call, *op);
    break;
  case InternalOp::localId:
    // Where no size is required, that is the range of all sizes.
    if (Range known = ofKnownBits(&call); known && known->bits <= Log2_64(abi::maxWorkGroupSize))
      return known;
    range.least = builder.getInt64(0);
    range.most = builder.CreateSub(query(call, InternalOp::localSize), builder.getInt64(1));
    break;
  case InternalOp::globalId:
    range.least = query(call, InternalOp::globalOffset);
    range.most = builder.CreateSub(
        builder.CreateAdd(range.least, query(call, InternalOp::globalSize)), builder.getInt64(1));
    break;
  case InternalOp::subGroupId:
    range.least = builder.getInt64(0);
    range.most = builder.CreateSub(query(call, InternalOp::numSubGroups), builder.getInt64(1));
    break;
  case InternalOp::subGroupLocalId:
    if (Range known = ofKnownBits(&call))
      return known;
    return constant(0, maxLanes - 1);
  case InternalOp::subGroupSize:
  case InternalOp::maxSubGroupSize:
    return constant(1, maxLanes);
  default:
    return ofKnownBits(&call);
  }
  return checkedUnsigned(range);
}

IndexRanges::Range IndexRanges::ofSum(const IndexRange &a, const IndexRange &b, bool isDifference) {
  Range left = a, right = b;
  if (left->bits >= maxBits)
    left = checked(left);
  if (right->bits >= maxBits)
    right = checked(right);
  if (!left || !right)
    return std::nullopt;
  IndexRange range;
  range.least = isDifference ? builder.CreateSub(left->least, right->most)
                             : builder.CreateAdd(left->least, right->least);
  range.most = isDifference ? builder.CreateSub(left->most, right->least)
                            : builder.CreateAdd(left->most, right->most);
  range.bits = std::max(left->bits, right->bits) + 1;
  range.conditions = left->conditions;
  range.conditions.insert_range(right->conditions);
  return range;
}

IndexRanges::Range IndexRanges::ofProduct(IndexRange a, IndexRange b) {
  Range left = std::move(a), right = std::move(b);
  if (left->bits + right->bits > maxBits) {
    left = checked(left);
    right = checked(right);
  }
  if (!left || !right)
    return std::nullopt;
  // A constant turns the range round if it is negative; of two unknown factors none may be.
  if (isa<ConstantInt>(left->least) && left->least == left->most)
    std::swap(left, right);
  const auto *factor = dyn_cast<ConstantInt>(right->least);
  const bool isConstant = factor && right->least == right->most;
  if (!isConstant && (!require(*left, CmpInst::ICMP_SGE, left->least, 0) ||
                      !require(*right, CmpInst::ICMP_SGE, right->least, 0)))
    return std::nullopt;
  IndexRange range;
  range.least = builder.CreateMul(left->least, right->least);
  range.most = builder.CreateMul(left->most, right->most);
  if (isConstant && factor->isNegative())
    std::swap(range.least, range.most);
  range.bits = left->bits + right->bits + (isConstant && factor->isNegative());
  range.conditions = left->conditions;
  range.conditions.insert_range(right->conditions);
  return range;
}

/// What is the same only for numbers that are, not for those that are the same modulo 2^32.
IndexRanges::Range IndexRanges::ofQuotient(BinaryOperator &operation) {
  Range number = checkedUnsigned(copy(of(operation.getOperand(0))));
  if (!number)
    return std::nullopt;
  IndexRange range = *number;
  const auto *constant = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (operation.isShift()) {
    if (!constant || constant->getValue().uge(31))
      return std::nullopt;
    Value *distance = builder.getInt64(constant->getZExtValue());
    range.least = builder.CreateLShr(range.least, distance);
    range.most = builder.CreateLShr(range.most, distance);
    return range;
  }
  Range divisor = checkedUnsigned(copy(of(operation.getOperand(1))));
  if (!divisor || !require(*divisor, CmpInst::ICMP_SGE, divisor->least, 1))
    return std::nullopt;
  range.conditions.insert_range(divisor->conditions);
  if (operation.getOpcode() == Instruction::URem || operation.getOpcode() == Instruction::SRem)
    return ofRemainder(std::move(range), *divisor);
  // Where the divisor is zero the condition does not hold, and the quotient is of no interest.
  const auto quotient = [&](Value *from, Value *by) {
    return builder.CreateUDiv(from,
                              constant ? by : extreme(Intrinsic::smax, by, builder.getInt64(1)));
  };
  const bool isOne = range.least == range.most && divisor->least == divisor->most;
  range.most = quotient(range.most, divisor->least);
  range.least = isOne      ? range.most
                : constant ? quotient(range.least, divisor->least)
                           : builder.getInt64(0);
  return range;
}

/// `range` has the conditions of both already.
IndexRange IndexRanges::ofRemainder(IndexRange range, const IndexRange &divisor) {
  range.least = builder.getInt64(0);
  range.most = builder.CreateSub(divisor.most, builder.getInt64(1));
  return range;
}

IndexRanges::Range IndexRanges::ofOperation(BinaryOperator &operation) {
  const unsigned opcode = operation.getOpcode();
  switch (opcode) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::LShr:
  case Instruction::AShr:
    return ofQuotient(operation);
  case Instruction::And:
    // The low bits are the same whether the rest is exact or not.
    if (const auto *mask = dyn_cast<ConstantInt>(operation.getOperand(1)))
      if (mask->getValue().isNonNegative() && mask->getValue().isSignedIntN(32))
        if (Range range = copy(of(operation.getOperand(0)))) {
          Range result = constant(0, mask->getSExtValue());
          result->conditions = range->conditions;
          return result;
        }
    return std::nullopt;
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation).isDisjoint())
      return std::nullopt;
    break;
  case Instruction::Sub: {
    // What a kernel that has the quotient makes the remainder of.
    Value *divisor = nullptr, *factor = nullptr;
    Instruction *quotient = nullptr;
    if (match(operation.getOperand(1),
              m_c_Mul(m_CombineAnd(m_UDiv(m_Specific(operation.getOperand(0)), m_Value(divisor)),
                                   m_Instruction(quotient)),
                      m_Value(factor))) &&
        (factor == divisor || factor == guardedDivisor(divisor)))
      if (Range range = copy(of(quotient)))
        return ofRemainder(std::move(*range), *of(divisor));
    break;
  }
  case Instruction::Add:
  case Instruction::Mul:
  case Instruction::Shl:
    break;
  default:
    return std::nullopt;
  }
  const IndexRange *a = of(operation.getOperand(0));
  if (!a)
    return std::nullopt;
  // Looking at the other operand may move what the table holds.
  const IndexRange left = *a;
  const IndexRange *right = of(operation.getOperand(1));
  if (!right)
    return std::nullopt;
  if (opcode == Instruction::Mul)
    return ofProduct(left, *right);
  if (opcode != Instruction::Shl)
    return ofSum(left, *right, opcode == Instruction::Sub);
  const auto *distance = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (!distance || distance->getValue().uge(31))
    return std::nullopt;
  Range factor = constant(std::int64_t(1) << distance->getZExtValue(),
                          std::int64_t(1) << distance->getZExtValue());
  return ofProduct(left, *factor);
}

IndexRanges::Range IndexRanges::ofCast(CastInst &cast) {
  Value *source = cast.getOperand(0);
  if (!isIndexType(source->getType()))
    return isa<ZExtInst>(cast) || isa<SExtInst>(cast) ? ofKnownBits(&cast) : std::nullopt;
  switch (cast.getOpcode()) {
  case Instruction::Trunc: // the same modulo 2^32
    return copy(of(source));
  case Instruction::SExt:
    return checked(copy(of(source)));
  case Instruction::ZExt:
    return checkedUnsigned(copy(of(source)));
  default:
    return std::nullopt;
  }
}

IndexRanges::Range IndexRanges::ofChoice(ArrayRef<Value *> values) {
  Range result;
  for (Value *value : values) {
    Range range = checked(copy(of(value)));
    if (!range)
      return std::nullopt;
    if (!result) {
      result = range;
      continue;
    }
    result->least = extreme(Intrinsic::smin, result->least, range->least);
    result->most = extreme(Intrinsic::smax, result->most, range->most);
    result->bits = std::max(result->bits, range->bits);
    result->conditions.insert_range(range->conditions);
  }
  return result;
}

IndexRanges::Range IndexRanges::ofExtreme(IntrinsicInst &call) {
  const Intrinsic::ID which = call.getIntrinsicID();
  if (which != Intrinsic::smin && which != Intrinsic::smax && which != Intrinsic::umin &&
      which != Intrinsic::umax)
    return ofKnownBits(&call);
  const bool isUnsigned = which == Intrinsic::umin || which == Intrinsic::umax;
  Range a = copy(of(call.getArgOperand(0))), b = copy(of(call.getArgOperand(1)));
  a = isUnsigned ? checkedUnsigned(a) : checked(a);
  b = isUnsigned ? checkedUnsigned(b) : checked(b);
  if (!a || !b)
    return std::nullopt;
  const Intrinsic::ID same =
      which == Intrinsic::smin || which == Intrinsic::umin ? Intrinsic::smin : Intrinsic::smax;
  a->least = extreme(same, a->least, b->least);
  a->most = extreme(same, a->most, b->most);
  a->bits = std::max(a->bits, b->bits);
  a->conditions.insert_range(b->conditions);
  return a;
}

} // namespace heddle::compiler
