#include "compiler/matrix/staging/staged_writes.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <bit>
#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// (base / low) % (high / low)
struct Segment {
  unsigned base;
  std::int64_t low, high;
};

constexpr std::int64_t open = std::int64_t(1) << 40;

Segment segmentOf(unsigned number, const IndexForms &forms) {
  const IndexForms::Factor &factor = forms.factor(number);
  const bool isQuotient = factor.kind == IndexForms::Factor::Kind::quotient;
  if (!isQuotient && factor.kind != IndexForms::Factor::Kind::remainder)
    return {number, 1, open};
  const std::optional<unsigned> inner = IndexForms::singleFactor(factor.dividend);
  if (!inner)
    return {number, 1, open};
  Segment segment = segmentOf(*inner, forms);
  const std::int64_t cut = segment.low * factor.divisor;
  if (isQuotient)
    segment.low = cut;
  else
    segment.high = std::min(segment.high, cut);
  return segment;
}

/// A factor, and what it is swizzled with: for `column ^ row % 4 * 8` the column and what is behind
/// it. Nothing is for factors as they are.
std::pair<unsigned, AddressPolynomial> swizzled(unsigned number, const IndexForms &forms) {
  const IndexForms::Factor &factor = forms.factor(number);
  if (factor.kind == IndexForms::Factor::Kind::computed && factor.opcode == Instruction::Xor)
    for (unsigned side : {0u, 1u})
      if (const auto inner = IndexForms::singleFactor(factor.operands[side]))
        if (const AddressPolynomial &with = factor.operands[1 - side];
            forms.rangeOf(with).most <= forms.factor(*inner).range.most)
          return {*inner, with};
  return {number, {}};
}

/// Whether a digit takes all of its values, each once, also with its swizzle, which comes from
/// larger digits alone and moves whole steps.
bool isSwizzledWithin(const StagedDigit &digit, const IndexForms &forms) {
  const std::int64_t end = digit.count * digit.step;
  const IndexRange range = forms.rangeOf(digit.swizzle);
  return std::has_single_bit(std::uint64_t(end)) && range.least >= 0 && range.most < end && all_of(digit.swizzle.products(), [&](const auto &term) {
           return std::int64_t(term.second) % digit.step == 0 &&
                  all_of(term.first, [&](unsigned number) {
                    const Segment segment = segmentOf(number, forms);
                    return segment.base != digit.whole ||
                           (range.most * digit.low < segment.low &&
                            std::has_single_bit(std::uint64_t(segment.low)));
                  });
         });
}

/// Takes ids of work-items, each only once.
class Digits {
public:
  Digits(const Loop &rounds, const LoopInfo &loops, IndexForms &forms)
      : rounds(rounds), loops(loops), forms(forms) {}

  /// All values that a factor takes.
  std::optional<StagedDigit> wholeOf(unsigned number);
  bool areIndependent() const { return !(taken & ofSubGroups) || !(taken & ~ofSubGroups); }

private:
  std::optional<std::int64_t> takeId(const Value &value);

  static constexpr unsigned ofSubGroups = 3u << 3;
  const Loop &rounds;
  const LoopInfo &loops;
  IndexForms &forms;
  unsigned taken = 0;
};

std::optional<std::int64_t> Digits::takeId(const Value &value) {
  const std::optional<InternalOp> op = internalOp(value);
  unsigned id = 0;
  if (op == InternalOp::localId)
    id = cast<ConstantInt>(cast<CallBase>(value).getArgOperand(0))->getZExtValue();
  else if (op == InternalOp::subGroupLocalId)
    id = 3;
  else if (op == InternalOp::subGroupId)
    id = 4;
  else
    return std::nullopt;
  if (taken >> id & 1)
    return std::nullopt;
  taken |= 1u << id;
  const IndexRange range = forms.rangeOf(forms.of(const_cast<Value *>(&value)));
  return range.least == 0 && range.most < open ? std::optional(range.most + 1) : std::nullopt;
}

