#include "compiler/matrix/nest/address_polynomial.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

constexpr unsigned maxTerms = 24;
constexpr unsigned maxDepth = 24;

/// For a phi that counts from zero until it equals a constant: that constant.
std::optional<std::uint64_t> endOfCount(const PHINode &phi) {
  const Instruction *next = nullptr;
  for (const Value *incoming : phi.incoming_values()) {
    if (match(incoming, m_Zero()))
      continue;
    if (next || !match(incoming, m_Add(m_Specific(&phi), m_One())))
      return std::nullopt;
    next = cast<Instruction>(incoming);
  }
  const APInt *end = nullptr;
  CmpPredicate predicate;
  if (!next || !match(next->getParent()->getTerminator(),
                      m_Br(m_ICmp(predicate, m_Specific(next), m_APInt(end)), m_BasicBlock(),
                           m_BasicBlock())))
    return std::nullopt;
  const auto *branch = cast<BranchInst>(next->getParent()->getTerminator());
  const bool goesOnWhenTrue = branch->getSuccessor(0) == phi.getParent();
  const bool endsThere = predicate == (goesOnWhenTrue ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ);
  return endsThere ? std::optional(end->getZExtValue()) : std::nullopt;
}

/// The bits that are not known to be zero. LLVM knows those of a counter as long as its loop ends
/// by `<`, which it makes `!=` in the end.
std::uint64_t possibleBits(const Value *value, const DataLayout &layout) {
  std::uint64_t bits = ~computeKnownBits(value, layout).Zero.getZExtValue();
  const Value *source = nullptr;
  std::uint64_t amount = 0;
  if (match(value, m_Shl(m_Value(source), m_ConstantInt(amount))) && amount < 64)
    bits &= possibleBits(source, layout) << amount;
  else if (match(value, m_ZExt(m_Value(source))))
    bits &= possibleBits(source, layout);
  else if (const auto *phi = dyn_cast<PHINode>(value))
    if (const auto end = endOfCount(*phi); end && *end)
      bits &= bit_ceil(*end) - 1;
  return bits;
}

} // namespace

void AddressPolynomial::add(const Product &product, std::uint64_t coefficient) {
  if (!coefficient)
    return;
  auto [place, isNew] = terms.try_emplace(product, coefficient);
  if (isNew)
    return;
  place->second += coefficient;
  if (!place->second)
    terms.erase(place);
}

std::optional<std::int64_t> AddressPolynomial::constant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return static_cast<std::int64_t>(terms.begin()->second);
  return std::nullopt;
}

AddressPolynomial AddressPolynomial::varying() const {
  AddressPolynomial result = *this;
  result.terms.erase(Product());
  return result;
}

std::optional<std::int64_t> AddressPolynomial::timesOf(const AddressPolynomial &other) const {
  const AddressPolynomial mine = varying(), theirs = other.varying();
  if (mine.terms.empty())
    return 0;
  if (theirs.terms.empty() || mine.terms.begin()->first != theirs.terms.begin()->first)
    return std::nullopt;
  const auto whole = static_cast<std::int64_t>(mine.terms.begin()->second);
  const auto part = static_cast<std::int64_t>(theirs.terms.begin()->second);
  if (part == -1 || whole % part || !(theirs * (whole / part) == mine))
    return std::nullopt;
  return whole / part;
}

AddressPolynomial AddressPolynomial::operator+(const AddressPolynomial &other) const {
  AddressPolynomial sum = *this;
  for (const auto &[product, coefficient] : other.terms)
    sum.add(product, coefficient);
  return sum;
}

AddressPolynomial AddressPolynomial::operator-(const AddressPolynomial &other) const {
  return *this + other * -1;
}

AddressPolynomial AddressPolynomial::operator+(std::int64_t constant) const {
  AddressPolynomial sum = *this;
  sum.add({}, static_cast<std::uint64_t>(constant));
  return sum;
}

AddressPolynomial AddressPolynomial::operator*(std::int64_t factor) const {
  AddressPolynomial result;
  for (const auto &[product, coefficient] : terms)
    result.add(product, coefficient * static_cast<std::uint64_t>(factor));
  return result;
}

AddressPolynomial AddressPolynomial::operator*(const AddressPolynomial &other) const {
  AddressPolynomial result;
  for (const auto &[some, coefficient] : terms)
    for (const auto &[others, times] : other.terms) {
      Product both = some;
      append_range(both, others);
      llvm::sort(both);
      result.add(both, coefficient * times);
    }
  return result;
}

AddressPolynomial AddressPolynomials::factor(Value *value) {
  AddressPolynomial result;
  unsigned number = 0;
  while (number < factors.size() &&
         (factors[number].value != value || factors[number].bits != ~std::uint64_t(0)))
    ++number;
  if (number == factors.size())
    factors.push_back({.value = value, .shifted = {}});
  result.add({number}, 1);
  return result;
}

