#include "compiler/matrix/staging/index_forms.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

constexpr unsigned deepest = 40, mostTerms = 24;
/// Ranges end here, so that sums of some do not wrap.
constexpr std::int64_t unknown = std::int64_t(1) << 56;

std::int64_t clamped(__int128 value) {
  return value < -unknown ? -unknown : value > unknown ? unknown : std::int64_t(value);
}

IndexRange times(IndexRange range, IndexRange other) {
  const std::int64_t ends[] = {
      clamped(__int128(range.least) * other.least), clamped(__int128(range.least) * other.most),
      clamped(__int128(range.most) * other.least), clamped(__int128(range.most) * other.most)};
  return {*std::ranges::min_element(ends), *std::ranges::max_element(ends)};
}

IndexRange plus(IndexRange range, IndexRange other) {
  return {clamped(__int128(range.least) + other.least), clamped(__int128(range.most) + other.most)};
}

IndexRange rangeOfType(const Type &type) {
  const unsigned bits = type.isIntegerTy() ? type.getIntegerBitWidth() : 64;
  if (bits > 56)
    return {-unknown, unknown};
  return {-(std::int64_t(1) << (bits - 1)), (std::int64_t(1) << (bits - 1)) - 1};
}

bool fits(IndexRange range, const Type &type) {
  const IndexRange whole = rangeOfType(type);
  return range.least >= whole.least && range.most <= whole.most;
}

std::int64_t floorOf(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0);
}

/// Another instruction that does the same to the same is the same.
bool isFunctionOfOperands(const Instruction &instruction) {
  if (const auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  if (isa<CallInst>(instruction))
    return isBlockRead(instruction) ||
           (!instruction.mayReadOrWriteMemory() && !cast<CallInst>(instruction).isConvergent());
  return isa<CastInst, BinaryOperator, CmpInst, SelectInst, UnaryOperator, ExtractElementInst,
             InsertElementInst, ShuffleVectorInst>(instruction);
}

} // namespace

std::optional<LoopCounter> loopCounter(const PHINode &phi, const LoopInfo &loops) {
  const Loop *loop = loops.getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent() || !loop->getLoopLatch() ||
      phi.getNumIncomingValues() != 2 || !phi.getType()->isIntegerTy() ||
      phi.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  const APInt *step = nullptr, *end = nullptr;
  const Value *next = phi.getIncomingValueForBlock(loop->getLoopLatch());
  // An int to which a size was added.
  const bool isWide = match(next, m_Trunc(m_Add(m_SExt(m_Specific(&phi)), m_APInt(step))));
  if ((!isWide && !match(next, m_Add(m_Specific(&phi), m_APInt(step)))) ||
      !step->isStrictlyPositive() || step->getActiveBits() > 31)
    return std::nullopt;
  // The only way into a round.
  const auto *branch = dyn_cast<BranchInst>(phi.getParent()->getTerminator());
  CmpPredicate predicate;
  if (!branch || !branch->isConditional() ||
      !match(branch->getCondition(), m_ICmp(predicate, m_Specific(&phi), m_APInt(end))) ||
      end->isNegative() || end->getActiveBits() > 31 || !loop->contains(branch->getSuccessor(0)) ||
      loop->contains(branch->getSuccessor(1)))
    return std::nullopt;
  if (predicate != CmpInst::ICMP_SLT && predicate != CmpInst::ICMP_ULT)
    return std::nullopt;
  // Which has not overflowed where it was cut off.
  if (isWide && step->getSExtValue() + end->getSExtValue() > std::numeric_limits<int>::max())
    return std::nullopt;
  return LoopCounter{phi.getIncomingValue(phi.getIncomingBlock(0) == loop->getLoopLatch()),
                     step->getSExtValue(), end->getSExtValue()};
}

