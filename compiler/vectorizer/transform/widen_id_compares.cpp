// Comparisons of a local id with something uniform: `l < k`, `l == 0`. Ids are small and grow by
// one from lane to lane, so that lanes of 32 bits decide them whatever the type of the comparison,
// and one scalar comparison tells whether any lane takes a branch.
#include "compiler/vectorizer/transform/widener.hpp"

using namespace llvm;

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

} // namespace heddle::compiler