std::optional<StagedDigit> Digits::wholeOf(unsigned number) {
  const IndexForms::Factor factor = forms.factor(number);
  if (forms.isNew(number))
    return StagedDigit{number, 0, factor.range.most + 1, 1, number};
  if (!factor.value)
    return std::nullopt;
  if (const auto *phi = dyn_cast<PHINode>(factor.value)) {
    const std::optional<LoopCounter> counter = loopCounter(*phi, loops);
    if (!counter || loops.getLoopFor(phi->getParent())->contains(rounds.getHeader()))
      return std::nullopt;
    const AddressPolynomial start = forms.of(counter->start);
    if (start.constant() == 0)
      return StagedDigit{number, 0, (counter->end + counter->step - 1) / counter->step,
                         counter->step, number};
    // Work-items begin side by side, with some elements each, and go on behind one another.
    std::map<std::int64_t, unsigned> ids;
    for (const auto &[product, coefficient] : start.products())
      if (product.size() != 1 || std::int64_t(coefficient) <= 0 ||
          !ids.try_emplace(coefficient, product.front()).second)
        return std::nullopt;
    const std::int64_t each = ids.empty() ? 1 : ids.begin()->first;
    std::int64_t whole = each;
    for (auto [scale, id] : ids) {
      const Value *value = forms.factor(id).value;
      const std::optional<std::int64_t> count = value ? takeId(*value) : std::nullopt;
      if (!count || scale != whole)
        return std::nullopt;
      whole *= *count;
    }
    return whole == counter->step
               ? std::optional(
                     StagedDigit{number, 0, (counter->end + each - 1) / each, each, number})
               : std::nullopt;
  }
  if (const std::optional<std::int64_t> count = takeId(*factor.value))
    return StagedDigit{number, 0, *count, 1, number};
  return std::nullopt;
}

bool varies(const Value &value, const Loop &rounds, const LoopInfo &loops,
            SmallPtrSetImpl<const Value *> &seen) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !seen.insert(instruction).second)
    return false;
  if (isa<PHINode>(instruction)) {
    const Loop *loop = loops.getLoopFor(instruction->getParent());
    if (!loop || !loop->contains(rounds.getHeader()))
      return true;
  }
  return any_of(instruction->operands(),
                [&](const Value *operand) { return varies(*operand, rounds, loops, seen); });
}

} // namespace

bool variesInRound(const Value &value, const Loop &rounds, const LoopInfo &loops) {
  SmallPtrSet<const Value *, 16> seen;
  return varies(value, rounds, loops, seen);
}

std::int64_t StagedWrite::span() const {
  std::int64_t bytes = unit;
  for (const StagedDigit &digit : digits)
    bytes += digit.scale * (digit.count - 1);
  return bytes;
}

Value *baseOf(Value *pointer) {
  while (auto *address = dyn_cast<GEPOperator>(pointer))
    pointer = address->getPointerOperand();
  return pointer;
}

bool isGlobalRead(const Value &value) {
  constexpr unsigned globalAddressSpace = 1, constantAddressSpace = 2;
  const auto *load = dyn_cast<LoadInst>(&value);
  return load && load->isSimple() &&
         (load->getPointerAddressSpace() == globalAddressSpace ||
          load->getPointerAddressSpace() == constantAddressSpace);
}