std::optional<GuardedValue> guardedValue(const PHINode &phi) {
  if (phi.getNumIncomingValues() != 2)
    return std::nullopt;
  for (const unsigned side : {0u, 1u}) {
    const BasicBlock *guarded = phi.getIncomingBlock(side), *front = phi.getIncomingBlock(1 - side);
    const auto *branch = dyn_cast<BranchInst>(front->getTerminator());
    if (guarded->getSinglePredecessor() != front ||
        guarded->getSingleSuccessor() != phi.getParent() || !branch || !branch->isConditional())
      continue;
    Value *ofGuarded = phi.getIncomingValue(side), *ofFront = phi.getIncomingValue(1 - side);
    const bool isIfTrue = branch->getSuccessor(0) == guarded;
    return GuardedValue{branch->getCondition(), isIfTrue ? ofGuarded : ofFront,
                        isIfTrue ? ofFront : ofGuarded};
  }
  return std::nullopt;
}

bool isBlockRead(const Value &value) {
  const std::optional<InternalOp> op = internalOp(value);
  return (op == InternalOp::blockRead || op == InternalOp::blockRead2d ||
          op == InternalOp::cooperativeLoad) &&
         cast<CallBase>(value).getArgOperand(0)->getType()->getPointerAddressSpace() !=
             AddressSpace::inLocal;
}

std::optional<unsigned> IndexForms::singleFactor(const AddressPolynomial &form) {
  if (form.products().size() != 1)
    return std::nullopt;
  const auto &[product, coefficient] = *form.products().begin();
  return product.size() == 1 && coefficient == 1 ? std::optional(product.front()) : std::nullopt;
}

void IndexForms::substitute(Value *value, AddressPolynomial form) {
  substituted[value] = std::move(form);
  known.clear();
}

void IndexForms::restore() {
  substituted.clear();
  known.clear();
}

unsigned IndexForms::newFactor(std::int64_t end) {
  factors.push_back({.kind = Factor::Kind::leaf, .range = {0, end - 1}});
  return factors.size() - 1;
}

unsigned IndexForms::laneFactor(unsigned count) {
  auto [found, isNew] = laneFactors.try_emplace(count);
  if (isNew)
    found->second = newFactor(count);
  return found->second;
}

AddressPolynomial IndexForms::number(Factor factor) {
  const auto same = [&](const Factor &other) {
    if (other.kind != factor.kind)
      return false;
    switch (factor.kind) {
    case Factor::Kind::leaf:
      return other.value == factor.value;
    case Factor::Kind::computed:
      return other.opcode == factor.opcode && other.predicate == factor.predicate &&
             other.type == factor.type && other.operands == factor.operands;
    default:
      return other.divisor == factor.divisor && other.dividend == factor.dividend;
    }
  };
  // Its value is another one without the substitution.
  if (!substituted.empty() && factor.kind != Factor::Kind::leaf)
    factor.value = nullptr;
  auto found = find_if(factors, same);
  if (found == factors.end())
    found = factors.insert(factors.end(), std::move(factor));
  else if (!found->value)
    found->value = factor.value;
  AddressPolynomial result;
  result.add({unsigned(found - factors.begin())}, 1);
  return result;
}

AddressPolynomial IndexForms::leaf(Value *value) {
  Factor factor{
      .kind = Factor::Kind::leaf, .value = value, .range = rangeOfType(*value->getType())};
  if (const auto *phi = dyn_cast<PHINode>(value)) {
    if (const std::optional<LoopCounter> counter = loopCounter(*phi, loops)) {
      if (const auto *start = dyn_cast<ConstantInt>(counter->start)) {
        const std::int64_t first = start->getSExtValue();
        factor.multiple = std::gcd(first, counter->step);
        factor.range = {first, std::max(first, first + (counter->end - 1 - first) / counter->step *
                                                           counter->step)};
      } else {
        factor.range = {rangeOf(of(counter->start)).least, counter->end - 1};
      }
    }
  }
  return number(std::move(factor));
}

