#include "compiler/matrix/staging/staged_values.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_values.hpp"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <numeric>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What is computed for each read again instead of once for the work-group.
constexpr unsigned mostInstructions = 64;
/// Of which one is taken for each index, where they differ in more than what they load.
constexpr std::size_t mostChoices = 4;
/// Instructions that are looked at to see whether values are alike.
constexpr unsigned mostCompared = 1000;

/// The load of global memory that a value is, converted or not.
LoadInst *loadedBy(Value *value) {
  while (auto *cast = dyn_cast<CastInst>(value))
    value = cast->getOperand(0);
  return isGlobalRead(*value) ? cast<LoadInst>(value) : nullptr;
}

bool isConstantLane(const Instruction &instruction) {
  return isa<ExtractElementInst>(instruction) && isa<ConstantInt>(instruction.getOperand(1));
}

std::int64_t laneOf(const ExtractElementInst &element) {
  return cast<ConstantInt>(element.getIndexOperand())->getSExtValue();
}

/// Operations that do the same to each element of vectors, or to scalars.
bool isElementwise(const Instruction &instruction) {
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(instruction);
}

} // namespace

/// Takes what a digit is swizzled with out of what is left of the offset, which begins with the
/// digit: of `index ^ swizzle` one side is the index; of a third one all, where nothing is behind
/// it. Bytes that are read together lie where nothing parts them.
std::optional<AddressPolynomial> StagedValue::unswizzle(const StagedDigit &digit, unsigned bytes,
                                                        unsigned side) {
  const std::int64_t each = digit.scale / digit.step;
  const auto parts = forms.split(inLast, each);
  if (!parts)
    return std::nullopt;
  AddressPolynomial index = parts->first, swizzle;
  if (side < 2) {
    const auto number = IndexForms::singleFactor(index);
    const auto *factor = number ? &forms.factor(*number) : nullptr;
    if (!factor || factor->kind != IndexForms::Factor::Kind::computed ||
        factor->opcode != Instruction::Xor)
      return std::nullopt;
    swizzle = factor->operands[1 - side];
    index = AddressPolynomial(factor->operands[side]);
  }
  std::int64_t together = digit.count * digit.step;
  for (const auto &[product, coefficient] : digit.swizzle.products())
    together = std::gcd(together, std::int64_t(coefficient));
  const auto within = forms.split(index, together);
  if (!within ||
      forms.rangeOf(within->second * each + parts->second).most + bytes > together * each)
    return std::nullopt;
  inLast = index * each + parts->second;
  return swizzle;
}

bool StagedValue::decode(const AddressPolynomial &offset, unsigned bytes) {
  const bool isSwizzled =
      any_of(write.digits, [](const StagedDigit &digit) { return digit.isSwizzled(); });
  for (unsigned side = isSwizzled ? 0 : 2; side <= 2; ++side)
    if (decode(offset, bytes, side))
      return true;
  return false;
}

/// Which value each digit has; the last one's is where `bytes` bytes lie within its elements.
bool StagedValue::decode(const AddressPolynomial &offset, unsigned bytes, unsigned side) {
  numbers.clear();
  made.clear();
  SmallDenseSet<unsigned> unknown;
  std::optional<AddressPolynomial> swizzle;
  inLast = offset;
  for (const StagedDigit &digit : write.digits) {
    const bool isLast = &digit == &write.digits.back();
    if (digit.isSwizzled()) {
      swizzle = unswizzle(digit, bytes, side);
      if (!swizzle)
        return false;
    }
    auto split = forms.split(inLast, digit.scale);
    if (split)
      numbers[digit.factor] = split->first * digit.step;
    else
      unknown.insert(digit.whole);
    if (isLast)
      break;
    const IndexRange range = split ? forms.rangeOf(split->first) : IndexRange{-1, -1};
    if (range.least < 0 || range.most >= digit.count)
      return false;
    inLast = std::move(split->second);
  }
  for (const StagedDigit &digit : write.digits)
    if (digit.whole != digit.factor && !unknown.contains(digit.whole))
      numbers[digit.whole] = numbers[digit.whole] + numbers[digit.factor] * digit.low;
  // The place was swizzled with what that is for these digits.
  for (const StagedDigit &digit : write.digits)
    if (digit.isSwizzled() && numberOf(digit.swizzle) != swizzle)
      return false;
  const IndexRange range = forms.rangeOf(inLast);
  const std::int64_t end =
      write.digits.empty()
          ? write.unit
          : write.digits.back().scale * (write.digits.back().count - 1) + write.unit;
  return range.least >= 0 && range.most + bytes <= end;
}