std::optional<StagedWrite> stagedWrite(Instruction &write, Value &memory, const Loop &rounds,
                                       const LoopInfo &loops, IndexForms &forms) {
  StagedWrite result;
  result.instruction = &write;
  result.begin = write.getParent();
  for (const Loop *loop = loops.getLoopFor(write.getParent());
       loop && !loop->contains(rounds.getHeader()); loop = loop->getParentLoop())
    result.begin = loop->getHeader();
  AddressPolynomial place;
  if (auto *store = dyn_cast<StoreInst>(&write)) {
    const DataLayout &layout = write.getDataLayout();
    Value *value = store->getValueOperand();
    result.values = {value};
    result.unit = layout.getTypeStoreSize(value->getType());
    place = forms.of(store->getPointerOperand());
    const Value *read = value;
    while (isa<BitCastInst>(read))
      read = cast<BitCastInst>(read)->getOperand(0);
    const auto *vector = dyn_cast<FixedVectorType>(value->getType());
    if (isGlobalRead(*read)) {
      const auto *load = cast<LoadInst>(read);
      auto *pointer = const_cast<Value *>(load->getPointerOperand());
      result.sourceBase = baseOf(pointer);
      result.source = forms.of(pointer) - forms.of(result.sourceBase);
      result.sourceAlign = load->getAlign().value();
    } else if (vector && layout.getTypeSizeInBits(vector->getElementType()) * vector->getNumElements() ==
                             result.unit * 8) {
      // What is put together is so by elements.
      result.unit /= vector->getNumElements();
      result.lane = forms.laneFactor(vector->getNumElements());
      AddressPolynomial element;
      element.add({*result.lane}, 1);
      place = place + element * std::int64_t(result.unit);
    }
  } else {
    const auto constant = [&](unsigned index) -> std::int64_t {
      const auto *number = dyn_cast<ConstantInt>(write.getOperand(index));
      return number ? number->getSExtValue() : 0;
    };
    const std::int64_t elements = constant(2), to = constant(3), from = constant(4);
    Value *source = write.getOperand(1);
    if (elements <= 0 || to <= 0 || source->getType()->getPointerAddressSpace() != 1)
      return std::nullopt;
    result.unit = result.sourceAlign = constant(5);
    AddressPolynomial element;
    element.add({forms.newFactor(elements)}, 1);
    place = forms.of(write.getOperand(0)) + element * (to * result.unit);
    result.sourceBase = baseOf(source);
    result.source = forms.of(source) - forms.of(result.sourceBase) + element * (from * result.unit);
  }
  place = place - forms.of(&memory);

  Digits digits(rounds, loops, forms);
  std::map<unsigned, std::map<std::int64_t, std::pair<Segment, StagedDigit>>> segments;
  for (const auto &[product, coefficient] : place.products()) {
    if (all_of(product, [&](unsigned number) {
          const Value *value = forms.factor(number).value;
          return value && SharedValues(loops).isShared(*value) &&
                 !variesInRound(*value, rounds, loops);
        })) {
      result.place.add(product, coefficient);
      continue;
    }
    if (product.size() != 1 || std::int64_t(coefficient) <= 0)
      return std::nullopt;
    const auto [factor, swizzle] = swizzled(product.front(), forms);
    const Segment segment = segmentOf(factor, forms);
    const StagedDigit digit{factor,       std::int64_t(coefficient), segment.high / segment.low, 1,
                            segment.base, segment.low,               swizzle};
    if (!segments[segment.base].try_emplace(segment.low, segment, digit).second)
      return std::nullopt;
  }
  for (auto &[base, parts] : segments) {
    const std::optional<StagedDigit> whole = digits.wholeOf(base);
    if (!whole)
      return std::nullopt;
    const std::int64_t end = whole->count * whole->step;
    std::int64_t next = 1;
    for (auto &[low, part] : parts) {
      auto &[segment, digit] = part;
      const bool isFirst = next == 1 && (low == 1 || low == whole->step);
      if (!isFirst && (low != next || low % whole->step != 0))
        return std::nullopt;
      next = std::min(segment.high, end);
      digit.step = low == 1 ? whole->step : 1;
      digit.count = (next + low * digit.step - 1) / (low * digit.step);
      digit.scale *= digit.step;
      if (digit.isSwizzled() && !isSwizzledWithin(digit, forms))
        return std::nullopt;
      result.digits.push_back(digit);
    }
    if (next != end)
      return std::nullopt;
  }
  std::ranges::sort(result.digits, std::greater(), &StagedDigit::scale);
  std::int64_t above = open;
  for (const StagedDigit &digit : result.digits) {
    if (digit.scale * digit.count > above)
      return std::nullopt;
    above = digit.scale;
  }
  if (!digits.areIndependent() || above < result.unit)
    return std::nullopt;
  return result;
}

} // namespace heddle::compiler