AddressPolynomial IndexForms::computed(Instruction &instruction) {
  if (const auto *phi = dyn_cast<PHINode>(&instruction))
    if (const std::optional<GuardedValue> guarded = guardedValue(*phi))
      return number(
          {.kind = Factor::Kind::computed,
           .value = &instruction,
           .opcode = Instruction::Select,
           .type = instruction.getType(),
           .operands = {of(guarded->condition), of(guarded->ifTrue), of(guarded->ifFalse)},
           .range = rangeOfType(*instruction.getType())});
  if (!isFunctionOfOperands(instruction))
    return leaf(&instruction);
  Factor factor{.kind = Factor::Kind::computed,
                .value = &instruction,
                .opcode = instruction.getOpcode(),
                .type = instruction.getType(),
                .range = rangeOfType(*instruction.getType())};
  if (const auto *call = dyn_cast<CallBase>(&instruction)) {
    if (const std::optional<ConstantRange> range = call->getRange();
        range && !range->isSignWrappedSet() && range->getBitWidth() <= 64)
      factor.range = {clamped(range->getSignedMin().getSExtValue()),
                      clamped(range->getSignedMax().getSExtValue())};
    // As an id in a dimension in which work-groups have one work-item.
    if (factor.range.least == factor.range.most) {
      AddressPolynomial only;
      only.add({}, std::uint64_t(factor.range.least));
      return only;
    }
    const std::optional<InternalOp> op = internalOp(*call);
    if (localSize && op == InternalOp::subGroupId)
      factor.range = {0, std::int64_t((*localSize)[0] * (*localSize)[1] * (*localSize)[2] / lanes) -
                             1};
    if (localSize && (op == InternalOp::localSize || op == InternalOp::enqueuedLocalSize)) {
      AddressPolynomial size;
      size.add({}, (*localSize)[cast<ConstantInt>(call->getArgOperand(0))->getZExtValue()]);
      return size;
    }
  }
  if (const auto *compare = dyn_cast<CmpInst>(&instruction))
    factor.predicate = compare->getPredicate();
  if (isa<ZExtInst>(instruction) && instruction.getOperand(0)->getType()->getIntegerBitWidth() < 56)
    factor.range = {
        0, (std::int64_t(1) << instruction.getOperand(0)->getType()->getIntegerBitWidth()) - 1};
  for (Value *operand : instruction.operands())
    factor.operands.push_back(of(operand));
  if (instruction.getOpcode() == Instruction::Xor) {
    const IndexRange left = rangeOf(factor.operands[0]), right = rangeOf(factor.operands[1]);
    if (left.least >= 0 && right.least >= 0)
      factor.range = {
          0, (std::int64_t(std::bit_ceil(std::uint64_t(std::max(left.most, right.most)) + 1))) - 1};
  }
  if (const auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    for (const int lane : shuffle->getShuffleMask()) {
      factor.operands.emplace_back();
      factor.operands.back().add({}, std::uint64_t(lane));
    }
  return number(std::move(factor));
}

/// What divides evenly leaves the division.
AddressPolynomial IndexForms::divided(Value *value, const AddressPolynomial &dividend,
                                      std::int64_t divisor, bool wantsRest) {
  if (const auto parts = split(dividend, divisor))
    return wantsRest ? parts->second : parts->first;
  AddressPolynomial whole, rest;
  for (const auto &[product, coefficient] : dividend.products()) {
    const auto times = std::int64_t(coefficient);
    if (times % divisor == 0)
      whole.add(product, times / divisor);
    else
      rest.add(product, coefficient);
  }
  if (rangeOf(rest).least < 0) {
    whole = {};
    rest = dividend;
  }
  const bool isWhole = whole.products().empty();
  const IndexRange range = rangeOf(rest);
  Factor factor{.kind = wantsRest ? Factor::Kind::remainder : Factor::Kind::quotient,
                .value = isWhole || wantsRest ? value : nullptr,
                .dividend = rest,
                .divisor = divisor,
                .range = {0, wantsRest ? divisor - 1 : range.most / divisor}};
  AddressPolynomial result = number(std::move(factor));
  return wantsRest ? result : whole + result;
}

AddressPolynomial IndexForms::result(Instruction &instruction, const AddressPolynomial &form) {
  // Modulo 2^64, or as long as nothing wraps.
  Type *type = instruction.getType();
  const auto *wrapping = dyn_cast<OverflowingBinaryOperator>(&instruction);
  const bool isExact = type->isIntegerTy(64) || (wrapping && wrapping->hasNoSignedWrap()) ||
                       fits(rangeOf(form), *type);
  if (form.products().size() > mostTerms)
    return computed(instruction);
  // What wraps is still the same for the same sum, in whatever order it was added up.
  return isExact ? form
                 : number({.kind = Factor::Kind::computed,
                           .value = &instruction,
                           .opcode = Instruction::Trunc,
                           .type = type,
                           .operands = {form},
                           .range = rangeOfType(*type)});
}

AddressPolynomial IndexForms::build(Value *value) {
  if (auto *address = dyn_cast<GEPOperator>(value)) {
    AddressPolynomial result = of(address->getPointerOperand());
    for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
      if (StructType *type = step.getStructTypeOrNull())
        result.add({}, layout.getStructLayout(type)->getElementOffset(
                           cast<ConstantInt>(step.getOperand())->getZExtValue()));
      else
        result =
            result + of(step.getOperand()) * std::int64_t(step.getSequentialElementStride(layout));
    }
    return result;
  }
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return leaf(value);
  Type *type = value->getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64 || type->isIntegerTy(1))
    return computed(*instruction);

  const auto operand = [&](unsigned index) { return of(instruction->getOperand(index)); };
  const auto sum = [&](const AddressPolynomial &form) { return result(*instruction, form); };
  const APInt *constant = nullptr;
  const auto isSmall = [&] {
    return constant->isStrictlyPositive() && constant->getActiveBits() < 31;
  };
  switch (instruction->getOpcode()) {
  case Instruction::SExt:
    return instruction->getOperand(0)->getType()->isIntegerTy(1) ? computed(*instruction)
                                                                 : operand(0);
  case Instruction::ZExt:
    if (!instruction->getOperand(0)->getType()->isIntegerTy(1))
      if (AddressPolynomial form = operand(0); rangeOf(form).least >= 0)
        return form;
    return computed(*instruction);
  case Instruction::Trunc:
    if (AddressPolynomial form = operand(0); fits(rangeOf(form), *type))
      return form;
    return computed(*instruction);
  case Instruction::Add:
    return sum(operand(0) + operand(1));
  case Instruction::Sub:
    return sum(operand(0) - operand(1));
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(instruction)->isDisjoint() ? operand(0) + operand(1)
                                                                 : computed(*instruction);
  case Instruction::Mul: {
    const AddressPolynomial left = operand(0), right = operand(1);
    if (left.products().size() * right.products().size() > mostTerms)
      return computed(*instruction);
    return sum(left * right);
  }
  case Instruction::Shl:
    if (match(instruction->getOperand(1), m_APInt(constant)) && constant->ult(31))
      return sum(operand(0) * (std::int64_t(1) << constant->getZExtValue()));
    return computed(*instruction);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    if (match(instruction->getOperand(1), m_APInt(constant)) && isSmall())
      if (AddressPolynomial form = operand(0); rangeOf(form).least >= 0)
        return divided(value, form, constant->getSExtValue(),
                       instruction->getOpcode() == Instruction::URem ||
                           instruction->getOpcode() == Instruction::SRem);
    return computed(*instruction);
  case Instruction::LShr:
  case Instruction::AShr:
    if (match(instruction->getOperand(1), m_APInt(constant)) && constant->ult(31))
      if (AddressPolynomial form = operand(0); rangeOf(form).least >= 0)
        return divided(value, form, std::int64_t(1) << constant->getZExtValue(), false);
    return computed(*instruction);
  case Instruction::And:
    if (match(instruction->getOperand(1), m_APInt(constant)) && isSmall() &&
        (*constant + 1).isPowerOf2())
      if (AddressPolynomial form = operand(0); rangeOf(form).least >= 0)
        return divided(value, form, constant->getSExtValue() + 1, true);
    return computed(*instruction);
  default:
    return computed(*instruction);
  }
}

