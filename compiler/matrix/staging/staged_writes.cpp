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

/// Whether a form is made of nothing but parts of the digit's whole from `least` on, and of others.
bool isAbove(const AddressPolynomial &form, const StagedDigit &digit, std::int64_t least,
             const IndexForms &forms) {
  return all_of(form.products(), [&](const auto &term) {
    return all_of(term.first, [&](unsigned number) {
      const Segment segment = segmentOf(number, forms);
      if (segment.base == digit.whole)
        return segment.low >= least && std::has_single_bit(std::uint64_t(segment.low));
      const IndexForms::Factor &base = forms.factor(segment.base);
      return base.divisor ? isAbove(base.dividend, digit, least, forms)
                          : base.kind == IndexForms::Factor::Kind::leaf;
    });
  });
}

/// Whether a digit takes all of its values, each once, also with its swizzle, which comes from
/// larger digits alone and moves whole steps.
bool isSwizzledWithin(const StagedDigit &digit, const IndexForms &forms) {
  const std::int64_t end = digit.count * digit.step;
  const IndexRange range = forms.rangeOf(digit.swizzle);
  return std::has_single_bit(std::uint64_t(end)) && range.least >= 0 && range.most < end &&
         isAbove(digit.swizzle, digit, range.most * digit.low + 1, forms) &&
         all_of(
             digit.swizzle.products(),
             [&](const auto &term) { return std::int64_t(term.second) % digit.step == 0; });
}

/// Takes ids of work-items, each only once. Rows of a work-group are made of whole sub-groups.
class Digits {
public:
  Digits(const Loop &rounds, const LoopInfo &loops, IndexForms &forms)
      : rounds(rounds), loops(loops), forms(forms) {}

  /// All values that a factor takes.
  std::optional<StagedDigit> wholeOf(unsigned number);

private:
  std::optional<std::int64_t> takeId(unsigned number);

  const Loop &rounds;
  const LoopInfo &loops;
  IndexForms &forms;
  unsigned taken = 0;
};

/// An id, or the sub-group's number in a row.
std::optional<std::int64_t> Digits::takeId(unsigned number) {
  enum : unsigned { lane = 1, subGroupInRow = 2, row = 4, plane = 8 };
  const IndexForms::Factor factor = forms.factor(number);
  const auto inner =
      factor.kind == IndexForms::Factor::Kind::quotient && factor.divisor == forms.subGroupSize()
          ? IndexForms::singleFactor(factor.dividend)
          : std::nullopt;
  const Value *value = inner ? forms.factor(*inner).value : factor.value;
  const std::optional<InternalOp> op = value ? internalOp(*value) : std::nullopt;
  unsigned parts = 0;
  if (op == InternalOp::localId) {
    const auto dimension =
        cast<ConstantInt>(cast<CallBase>(value)->getArgOperand(0))->getZExtValue();
    parts = dimension == 0 ? lane | subGroupInRow : dimension == 1 ? row : plane;
  } else if (op == InternalOp::subGroupLocalId) {
    parts = lane;
  } else if (op == InternalOp::subGroupId) {
    parts = subGroupInRow | row | plane;
  }
  if (inner)
    parts = parts == (lane | subGroupInRow) ? subGroupInRow : 0;
  if (!parts || (taken & parts))
    return std::nullopt;
  taken |= parts;
  return factor.range.least == 0 && factor.range.most < open ? std::optional(factor.range.most + 1)
                                                             : std::nullopt;
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
      const std::optional<std::int64_t> count = takeId(id);
      if (!count || scale != whole)
        return std::nullopt;
      whole *= *count;
    }
    return whole == counter->step ? std::optional(StagedDigit{
                                        number, 0, (counter->end + each - 1) / each, each, number})
                                  : std::nullopt;
  }
  if (const std::optional<std::int64_t> count = takeId(number))
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

bool divideIntoElements(StagedWrite &write, IndexForms &forms) {
  const auto *vector =
      write.values.empty() ? nullptr : dyn_cast<FixedVectorType>(write.values.front()->getType());
  const DataLayout &layout = write.instruction->getDataLayout();
  if (!vector || write.lane ||
      layout.getTypeSizeInBits(vector->getElementType()) * vector->getNumElements() !=
          write.unit * 8)
    return false;
  write.unit /= vector->getNumElements();
  write.lane = forms.laneFactor(vector->getNumElements());
  write.digits.push_back({*write.lane, write.unit, vector->getNumElements(), 1, *write.lane});
  write.sourceBase = nullptr;
  return true;
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
    if (isGlobalRead(*read)) {
      const auto *load = cast<LoadInst>(read);
      auto *pointer = const_cast<Value *>(load->getPointerOperand());
      result.sourceBase = baseOf(pointer);
      result.source = forms.of(pointer) - forms.of(result.sourceBase);
      result.sourceAlign = load->getAlign().value();
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
    const StagedDigit digit{
        factor, std::int64_t(coefficient), segment.high / segment.low, 1, segment.base, segment.low,
        swizzle};
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
  if (above < result.unit)
    return std::nullopt;
  // What is put together is so by elements.
  if (!result.sourceBase)
    divideIntoElements(result, forms);
  return result;
}

} // namespace heddle::compiler
