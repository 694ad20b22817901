// Atomic operations of all lanes on one address: one operation with what they bring together. A
// lane that looks at the old value, as when it takes a ticket, sees what the lanes before it left.
//
// That is ten times as fast as one operation after another, so it is worth a look at the addresses
// where these are not known: bits of a word, the tail of a queue that some lanes have in common.
#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/group_arithmetic.hpp"

#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What several operands come to.
std::optional<GroupArithmetic> arithmeticOf(const AtomicRMWInst &atomic) {
  switch (atomic.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return GroupArithmetic::integerAdd;
  case AtomicRMWInst::And:
    return GroupArithmetic::bitAnd;
  case AtomicRMWInst::Or:
    return GroupArithmetic::bitOr;
  case AtomicRMWInst::Xor:
    return GroupArithmetic::bitXor;
  case AtomicRMWInst::Max:
    return GroupArithmetic::signedMax;
  case AtomicRMWInst::Min:
    return GroupArithmetic::signedMin;
  case AtomicRMWInst::UMax:
    return GroupArithmetic::unsignedMax;
  case AtomicRMWInst::UMin:
    return GroupArithmetic::unsignedMin;
  default:
    return std::nullopt;
  }
}

} // namespace

Widener::Values Widener::atomicOfAllLanes(AtomicRMWInst &atomic, Value *address) {
  const GroupArithmetic arithmetic = *arithmeticOf(atomic);
  Value *vector = part(atomic.getValOperand(), 0);
  auto *clone = cast<AtomicRMWInst>(atomic.clone());
  clone->setOperand(0, address);
  clone->setOperand(1, reduce(vector, arithmetic));
  builder.Insert(clone);
  if (atomic.use_empty())
    return {};
  Value *old = builder.CreateVectorSplat(lanes, clone);
  Value *before = scan(vector, arithmetic, /*inclusive=*/false);
  return {atomic.getOperation() == AtomicRMWInst::Sub ? builder.CreateSub(old, before)
                                                      : combine(builder, arithmetic, old, before)};
}

Widener::Values Widener::widenAtomic(AtomicRMWInst &atomic) {
  Value *pointer = atomic.getPointerOperand();
  if (atomic.isVolatile() || !atomic.getType()->isIntegerTy() || !arithmeticOf(atomic))
    return lanewise(atomic);
  if (isUniform(pointer)) {
    explainAs(atomic, "atomic operation: one for all lanes, on what they bring together");
    return atomicOfAllLanes(atomic, scalar(pointer));
  }
  // Lanes have places of their own; or in local memory, where an operation is not dear.
  constexpr unsigned localAddressSpace = 3;
  if (isAffine(pointer) || atomic.getPointerAddressSpace() == localAddressSpace)
    return lanewise(atomic);
  Value *addresses = part(pointer, 0);
  part(atomic.getValOperand(), 0);
  Value *first = builder.CreateExtractElement(addresses, firstActiveLane());
  Value *differ = builder.CreateAnd(
      builder.CreateICmpNE(addresses, builder.CreateVectorSplat(lanes, first)), mask());
  return guarded(
      builder.CreateNot(anyLane(differ)), [&] { return atomicOfAllLanes(atomic, first); },
      [&] {
        Values old = lanewise(atomic);
        return atomic.use_empty() ? Values() : old;
      });
}

} // namespace heddle::compiler