AddressPolynomial IndexForms::of(Value *value) {
  AddressPolynomial result;
  if (auto *constant = dyn_cast<ConstantInt>(value); constant && constant->getBitWidth() <= 64) {
    result.add({}, std::uint64_t(constant->getSExtValue()));
    return result;
  }
  if (auto other = substituted.find(value); other != substituted.end())
    return other->second;
  if (auto found = known.find(value); found != known.end())
    return found->second;
  ++depth;
  result = depth > deepest ? leaf(value) : build(value);
  --depth;
  known[value] = result;
  return result;
}

IndexRange IndexForms::rangeOf(const AddressPolynomial::Product &product) const {
  IndexRange range{1, 1};
  for (unsigned number : product)
    range = times(range, factors[number].range);
  return range;
}

IndexRange IndexForms::rangeOf(const AddressPolynomial &form) const {
  IndexRange range{0, 0};
  for (const auto &[product, coefficient] : form.products()) {
    const auto times = std::int64_t(coefficient);
    range = plus(range, heddle::compiler::times(rangeOf(product), {times, times}));
  }
  return range;
}

std::int64_t IndexForms::multipleOf(const AddressPolynomial::Product &product) const {
  std::int64_t multiple = 1;
  for (unsigned number : product)
    multiple = clamped(__int128(multiple) * factors[number].multiple);
  return multiple;
}