// Of copies that differ by a power of two, InstCombine makes `x & 8` and `x | 4`, where it knows
// the other bits of x.
AddressPolynomial AddressPolynomials::someBits(Value *value, std::uint64_t bits, unsigned depth) {
  const std::uint64_t possible = possibleBits(value, layout);
  if ((bits & possible) == possible)
    return build(value, depth + 1);
  AddressPolynomial result;
  if (!(bits & possible))
    return result;
  unsigned number = 0;
  while (number < factors.size() &&
         (factors[number].value != value || factors[number].bits != (bits & possible)))
    ++number;
  if (number == factors.size())
    factors.push_back({.value = value, .shifted = {}, .bits = bits & possible});
  result.add({number}, 1);
  return result;
}

// (x + c) >> s with nothing shifted out is (x >> s) + (c >> s) where s divides c: copies of an
// unrolled loop differ by such a c.
AddressPolynomial AddressPolynomials::shiftedRight(Value *value, const AddressPolynomial &shifted,
                                                   unsigned shift) {
  AddressPolynomial rest = shifted, result;
  if (auto constant = rest.terms.find({}); constant != rest.terms.end()) {
    const auto number = static_cast<std::int64_t>(constant->second);
    if (number % (std::int64_t(1) << shift) == 0) {
      result.add({}, static_cast<std::uint64_t>(number >> shift));
      rest.terms.erase(constant);
    }
  }
  unsigned number = 0;
  while (number < factors.size() &&
         !(factors[number].shift == shift && factors[number].shifted == rest))
    ++number;
  if (number == factors.size()) {
    // Only the value itself can be emitted again.
    if (!(rest == shifted))
      return factor(value);
    factors.push_back({.value = value, .shifted = rest, .shift = shift});
  }
  result.add({number}, 1);
  return result;
}

AddressPolynomial AddressPolynomials::buildAddress(GEPOperator &address, unsigned depth) {
  AddressPolynomial result = build(address.getPointerOperand(), depth + 1);
  for (auto step = gep_type_begin(address), end = gep_type_end(address); step != end; ++step) {
    Value *index = step.getOperand();
    if (StructType *type = step.getStructTypeOrNull()) {
      const unsigned field = cast<ConstantInt>(index)->getZExtValue();
      result.add({}, layout.getStructLayout(type)->getElementOffset(field));
      continue;
    }
    result = result + build(index, depth + 1) *
                          static_cast<std::int64_t>(step.getSequentialElementStride(layout));
  }
  return result;
}

AddressPolynomial AddressPolynomials::product(const AddressPolynomial &left,
                                              const AddressPolynomial &right) {
  tooLarge |= left.terms.size() * right.terms.size() > maxTerms;
  return tooLarge ? AddressPolynomial() : left * right;
}

/// What a header phi of the loop gets from this round, null for any other value.
Value *AddressPolynomials::nextRoundValue(Value *value) const {
  auto *phi = dyn_cast<PHINode>(value);
  return phi && nextRoundOf && phi->getParent() == nextRoundOf
             ? phi->getIncomingValueForBlock(nextRoundOf)
             : nullptr;
}

/// Of a header phi that is one constant and then another: a counter of two rounds.
Value *AddressPolynomials::firstRoundValue(Value *value) const {
  auto *phi = dyn_cast<PHINode>(value);
  if (!phi || !firstRoundOf || phi->getParent() != firstRoundOf ||
      !isa<ConstantInt>(phi->getIncomingValueForBlock(firstRoundOf)) ||
      phi->getNumIncomingValues() != 2)
    return nullptr;
  Value *first = phi->getIncomingValue(phi->getIncomingBlock(0) == firstRoundOf);
  return isa<ConstantInt>(first) ? first : nullptr;
}

