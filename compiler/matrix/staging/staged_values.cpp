#include "compiler/matrix/staging/staged_values.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_values.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What is computed for each read again instead of once for the work-group.
constexpr unsigned mostInstructions = 64;

/// The load of global memory that a value is, converted or not.
LoadInst *loadedBy(Value *value) {
  while (auto *cast = dyn_cast<CastInst>(value))
    value = cast->getOperand(0);
  return isGlobalRead(*value) ? cast<LoadInst>(value) : nullptr;
}

} // namespace

/// Which value each digit has; the last one's is where `bytes` bytes lie within its elements.
bool StagedValue::decode(AddressPolynomial offset, unsigned bytes) {
  parts.clear();
  for (const StagedDigit &digit : write.digits) {
    parts[digit.factor] = {offset, digit.scale, digit.count, digit.step};
    if (&digit == &write.digits.back())
      break;
    auto split = forms.split(offset, digit.scale);
    if (!split)
      return false;
    const IndexRange range = forms.rangeOf(split->first);
    if (range.least < 0 || range.most >= digit.count)
      return false;
    offset = std::move(split->second);
  }
  inLast = std::move(offset);
  const IndexRange range = forms.rangeOf(inLast);
  const std::int64_t end =
      write.digits.empty()
          ? write.unit
          : write.digits.back().scale * (write.digits.back().count - 1) + write.unit;
  return range.least >= 0 && range.most + bytes <= end;
}

std::optional<StagedValue::Part> StagedValue::partOf(unsigned number) {
  if (auto found = parts.find(number); found != parts.end())
    return found->second;
  const IndexForms::Factor factor = forms.factor(number);
  const bool isQuotient = factor.kind == IndexForms::Factor::Kind::quotient;
  if (!isQuotient && factor.kind != IndexForms::Factor::Kind::remainder)
    return std::nullopt;
  const std::optional<unsigned> inner = IndexForms::singleFactor(factor.dividend);
  std::optional<Part> part = inner ? partOf(*inner) : std::nullopt;
  if (!part || part->step != 1)
    return std::nullopt;
  if (isQuotient)
    return Part{part->form, part->scale * factor.divisor,
                (part->count + factor.divisor - 1) / factor.divisor, 1};
  auto split = forms.split(part->form, part->scale * factor.divisor);
  if (!split)
    return std::nullopt;
  return Part{std::move(split->second), part->scale, factor.divisor, 1};
}

Value *StagedValue::numberOf(const Part &part, Type *type) {
  const auto split = forms.split(part.form, part.scale);
  if (!split)
    return nullptr;
  return forms.emit(builder, split->first * part.step, type);
}

/// The id of the work-item that has written it.
Value *StagedValue::globalId(CallInst &call) {
  Value *dimension = call.getArgOperand(0);
  const auto ask = [&](InternalOp other) {
    return builder.CreateCall(getInternalOp(*read.getModule(), other, call.getFunctionType()),
                              {dimension});
  };
  for (const auto &[number, part] : parts)
    if (Value *id = forms.factor(number).value; id && internalOp(*id) == InternalOp::localId &&
                                                cast<CallBase>(id)->getArgOperand(0) == dimension)
      if (Value *local = numberOf(part, call.getType()))
        return builder.CreateAdd(
            builder.CreateAdd(
                builder.CreateMul(ask(InternalOp::groupId), ask(InternalOp::enqueuedLocalSize)),
                ask(InternalOp::globalOffset)),
            local);
  return nullptr;
}

/// One load and what is there without it.
Value *StagedValue::chosen(const GuardedValue &value) {
  if (!loadedBy(value.ifTrue) == !loadedBy(value.ifFalse))
    return nullptr;
  Value *condition = of(value.condition), *ifTrue = of(value.ifTrue), *ifFalse = of(value.ifFalse);
  if (!condition || !ifTrue || !ifFalse)
    return nullptr;
  auto *choice = dyn_cast<SelectInst>(builder.CreateSelect(condition, ifTrue, ifFalse));
  if (choice)
    guarded.push_back(choice);
  return choice;
}