/// Of a digit, or of what quotients and remainders of them are.
std::optional<AddressPolynomial> StagedValue::numberOf(unsigned factor) {
  if (auto found = numbers.find(factor); found != numbers.end())
    return found->second;
  const IndexForms::Factor known = forms.factor(factor);
  const auto dividend = known.divisor ? numberOf(known.dividend) : std::nullopt;
  auto split = dividend ? forms.split(*dividend, known.divisor) : std::nullopt;
  if (!split)
    return std::nullopt;
  return known.kind == IndexForms::Factor::Kind::quotient ? std::move(split->first)
                                                          : std::move(split->second);
}

/// Of a sum in which nothing but such and constants are.
std::optional<AddressPolynomial> StagedValue::numberOf(const AddressPolynomial &form) {
  AddressPolynomial sum;
  for (const auto &[product, coefficient] : form.products()) {
    AddressPolynomial term;
    term.add({}, coefficient);
    for (unsigned factor : product) {
      const auto number = numberOf(factor);
      if (!number)
        return std::nullopt;
      term = term * *number;
    }
    sum = sum + term;
  }
  return forms.joined(std::move(sum));
}

/// The id of the work-item that has written it.
Value *StagedValue::globalId(CallInst &call) {
  Value *dimension = call.getArgOperand(0);
  const auto ask = [&](InternalOp other) {
    return builder.CreateCall(getInternalOp(*read.getModule(), other, call.getFunctionType()),
                              {dimension});
  };
  for (const auto &[factor, number] : numbers)
    if (Value *id = forms.factor(factor).value; id && internalOp(*id) == InternalOp::localId &&
                                                cast<CallBase>(id)->getArgOperand(0) == dimension)
      return builder.CreateAdd(
          builder.CreateAdd(
              builder.CreateMul(ask(InternalOp::groupId), ask(InternalOp::enqueuedLocalSize)),
              ask(InternalOp::globalOffset)),
          forms.emit(builder, number, call.getType()));
  return nullptr;
}

/// One load and what is there without it.
Value *StagedValue::chosen(const GuardedValue &value, function_ref<Value *(Value *)> make) {
  if (!loadedBy(value.ifTrue) == !loadedBy(value.ifFalse))
    return nullptr;
  Value *condition = of(value.condition), *ifTrue = make(value.ifTrue),
        *ifFalse = make(value.ifFalse);
  if (!condition || !ifTrue || !ifFalse)
    return nullptr;
  auto *choice = dyn_cast<SelectInst>(builder.CreateSelect(condition, ifTrue, ifFalse));
  if (choice)
    guarded.push_back(choice);
  return choice;
}

std::optional<Value *> StagedValue::existing(Instruction &instruction) {
  if (instruction.getType()->isIntegerTy() && instruction.getType()->getIntegerBitWidth() <= 64)
    if (const AddressPolynomial form = forms.of(&instruction); !form.constant())
      if (const auto number = numberOf(form))
        return forms.emit(builder, *number, instruction.getType());
  const auto shift = shiftedBy ? shifts.find(&instruction) : shifts.end();
  const bool isShifted = shift != shifts.end();
  if (auto *load = dyn_cast<LoadInst>(&instruction); load && isShifted)
    return loadAt(*load, load->getType(), {}, 0);
  const auto element = [&](const AddressPolynomial &further) {
    return elementOf(*instruction.getOperand(0),
                     further + laneOf(cast<ExtractElementInst>(instruction)));
  };
  if (isShifted)
    return element(*shiftedBy);
  const bool isCarried = before && rounds.loop.contains(&instruction);
  if (!isCarried && rounds.dominators.dominates(&instruction, &read) &&
      SharedValues(rounds.loops).isShared(instruction) &&
      !variesInRound(instruction, rounds.loop, rounds.loops))
    return &instruction;
  if (isConstantLane(instruction))
    return element({});
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    if (const std::optional<GuardedValue> value = guardedValue(*phi))
      return chosen(*value, [&](Value *side) { return of(side); });
  if (isCarried && isa<PHINode>(instruction))
    return std::nullopt;
  const std::optional<InternalOp> op = internalOp(instruction);
  if (op == InternalOp::globalId)
    return globalId(cast<CallInst>(instruction));
  if (++count > mostInstructions || op == InternalOp::localId || isBlockRead(instruction) ||
      (op && *op > InternalOp::groupId && internalOpUniformity(*op) != Uniformity::operands))
    return nullptr;
  return std::nullopt;
}