AddressPolynomial AddressPolynomials::build(Value *value, unsigned depth) {
  AddressPolynomial result;
  if (auto *constant = dyn_cast<ConstantInt>(value)) {
    result.add({}, static_cast<std::uint64_t>(constant->getSExtValue()));
    return result;
  }
  if (depth > maxDepth || value->getType()->isVectorTy())
    return factor(value);
  if (Value *first = firstRoundValue(value))
    return build(first, depth + 1);
  if (Value *next = nextRoundValue(value)) {
    const BasicBlock *loop = std::exchange(nextRoundOf, nullptr);
    result = build(next, depth + 1);
    nextRoundOf = loop;
    return result;
  }
  if (auto *address = dyn_cast<GEPOperator>(value))
    return buildAddress(*address, depth);
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(value))
    return build(cast->getPointerOperand(), depth + 1);
  auto *operation = dyn_cast<Instruction>(value);
  if (!operation)
    return factor(value);

  if (auto *part = dyn_cast<ExtractValueInst>(operation); part && throughWindows)
    if (auto *window = dyn_cast<CallInst>(part->getAggregateOperand());
        window && internalOp(*window) == InternalOp::blockReadWindow) {
      const auto argument = [&](unsigned index) {
        return build(window->getArgOperand(index), depth + 1);
      };
      const AddressPolynomial pitch = argument(3);
      return part->getIndices()[0] == 1 ? pitch
                                        : argument(0) + argument(4) + product(argument(5), pitch);
    }

  // Narrow arithmetic is the same in 64 bits only where it does not wrap; it is left closed but for
  // what the extension says.
  if (auto *extension = dyn_cast<SExtInst>(operation)) {
    Value *narrow = extension->getOperand(0);
    if (Value *next = nextRoundValue(narrow))
      narrow = next;
    auto *inner = dyn_cast<BinaryOperator>(narrow);
    const bool isExact =
        inner &&
        (inner->getOpcode() == Instruction::Add || inner->getOpcode() == Instruction::Sub) &&
        inner->hasNoSignedWrap() && isa<ConstantInt>(inner->getOperand(1));
    // A narrow factor stands for its sign extension.
    if (!isExact)
      return factor(narrow);
    AddressPolynomial left = factor(inner->getOperand(0));
    AddressPolynomial right = build(inner->getOperand(1), depth + 1);
    return inner->getOpcode() == Instruction::Add ? left + right : left - right;
  }
  if (!operation->getType()->isIntegerTy(64))
    return factor(value);

  const auto operand = [&](unsigned index) {
    return build(operation->getOperand(index), depth + 1);
  };
  switch (operation->getOpcode()) {
  case Instruction::Add:
    return operand(0) + operand(1);
  case Instruction::Sub:
    return operand(0) - operand(1);
  case Instruction::And:
    if (auto *mask = dyn_cast<ConstantInt>(operation->getOperand(1)))
      return someBits(operation->getOperand(0), mask->getZExtValue(), depth);
    return factor(value);
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(operation)->isDisjoint())
      return operand(0) + operand(1);
    if (auto *mask = dyn_cast<ConstantInt>(operation->getOperand(1)))
      return someBits(operation->getOperand(0), ~mask->getZExtValue(), depth) + operand(1);
    return factor(value);
  case Instruction::Mul:
    return product(operand(0), operand(1));
  case Instruction::Shl:
    if (auto *amount = dyn_cast<ConstantInt>(operation->getOperand(1));
        amount && amount->getZExtValue() < 63)
      return operand(0) * (std::int64_t(1) << amount->getZExtValue());
    return factor(value);
  case Instruction::LShr:
  case Instruction::AShr:
    if (auto *amount = dyn_cast<ConstantInt>(operation->getOperand(1));
        amount && operation->isExact() && amount->getZExtValue() < 63)
      return shiftedRight(value, operand(0), amount->getZExtValue());
    return factor(value);
  default:
    return factor(value);
  }
}

std::optional<AddressPolynomial> AddressPolynomials::of(Value *value) {
  tooLarge = false;
  AddressPolynomial result = build(value, 0);
  if (tooLarge || result.terms.size() > maxTerms)
    return std::nullopt;
  return result;
}

std::optional<AddressPolynomial> AddressPolynomials::stepOf(Value *value, const BasicBlock &loop) {
  firstRoundOf = &loop;
  std::optional<AddressPolynomial> now = of(value);
  firstRoundOf = nullptr;
  nextRoundOf = &loop;
  std::optional<AddressPolynomial> next = of(value);
  nextRoundOf = nullptr;
  if (!now || !next)
    return std::nullopt;
  return *next - *now;
}

bool AddressPolynomials::isInvariant(const AddressPolynomial &polynomial,
                                     const BasicBlock &loop) const {
  return all_of(polynomial.terms, [&](const auto &term) {
    return all_of(term.first, [&](unsigned number) {
      auto *instruction = dyn_cast<Instruction>(factors[number].value);
      return !instruction || instruction->getParent() != &loop;
    });
  });
}

Value *AddressPolynomials::emit(IRBuilderBase &builder, const AddressPolynomial &polynomial) const {
  Value *sum = nullptr;
  for (const auto &[product, coefficient] : polynomial.terms) {
    Value *term = nullptr;
    for (unsigned number : product) {
      Value *value = factors[number].value;
      if (value->getType()->isPointerTy())
        value = builder.CreatePtrToInt(value, builder.getInt64Ty());
      else if (!value->getType()->isIntegerTy(64))
        value = builder.CreateSExt(value, builder.getInt64Ty());
      if (factors[number].bits != ~std::uint64_t(0))
        value = builder.CreateAnd(value, builder.getInt64(factors[number].bits));
      term = term ? builder.CreateMul(term, value) : value;
    }
    Value *scale = builder.getInt64(coefficient);
    term = !term ? scale : coefficient == 1 ? term : builder.CreateMul(term, scale);
    sum = sum ? builder.CreateAdd(sum, term) : term;
  }
  return sum ? sum : builder.getInt64(0);
}

} // namespace heddle::compiler