std::optional<Value *> StagedValue::existing(Instruction &instruction) {
  if (instruction.getType()->isIntegerTy() && instruction.getType()->getIntegerBitWidth() <= 64)
    if (const std::optional<unsigned> factor = IndexForms::singleFactor(forms.of(&instruction)))
      if (const std::optional<Part> part = partOf(*factor))
        return numberOf(*part, instruction.getType());
  const bool isCarried = roundBefore && rounds.loop.contains(&instruction);
  if (!isCarried && rounds.dominators.dominates(&instruction, &read) &&
      SharedValues(rounds.loops).isShared(instruction) &&
      !variesInRound(instruction, rounds.loop, rounds.loops))
    return &instruction;
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    if (const std::optional<GuardedValue> value = guardedValue(*phi))
      return chosen(*value);
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

/// From global memory itself: where elements that lie side by side come from places side by side,
/// any bytes of them.
Value *StagedValue::fromSource() {
  Type *word = builder.getInt64Ty();
  std::optional<Part> last;
  unsigned lastFactor = 0;
  for (const auto &[product, coefficient] : write.source.products())
    if (product.size() == 1)
      if (auto part = partOf(product.front());
          part && part->scale == write.unit &&
          part->scale == std::int64_t(coefficient) * part->step) {
        last = std::move(part);
        lastFactor = product.front();
      }
  const std::int64_t bytes = read.getDataLayout().getTypeStoreSize(read.getType());
  if (!last || forms.rangeOf(last->form).most + bytes > last->scale * last->count)
    return nullptr;
  Value *base = of(write.sourceBase);
  Value *offset = forms.emit(builder, last->form, word);
  for (const auto &[product, coefficient] : write.source.products()) {
    if (product.size() == 1 && product.front() == lastFactor)
      continue;
    Value *term = builder.getInt64(coefficient);
    for (unsigned number : product) {
      Value *value = forms.factor(number).value;
      if (value)
        value = of(value);
      else if (auto part = partOf(number))
        value = numberOf(*part, word);
      if (!value)
        return nullptr;
      term = builder.CreateMul(term, builder.CreateSExtOrTrunc(value, word));
    }
    offset = builder.CreateAdd(offset, term);
  }
  if (!base)
    return nullptr;
  return builder.CreateAlignedLoad(read.getType(), builder.CreatePtrAdd(base, offset),
                                   std::min(read.getAlign(), Align(write.sourceAlign)));
}

/// From the value of one element, of which all or some bytes are read.
Value *StagedValue::fromElement(unsigned bytes, Type *type) {
  std::int64_t first = 0;
  if (!write.digits.empty()) {
    const auto split = forms.split(inLast, write.digits.back().scale);
    const auto rest = split ? split->second.constant() : std::nullopt;
    if (!rest)
      return nullptr;
    first = *rest;
  } else if (const auto rest = inLast.constant()) {
    first = *rest;
  } else {
    return nullptr;
  }
  Value *value = write.value && first + bytes <= write.unit ? of(write.value) : nullptr;
  if (!value || value->getType()->isPtrOrPtrVectorTy() || type->isPtrOrPtrVectorTy())
    return nullptr;
  if (value->getType() == type)
    return value;
  if (read.getDataLayout().getTypeSizeInBits(value->getType()) != write.unit * 8)
    return nullptr;
  value = builder.CreateBitCast(value, builder.getIntNTy(write.unit * 8));
  value = builder.CreateTrunc(builder.CreateLShr(value, first * 8), builder.getIntNTy(bytes * 8));
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
  if (!write.value || bytes % write.unit != 0 || bytes == write.unit)
    return nullptr;
  const unsigned elements = bytes / write.unit;
  Type *element = builder.getIntNTy(write.unit * 8);
  Value *all = PoisonValue::get(FixedVectorType::get(element, elements));
  for (unsigned i = 0; i < elements; ++i) {
    made.clear();
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
