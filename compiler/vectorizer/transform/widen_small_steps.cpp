// Accesses at a step that a launch gives, `a[y * pitch + x * step]`, where it is not 1: images have
// pixels of two, three or four components, of which such a kernel takes one. Those steps are known
// when they are met, and their elements are read and written as if the code had them: wide accesses
// and shuffles. At any other step elements are accessed one by one, at places that are numbers and
// no vectors, which is quicker than to gather bytes.
#include "compiler/vectorizer/transform/access.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Components of a pixel, the most frequent first.
constexpr int64_t smallSteps[] = {3, 4, 2};
/// Bytes of the largest element that shuffles pay for: others have gathers.
constexpr int64_t largestElement = 2;

} // namespace

/// The number from the launch that an address grows by from lane to lane, times a constant,
/// whatever that number is; null if it is not as simple as that.
Value *Widener::stepIn(Value *address, unsigned depth) {
  constexpr unsigned deepest = 8;
  auto *instruction = dyn_cast<Instruction>(address);
  if (!instruction || depth == deepest)
    return nullptr;
  if (const Value *factor = analyses.strides.increment(*instruction))
    return scalar(const_cast<Value *>(factor));
  if (const auto *phi = dyn_cast<PHINode>(instruction)) {
    Value *first = firstRoundOf(*phi);
    return first ? stepIn(first, depth + 1) : nullptr;
  }
  switch (instruction->getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction)->isDisjoint())
      return nullptr;
    break;
  case Instruction::GetElementPtr:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::SExt:
  case Instruction::ZExt:
    break;
  default:
    return nullptr;
  }
  Value *growing = nullptr;
  for (Value *operand : instruction->operand_values()) {
    const std::optional<Stride> stride = analyses.strides.of(operand);
    if (!stride || (stride->step != 0 && growing))
      return nullptr;
    if (stride->step != 0)
      growing = operand;
  }
  // Where lanes begin at a known number, whether they wrap has been found out for a step of 1.
  if (!growing || (isa<CastInst>(instruction) && isa<Constant>(affine(growing).first)))
    return nullptr;
  return stepIn(growing, depth + 1);
}

/// Whether a guard asks that the factor is 1; \p rest gets what it asks besides.
bool Widener::asksForOne(Value *guard, const Value *factor, Value *&rest) {
  using namespace PatternMatch;
  Value *a = nullptr, *b = nullptr;
  if (match(guard, m_And(m_Value(a), m_Value(b)))) {
    const bool first = asksForOne(a, factor, rest), second = asksForOne(b, factor, rest);
    return first || second;
  }
  CmpPredicate predicate;
  if (match(guard, m_ICmp(predicate, m_Specific(factor), m_One())) && predicate == CmpInst::ICMP_EQ)
    return true;
  rest = combineGuards(rest, guard);
  return false;
}

/// any: for the other steps. other: where it is not known that there is one.
Widener::Values Widener::atSmallSteps(const Access &access, Value *pointer, const Affine &address,
                                      function_ref<Values(int64_t step)> small,
                                      function_ref<Values(Value *step)> any,
                                      function_ref<Values()> other) {
  if (!maskIsFull() || !access.element || access.isInterleaved || access.count() != 1 ||
      access.elementSize > largestElement)
    return other();
  Value *factor = stepIn(pointer);
  static_assert(*std::ranges::max_element(smallSteps) == largestSmallStep);
  // What else is asked holds for these steps, too: extend() asks for the largest.
  Value *rest = nullptr;
  if (!factor || !address.guard || !asksForOne(address.guard, factor, rest))
    return other();
  // It was told with the usual way.
  const auto tell = scope_exit([&, told = std::exchange(explains, false)] { explains = told; });
  const auto from = [&](auto &&self, ArrayRef<int64_t> left) -> Values {
    if (left.empty() && (rest || !factor->getType()->isIntegerTy(64)))
      return other();
    if (left.empty())
      return any(builder.CreateMul(factor, builder.getInt64(static_cast<uint64_t>(address.step))));
    Value *step = ConstantInt::get(factor->getType(), static_cast<uint64_t>(left.front()));
    return guarded(
        combineGuards(builder.CreateICmpEQ(factor, step, "pixels"), rest),
        [&] { return small(left.front() * address.step); },
        [&] { return self(self, left.drop_front()); });
  };
  // Without masks what lies between cannot be left as it is.
  const bool hasGaps = isa<LoadInst>(access.origin) || masksElements;
  return from(from, hasGaps ? ArrayRef<int64_t>(smallSteps) : ArrayRef<int64_t>());
}

Widener::Values Widener::loadEach(const Access &access, Value *first, Value *step) {
  Value *vector = PoisonValue::get(vectorOf(access.element));
  Value *place = first;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (lane > 0)
      place = builder.CreatePtrAdd(place, step);
    LoadInst *value = builder.CreateAlignedLoad(access.element, place, access.align);
    access.describe(*value);
    vector = builder.CreateInsertElement(vector, value, lane);
  }
  return {vector};
}

void Widener::storeEach(const Access &access, Value *first, Value *step, Value *values) {
  Value *place = first;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (lane > 0)
      place = builder.CreatePtrAdd(place, step);
    builder.CreateAlignedStore(builder.CreateExtractElement(values, lane), place, access.align)
        ->setAAMetadata(access.aliasing);
  }
}

} // namespace heddle::compiler