/// A term, divided by what it is a multiple of; nothing if it need not be one.
std::optional<AddressPolynomial>
IndexForms::exactQuotient(const AddressPolynomial::Product &product, std::int64_t coefficient,
                          std::int64_t divisor) {
  AddressPolynomial result;
  if (coefficient % divisor == 0) {
    result.add(product, coefficient / divisor);
    return result;
  }
  if (product.size() != 1 || clamped(__int128(coefficient) * multipleOf(product)) % divisor != 0)
    return std::nullopt;
  const std::int64_t common = std::gcd(coefficient, divisor), part = divisor / common;
  const Factor &whole = factors[product.front()];
  result.add(product, 1);
  const IndexRange range{floorOf(whole.range.least, part), floorOf(whole.range.most, part)};
  return number({.kind = Factor::Kind::quotient,
                 .dividend = result,
                 .divisor = part,
                 .range = range,
                 .multiple = whole.multiple / part}) *
         (coefficient / common);
}

std::optional<std::pair<AddressPolynomial, AddressPolynomial>>
IndexForms::split(const AddressPolynomial &form, std::int64_t divisor) {
  AddressPolynomial quotient, rest;
  for (const auto &[product, coefficient] : form.products()) {
    const auto times = std::int64_t(coefficient);
    if (product.empty()) {
      quotient.add({}, floorOf(times, divisor));
      rest.add({}, times - floorOf(times, divisor) * divisor);
    } else if (const auto exact = exactQuotient(product, times, divisor)) {
      quotient = quotient + *exact;
    } else {
      rest.add(product, coefficient);
    }
  }
  const IndexRange range = rangeOf(rest);
  const std::int64_t shift = floorOf(range.least, divisor);
  if (shift <= -unknown / divisor)
    return std::nullopt;
  if (range.most - shift * divisor >= divisor) {
    const auto parts = splitCoarse(rest, divisor);
    return parts ? std::optional(std::pair(quotient + parts->first, parts->second)) : std::nullopt;
  }
  return std::pair(quotient + shift, rest + -shift * divisor);
}