/// The bytes from what is first to what is read, where a factor counts on with `each` of them, and
/// where that ends.
std::optional<std::pair<AddressPolynomial, std::int64_t>> StagedValue::bytesOf(unsigned factor,
                                                                               std::int64_t each) {
  const StagedDigit &last = write.digits.back();
  if (last.scale != write.unit)
    return std::nullopt;
  if (factor == last.factor)
    return last.scale == each * last.step
               ? std::optional(std::pair(inLast, last.scale * last.count))
               : std::nullopt;
  if (factor == last.whole) {
    if (last.scale != each * last.step * last.low)
      return std::nullopt;
    AddressPolynomial bytes = inLast;
    std::int64_t count = 1;
    for (const StagedDigit &digit : write.digits)
      if (digit.whole == factor) {
        if (digit.low < last.low)
          return std::nullopt;
        count *= digit.count;
        if (&digit != &last)
          bytes = bytes + numbers[digit.factor] * (digit.low * each);
      }
    return std::pair(std::move(bytes), last.scale * count);
  }
  const IndexForms::Factor known = forms.factor(factor);
  const auto inner = known.kind == IndexForms::Factor::Kind::remainder
                         ? IndexForms::singleFactor(known.dividend)
                         : std::nullopt;
  const auto bytes = inner ? bytesOf(*inner, each) : std::nullopt;
  const std::int64_t end = known.divisor * each;
  auto split = bytes && end % write.unit == 0 ? forms.split(bytes->first, end) : std::nullopt;
  if (!split)
    return std::nullopt;
  return std::pair(std::move(split->second), std::min(end, bytes->second));
}

/// From global memory itself: where elements that lie side by side come from places side by side,
/// any bytes of them.
Value *StagedValue::fromSource() {
  if (write.digits.empty())
    return nullptr;
  std::optional<std::pair<AddressPolynomial, std::int64_t>> last;
  unsigned lastFactor = 0;
  for (const auto &[product, coefficient] : write.source.products())
    if (product.size() == 1)
      if (auto bytes = bytesOf(product.front(), std::int64_t(coefficient))) {
        last = std::move(bytes);
        lastFactor = product.front();
      }
  const std::int64_t bytes = read.getDataLayout().getTypeStoreSize(read.getType());
  if (!last || forms.rangeOf(last->first).most + bytes > last->second)
    return nullptr;
  Value *address = addressOf(*write.sourceBase, write.source, std::move(last->first), lastFactor);
  return address ? builder.CreateAlignedLoad(read.getType(), address,
                                             std::min(read.getAlign(), Align(write.sourceAlign)))
                 : nullptr;
}

/// Of what a pointer and a sum of products lead to, and `more` bytes; without one of the factors.
Value *StagedValue::addressOf(Value &from, const AddressPolynomial &source, AddressPolynomial more,
                              std::optional<unsigned> without) {
  Type *word = builder.getInt64Ty();
  Value *address = of(&from);
  if (!address)
    return nullptr;
  SmallVector<Value *> terms;
  for (const auto &[product, coefficient] : source.products()) {
    const bool isSingle = product.size() == 1;
    if (isSingle && product.front() == without)
      continue;
    if (const auto number = isSingle ? numberOf(product.front()) : std::nullopt) {
      more = more + *number * std::int64_t(coefficient);
      continue;
    }
    Value *term = nullptr;
    for (unsigned factor : product) {
      Value *value = forms.factor(factor).value;
      if (value)
        value = of(value);
      else if (const auto number = numberOf(factor))
        value = forms.emit(builder, *number, word);
      if (!value)
        return nullptr;
      value = builder.CreateSExtOrTrunc(value, word);
      term = term ? builder.CreateMul(term, value) : value;
    }
    if (!term || coefficient != 1)
      term = term ? builder.CreateMul(term, builder.getInt64(coefficient))
                  : builder.getInt64(coefficient);
    terms.push_back(term);
  }
  Value *offset = forms.emit(builder, forms.joined(more), word);
  for (Value *term : terms)
    offset = builder.CreateAdd(offset, term);
  return builder.CreatePtrAdd(address, offset);
}

