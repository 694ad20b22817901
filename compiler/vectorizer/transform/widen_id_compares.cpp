// Comparisons of a local id with something uniform: `l < k`, `l == 0`. Ids are small and grow by
// one from lane to lane, so that lanes of 32 bits decide them whatever the type of the comparison,
// and one scalar comparison tells whether any lane takes a branch.
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

// Above every id, and far from the end of the type.
constexpr std::uint64_t aboveIds = std::uint64_t(1) << 30;

} // namespace

std::optional<Widener::IdCompare> Widener::idCompare(Value *condition) {
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  Value *id = compare->getOperand(0), *bound = compare->getOperand(1);
  CmpInst::Predicate predicate = compare->getPredicate();
  if (isUniform(id)) {
    std::swap(id, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (isUniform(id) || !isUniform(bound) || !Strides::isSmallId(id) || !isAffine(id))
    return std::nullopt;
  Affine lanesOf = affine(id);
  if (lanesOf.step != 1 || lanesOf.guard)
    return std::nullopt;
  return IdCompare{predicate, lanesOf.first, scalar(bound)};
}

Value *Widener::widenIdCompare(const IdCompare &compare) {
  Type *type = compare.bound->getType(), *i32 = builder.getInt32Ty();
  Value *bound = compare.bound;
  Value *limit = ConstantInt::get(type, aboveIds);
  if (CmpInst::isSigned(compare.predicate))
    bound = builder.CreateBinaryIntrinsic(
        Intrinsic::smax, builder.CreateBinaryIntrinsic(Intrinsic::smin, bound, limit),
        ConstantInt::getSigned(type, -1));
  else
    bound = builder.CreateBinaryIntrinsic(Intrinsic::umin, bound, limit);
  Value *ids = builder.CreateAdd(splat(builder.CreateTrunc(compare.first, i32)), steps(i32, 1));
  return builder.CreateICmp(ICmpInst::getSignedPredicate(compare.predicate), ids,
                            splat(builder.CreateTrunc(bound, i32)));
}

Value *Widener::anyLane(const IdCompare &compare) {
  Type *type = compare.first->getType();
  switch (compare.predicate) {
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SLE:
    return builder.CreateICmp(compare.predicate, compare.first, compare.bound);
  case CmpInst::ICMP_EQ:
    return builder.CreateICmpULT(builder.CreateSub(compare.bound, compare.first),
                                 ConstantInt::get(type, lanes));
  case CmpInst::ICMP_NE:
    return builder.getTrue();
  default: {
    Value *last = builder.CreateAdd(compare.first, ConstantInt::get(type, lanes - 1));
    return builder.CreateICmp(compare.predicate, last, compare.bound);
  }
  }
}

// A question in front of a version of code that is right without it: what costs little to ask is
// asked. Numbers that grow from lane to lane, and do not wrap, are on one side of a bound if the
// last one is, or the first.
Value *Widener::holdsForAll(Value *condition, bool isNegated) {
  Value *a = nullptr, *b = nullptr;
  if (isUniform(condition)) {
    Value *holds = scalar(condition);
    return isNegated ? builder.CreateNot(holds) : holds;
  }
  if (match(condition, m_Not(m_Value(a))))
    return holdsForAll(a, !isNegated);
  if (isNegated ? match(condition, m_CombineOr(m_Or(m_Value(a), m_Value(b)),
                                               m_LogicalOr(m_Value(a), m_Value(b))))
                : match(condition, m_CombineOr(m_And(m_Value(a), m_Value(b)),
                                               m_LogicalAnd(m_Value(a), m_Value(b))))) {
    Value *first = holdsForAll(a, isNegated);
    return builder.CreateAnd(first, holdsForAll(b, isNegated));
  }
  auto *compare = dyn_cast<ICmpInst>(condition);
  Value *place = compare ? compare->getOperand(0) : nullptr;
  Value *bound = compare ? compare->getOperand(1) : nullptr;
  CmpInst::Predicate predicate = compare ? compare->getPredicate() : CmpInst::BAD_ICMP_PREDICATE;
  if (compare && isUniform(place)) {
    std::swap(place, bound);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (isNegated)
    predicate = CmpInst::getInversePredicate(predicate);
  if (!compare || !isUniform(bound) || !place->getType()->isIntegerTy() || !isAffine(place) ||
      affine(place).step <= 0 || predicate == CmpInst::ICMP_EQ) {
    Value *lanesMask = part(condition, 0);
    // Those of lanes that are not active may be poison.
    return builder.CreateAndReduce(
        activeOr(isNegated ? builder.CreateNot(lanesMask) : lanesMask, builder.getTrue()));
  }
  const Affine lanesOf = affine(place);
  Value *first = lanesOf.first, *limit = scalar(bound);
  Value *last = builder.CreateAdd(
      first, ConstantInt::get(first->getType(), std::uint64_t(lanesOf.step) * (lanes - 1)));
  const bool isSigned = CmpInst::isSigned(predicate) || predicate == CmpInst::ICMP_NE;
  Value *holds = isSigned ? builder.CreateICmpSGE(last, first) : builder.CreateICmpUGE(last, first);
  if (lanesOf.guard)
    holds = builder.CreateAnd(holds, lanesOf.guard);
  switch (predicate) {
  case CmpInst::ICMP_NE:
    return builder.CreateAnd(holds, builder.CreateOr(builder.CreateICmpSLT(limit, first),
                                                     builder.CreateICmpSGT(limit, last)));
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SLE:
    return builder.CreateAnd(holds, builder.CreateICmp(predicate, last, limit));
  default:
    return builder.CreateAnd(holds, builder.CreateICmp(predicate, first, limit));
  }
}

} // namespace heddle::compiler