/// Splits by dividing those terms alone that are multiples of a part of the divisor which the
/// others together do not reach.
std::optional<std::pair<AddressPolynomial, AddressPolynomial>>
IndexForms::splitCoarse(const AddressPolynomial &form, std::int64_t divisor) {
  SmallVector<std::int64_t> steps;
  for (const auto &[product, coefficient] : form.products())
    steps.push_back(std::gcd(clamped(__int128(std::int64_t(coefficient)) *
                                     (product.size() == 1 ? multipleOf(product) : 1)),
                             divisor));
  llvm::sort(steps, std::greater());
  for (const std::int64_t step : steps) {
    AddressPolynomial coarse, fine;
    for (const auto &[product, coefficient] : form.products())
      if (const auto exact = product.empty()
                                 ? std::nullopt
                                 : exactQuotient(product, std::int64_t(coefficient), step))
        coarse = coarse + *exact;
      else
        fine.add(product, coefficient);
    const IndexRange fineRange = rangeOf(fine), range = rangeOf(coarse);
    if (fineRange.least < 0 || fineRange.most >= step || range.least < 0 || range.most >= unknown)
      continue;
    const std::int64_t part = divisor / step;
    Factor factor{.kind = Factor::Kind::quotient,
                  .dividend = coarse,
                  .divisor = part,
                  .range = {range.least / part, range.most / part}};
    const AddressPolynomial quotient = number(factor);
    factor.kind = Factor::Kind::remainder;
    factor.range = {0, part - 1};
    return std::pair(quotient, fine + number(std::move(factor)) * step);
  }
  return std::nullopt;
}

AddressPolynomial IndexForms::joined(AddressPolynomial form) const {
  const auto find = [&](Factor::Kind kind, const Factor &other) {
    return find_if(form.products(), [&](const auto &term) {
      if (term.first.size() != 1)
        return false;
      const Factor &factor = factors[term.first.front()];
      return factor.kind == kind && factor.divisor == other.divisor &&
             factor.dividend == other.dividend;
    });
  };
  const AddressPolynomial all = form;
  for (const auto &[product, coefficient] : all.products()) {
    const Factor *rest = product.size() == 1 ? &factors[product.front()] : nullptr;
    if (!rest || rest->kind != Factor::Kind::remainder)
      continue;
    const auto quotient = find(Factor::Kind::quotient, *rest);
    if (quotient == form.products().end() ||
        quotient->second != coefficient * std::uint64_t(rest->divisor))
      continue;
    const AddressPolynomial::Product whole = quotient->first;
    form.add(whole, -quotient->second);
    form.add(product, -coefficient);
    form = form + rest->dividend * std::int64_t(coefficient);
  }
  return form;
}

Value *IndexForms::available(IRBuilderBase &builder, Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || dominators.dominates(instruction, &*builder.GetInsertPoint()))
    return value;
  assert(!isa<PHINode>(instruction) && "a loop's counter outside of the loop");
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(available(builder, operand));
  return builder.Insert(copy);
}

Value *IndexForms::emit(IRBuilderBase &builder, const AddressPolynomial &form, Type *type) {
  Value *sum = nullptr;
  const bool isSmall = all_of(form.products(), [&](const auto &term) {
    const IndexRange range = rangeOf(term.first);
    return std::int64_t(term.second) >= 0 && range.least >= 0 && range.most < unknown;
  });
  for (const auto &[product, coefficient] : form.products()) {
    Value *term = nullptr;
    for (unsigned number : product) {
      const Factor factor = factors[number];
      Value *value = factor.value;
      if (value) {
        value = available(builder, value);
        value = value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, type)
                                                : builder.CreateSExtOrTrunc(value, type);
      } else {
        assert(factor.divisor && "a factor without a value");
        Value *dividend = emit(builder, factor.dividend, type);
        Value *divisor = ConstantInt::get(type, factor.divisor);
        value = factor.kind == Factor::Kind::quotient ? builder.CreateUDiv(dividend, divisor)
                                                      : builder.CreateURem(dividend, divisor);
      }
      term = term ? builder.CreateMul(term, value) : value;
    }
    Value *scale = ConstantInt::get(type, coefficient, /*IsSigned=*/true);
    term = !term              ? scale
           : coefficient == 1 ? term
                              : builder.CreateMul(term, scale, "", isSmall, isSmall);
    sum = sum ? builder.CreateAdd(sum, term, "", isSmall, isSmall) : term;
  }
  return sum ? sum : ConstantInt::get(type, 0);
}

} // namespace heddle::compiler