/// What it would load at an element further on, each of so many bytes, or where it is shifted to.
Value *StagedValue::loadAt(LoadInst &load, Type *type, const AddressPolynomial &element,
                           std::int64_t each) {
  Value *base = baseOf(load.getPointerOperand());
  AddressPolynomial more = element * each;
  Align align = commonAlignment(load.getAlign(), each);
  if (const auto shift = shiftedBy ? shifts.find(&load) : shifts.end(); shift != shifts.end()) {
    more = more + *shiftedBy * shift->second;
    align = commonAlignment(align, shift->second);
  }
  Value *address =
      addressOf(*base, forms.of(load.getPointerOperand()) - forms.of(base), std::move(more));
  return address ? builder.CreateAlignedLoad(type, address, align) : nullptr;
}

/// Whether what another one is, `distance` from the first, is the first with loads and elements of
/// vectors that lie so many times further on.
bool StagedValue::Likeness::holds(Value &first, Value &other, std::int64_t distance) {
  if (&first == &other) {
    same.insert(&first);
    return true;
  }
  auto *one = dyn_cast<Instruction>(&first);
  const auto *two = dyn_cast<Instruction>(&other);
  if (!one || !two || !one->isSameOperationAs(two) || !one->hasSameSubclassOptionalData(two) ||
      ++compared > mostCompared)
    return false;
  const auto isShifted = [&](std::int64_t bytes) {
    const auto [found, isNew] = shifts.try_emplace(one, bytes);
    return isNew || found->second == bytes;
  };
  if (auto *load = dyn_cast<LoadInst>(one)) {
    Value *pointer = load->getPointerOperand();
    same.insert(pointer);
    const auto bytes =
        (forms.of(cast<LoadInst>(other).getPointerOperand()) - forms.of(pointer)).constant();
    return isGlobalRead(*load) && isGlobalRead(other) && bytes && *bytes % distance == 0 &&
           isShifted(*bytes / distance);
  }
  if (auto *element = dyn_cast<ExtractElementInst>(one)) {
    same.insert(element->getVectorOperand());
    return element->getVectorOperand() == two->getOperand(0) && isConstantLane(*one) &&
           isConstantLane(*two) &&
           laneOf(*cast<ExtractElementInst>(two)) - laneOf(*element) == distance && isShifted(0);
  }
  return isElementwise(*one) &&
         all_of(zip(one->operands(), two->operands()), [&](const auto &operands) {
           return holds(*std::get<0>(operands), *std::get<1>(operands), distance);
         });
}

/// Whether nothing that all have alike is made of what differs.
bool StagedValue::Likeness::isConsistent() const {
  SetVector<const Value *> parts(same.begin(), same.end());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (shifts.contains(parts[i]))
      return false;
    if (const auto *instruction = dyn_cast<Instruction>(parts[i]))
      parts.insert_range(instruction->operands());
  }
  return true;
}

/// One of some values: where they are alike, the first one with other loads.
Value *StagedValue::oneOf(ArrayRef<Value *> values, const AddressPolynomial &index,
                          function_ref<Value *(Value *)> make) {
  if (const auto constant = index.constant())
    return *constant >= 0 && *constant < std::int64_t(values.size()) ? make(values[*constant])
                                                                     : nullptr;
  Likeness likeness(forms);
  const auto areAlike = [&] {
    for (std::size_t i = 1; i < values.size(); ++i)
      if (!likeness.holds(*values[0], *values[i], std::int64_t(i)))
        return false;
    return likeness.isConsistent();
  };
  if (!shiftedBy && areAlike()) {
    shifts = std::move(likeness.shifts);
    shiftedBy = index;
    made.clear();
    Value *value = make(values[0]);
    made.clear();
    shiftedBy.reset();
    return value;
  }
  if (values.size() > mostChoices)
    return nullptr;
  Value *result = nullptr, *at = forms.emit(builder, index, builder.getInt64Ty());
  for (auto [i, each] : enumerate(values)) {
    Value *value = make(each);
    if (!value)
      return nullptr;
    result =
        result ? builder.CreateSelect(builder.CreateICmpEQ(at, builder.getInt64(i)), value, result)
               : value;
  }
  return result;
}

/// What an operation on each element of vectors does to one.
Value *StagedValue::elementwise(Instruction &instruction, const AddressPolynomial &index) {
  SmallVector<Value *> operands;
  for (Value *operand : instruction.operands()) {
    operands.push_back(operand->getType()->isVectorTy() ? elementOf(*operand, index) : of(operand));
    if (!operands.back())
      return nullptr;
  }
  Type *type = instruction.getType()->getScalarType();
  Value *value = nullptr;
  if (const auto *operation = dyn_cast<BinaryOperator>(&instruction))
    value = builder.CreateBinOp(operation->getOpcode(), operands[0], operands[1]);
  else if (const auto *cast = dyn_cast<CastInst>(&instruction))
    value = builder.CreateCast(cast->getOpcode(), operands[0], type);
  else if (const auto *compare = dyn_cast<CmpInst>(&instruction))
    value = builder.CreateCmp(compare->getPredicate(), operands[0], operands[1]);
  else if (isa<SelectInst>(instruction))
    value = builder.CreateSelect(operands[0], operands[1], operands[2]);
  else if (isa<FreezeInst>(instruction))
    value = builder.CreateFreeze(operands[0]);
  else if (instruction.getOpcode() == Instruction::FNeg)
    value = builder.CreateFNeg(operands[0]);
  if (auto *made = dyn_cast_or_null<Instruction>(value)) {
    made->copyIRFlags(&instruction);
    if (before)
      made->dropPoisonGeneratingFlags();
  }
  return value;
}

/// An element of a vector that a work-item puts together.
Value *StagedValue::elementOf(Value &vector, const AddressPolynomial &index) {
  const unsigned elements = cast<FixedVectorType>(vector.getType())->getNumElements();
  const auto lane = index.constant();
  if (auto *constant = dyn_cast<Constant>(&vector))
    return lane ? constant->getAggregateElement(*lane) : constant->getSplatValue();
  const auto ofWhole = [&]() -> Value * {
    Value *whole = lane ? of(&vector) : nullptr;
    return whole ? builder.CreateExtractElement(whole, *lane) : nullptr;
  };
  auto *instruction = dyn_cast<Instruction>(&vector);
  if (!instruction)
    return ofWhole();
  if (++count > mostInstructions)
    return nullptr;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    Type *type = load->getType()->getScalarType();
    const std::int64_t each = read.getDataLayout().getTypeStoreSize(type);
    return isGlobalRead(*load) &&
                   read.getDataLayout().getTypeSizeInBits(type) == std::uint64_t(each) * 8
               ? loadAt(*load, type, index, each)
               : nullptr;
  }
  if (isa<InsertElementInst, ShuffleVectorInst>(instruction)) {
    if (Value *splat = const_cast<Value *>(getSplatValue(&vector)))
      return of(splat);
    if (lane) {
      Value *scalar = findScalarElement(&vector, *lane);
      return scalar ? of(scalar) : ofWhole();
    }
    SmallVector<Value *> scalars;
    for (unsigned i = 0; i < elements; ++i) {
      scalars.push_back(findScalarElement(&vector, i));
      if (!scalars.back())
        return nullptr;
    }
    return oneOf(scalars, index, [&](Value *scalar) { return of(scalar); });
  }
  if (const auto *phi = dyn_cast<PHINode>(instruction))
    if (const std::optional<GuardedValue> value = guardedValue(*phi))
      return chosen(*value, [&](Value *side) { return elementOf(*side, index); });
  const auto *from = dyn_cast_or_null<FixedVectorType>(
      isa<BitCastInst>(instruction) ? instruction->getOperand(0)->getType() : vector.getType());
  if (isElementwise(*instruction) && from && from->getNumElements() == elements)
    return elementwise(*instruction, index);
  return ofWhole();
}

/// From the value of one element, of which all or some bytes are read.
Value *StagedValue::fromElement(unsigned bytes, Type *type) {
  AddressPolynomial inElement = inLast;
  if (!write.digits.empty()) {
    auto split = forms.split(inLast, write.digits.back().scale);
    if (!split)
      return nullptr;
    inElement = std::move(split->second);
  }
  const auto first = inElement.constant();
  if (!first || write.values.empty() || *first + bytes > write.unit)
    return nullptr;
  const auto indexOf = [&](std::optional<unsigned> digit) {
    return digit ? numberOf(*digit) : std::nullopt;
  };
  const auto lane = indexOf(write.lane), copy = indexOf(write.copy);
  if (lane.has_value() != write.lane.has_value() || copy.has_value() != write.copy.has_value())
    return nullptr;
  const auto make = [&](Value *value) { return lane ? elementOf(*value, *lane) : of(value); };
  Value *value = copy ? oneOf(write.values, *copy, make) : make(write.values.front());
  if (!value || value->getType()->isPtrOrPtrVectorTy() || type->isPtrOrPtrVectorTy())
    return nullptr;
  if (value->getType() == type)
    return value;
  if (read.getDataLayout().getTypeSizeInBits(value->getType()) != write.unit * 8)
    return nullptr;
  value = builder.CreateBitCast(value, builder.getIntNTy(write.unit * 8));
  value = builder.CreateTrunc(builder.CreateLShr(value, *first * 8), builder.getIntNTy(bytes * 8));
  return builder.CreateBitCast(value, type);
}

Value *StagedValue::at(const AddressPolynomial &offset) {
  const DataLayout &layout = read.getDataLayout();
  const unsigned bytes = layout.getTypeStoreSize(read.getType());
  if (layout.getTypeSizeInBits(read.getType()) != std::uint64_t(bytes) * 8)
    return nullptr;
  if (decode(offset, bytes)) {
    if (write.sourceBase)
      if (Value *value = fromSource())
        return value;
    if (bytes <= write.unit)
      return fromElement(bytes, read.getType());
  }
  if (write.values.empty() || bytes % write.unit != 0 || bytes == write.unit)
    return nullptr;
  const unsigned elements = bytes / write.unit;
  Type *element = builder.getIntNTy(write.unit * 8);
  Value *all = PoisonValue::get(FixedVectorType::get(element, elements));
  for (unsigned i = 0; i < elements; ++i) {
    if (!decode(offset + std::int64_t(i) * write.unit, write.unit))
      return nullptr;
    Value *value = fromElement(write.unit, element);
    if (!value)
      return nullptr;
    all = builder.CreateInsertElement(all, value, i);
  }
  return builder.CreateBitCast(all, read.getType());
}

void guardLoad(SelectInst &choice) {
  const bool readsIfTrue = loadedBy(choice.getTrueValue());
  Value *read = readsIfTrue ? choice.getTrueValue() : choice.getFalseValue();
  Value *other = readsIfTrue ? choice.getFalseValue() : choice.getTrueValue();
  Instruction *then = nullptr, *otherwise = nullptr;
  SplitBlockAndInsertIfThenElse(choice.getCondition(), &choice, &then, &otherwise);
  BasicBlock *reading = (readsIfTrue ? then : otherwise)->getParent();
  LoadInst *load = loadedBy(read);
  for (Value *moved = read; moved;
       moved = moved == load ? nullptr : cast<CastInst>(moved)->getOperand(0))
    cast<Instruction>(moved)->moveBefore(reading->begin());
  PHINode *joined = PHINode::Create(choice.getType(), 2, "", choice.getIterator());
  joined->addIncoming(read, reading);
  joined->addIncoming(other, (readsIfTrue ? otherwise : then)->getParent());
  joined->setDebugLoc(choice.getDebugLoc());
  joined->takeName(&choice);
  choice.replaceAllUsesWith(joined);
  choice.eraseFromParent();
}

} // namespace heddle::compiler
