// An optimistic fixed point: a phi is taken to be affine until an operand says otherwise, so that
// induction variables of loops come out affine. An entry only ever goes unknown -> affine -> affine
// and guarded -> other, which bounds the rounds.
#include "compiler/vectorizer/analysis/strides.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/shared_memory.hpp"
#include "compiler/vectorizer/analysis/increments.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

int64_t signExtend(int64_t value, unsigned bits) {
  return bits >= 64 ? value : SignExtend64(static_cast<uint64_t>(value), bits);
}

int64_t wrappingMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
int64_t wrappingAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

// Whether both are the same operations on the same values: redundancy elimination computes on one
// way to a join what the other has already.
bool isSameComputation(const Value *a, const Value *b, unsigned depth = 4) {
  if (a == b)
    return true;
  auto *left = dyn_cast<Instruction>(a), *right = dyn_cast<Instruction>(b);
  if (depth == 0 || !left || !right || !left->isSameOperationAs(right) ||
      !(isa<BinaryOperator>(left) || isa<CastInst>(left) || isa<GetElementPtrInst>(left)))
    return false;
  return all_of(zip_equal(left->operands(), right->operands()), [&](const auto &pair) {
    return isSameComputation(std::get<0>(pair), std::get<1>(pair), depth - 1);
  });
}

bool canBeAffine(const Type *type) {
  return type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64 &&
                                 type->getIntegerBitWidth() >= 8);
}

} // namespace

bool Strides::isSmallId(const Value *value) {
  if (auto *extension = dyn_cast<ZExtInst>(value))
    return isSmallId(extension->getOperand(0));
  if (auto *extension = dyn_cast<SExtInst>(value))
    return isSmallId(extension->getOperand(0));
  if (auto *truncation = dyn_cast<TruncInst>(value))
    return truncation->getType()->getIntegerBitWidth() >= 32 &&
           isSmallId(truncation->getOperand(0));
  std::optional<InternalOp> op = internalOp(*value);
  return op == InternalOp::localId || op == InternalOp::subGroupLocalId;
}

bool Strides::clearsLowBits(const Value *mask) {
  using namespace PatternMatch;
  return match(mask, m_Shl(m_AllOnes(), m_Value())) || match(mask, m_Neg(m_Value())) ||
         match(mask, m_Not(m_Add(m_Value(), m_AllOnes())));
}

bool Strides::isGuardedQuotient(const SelectInst &select) {
  auto *compare = dyn_cast<ICmpInst>(select.getCondition());
  auto *quotient = dyn_cast<BinaryOperator>(select.getFalseValue());
  auto *bound = compare ? dyn_cast<ConstantInt>(compare->getOperand(1)) : nullptr;
  return bound && bound->isMinusOne() && compare->getPredicate() == CmpInst::ICMP_EQ && quotient &&
         quotient->getOpcode() == Instruction::SDiv;
}

Strides::Entry Strides::lookUp(const Value *value) const {
  auto found = entries.find(value);
  if (found != entries.end())
    return found->second;
  if (isa<Argument>(value) && uniformity.isDivergent(value))
    return {State::other, {}};
  return isa<Instruction>(value) ? Entry{State::unknown, {}} : Entry{State::affine, {}};
}

std::optional<Stride> Strides::of(const Value *value) const {
  Entry entry = lookUp(value);
  return entry.state == State::affine ? std::optional(entry.stride) : std::nullopt;
}

void Strides::analyze(Function &function) {
  ReversePostOrderTraversal<Function *> order(&function);
  hasMatrices = false;
  for (BasicBlock *block : order)
    for (Instruction &instruction : *block) {
      entries[&instruction] = Entry();
      hasMatrices |= isSubGroupProduct(instruction);
    }
  bool changed = true;
  while (changed) {
    changed = false;
    for (BasicBlock *block : order)
      for (Instruction &instruction : *block) {
        Entry &entry = entries[&instruction];
        if (entry.state == State::other)
          continue;
        Entry next;
        if (uniformity.isUniform(&instruction))
          next = {State::affine, {}};
        else if (!canBeAffine(instruction.getType()))
          next = {State::other, {}};
        else
          next = evaluate(instruction);
        // Never back to something more hopeful, whatever the order of evaluation was.
        if (entry.state == State::affine && next.state == State::affine &&
            (next.stride.step != entry.stride.step))
          next = {State::other, {}};
        if (entry.state == State::affine && next.state == State::affine)
          next.stride.guarded |= entry.stride.guarded;
        if (next.state != entry.state || next.stride != entry.stride) {
          entry = next;
          changed = true;
        }
      }
  }
}

// Matrices are told by how their factors lie in memory, of which these products are rows.
const Value *Strides::increment(const Instruction &product) const {
  if (hasMatrices || product.getOpcode() != Instruction::Mul)
    return nullptr;
  const Value *factor = incrementOf(product, shape.loopInfo());
  return factor && uniformity.isUniform(factor) ? factor : nullptr;
}

const Value *Strides::incrementIn(const Value &address, unsigned depth) const {
  constexpr unsigned deepest = 8;
  const auto *instruction = dyn_cast<Instruction>(&address);
  if (!instruction || depth == deepest || isa<PHINode, LoadInst>(instruction))
    return nullptr;
  if (const std::optional<Stride> stride = of(instruction); !stride || stride->step == 0)
    return nullptr;
  if (const Value *factor = increment(*instruction))
    return factor;
  for (const Value *operand : instruction->operand_values())
    if (const Value *factor = incrementIn(*operand, depth + 1))
      return factor;
  return nullptr;
}

Strides::Entry Strides::evaluate(const Instruction &instruction) const {
  const Entry other{State::other, {}};
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return evaluatePhi(*phi);
  if (isa<GetElementPtrInst>(instruction))
    return evaluateGep(instruction);
  if (isa<SExtInst>(instruction) || isa<ZExtInst>(instruction))
    return evaluateExtension(instruction);
  if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    const PrivateLayout &layout = privateMemory.layout(*variable);
    return {State::affine,
            {static_cast<int64_t>(layout.isInterleaved() ? layout.elementSize : layout.blockSize),
             false}};
  }
  if (std::optional<InternalOp> op = internalOp(instruction)) {
    if (op == InternalOp::subGroupLocalId)
      return {State::affine, {1, false}};
    if (op == InternalOp::localId) {
      auto &call = cast<CallBase>(instruction);
      bool isFirst = cast<ConstantInt>(call.getArgOperand(0))->isZero();
      return {State::affine, {isFirst ? 1 : 0, !lanesShareRow}};
    }
    return other;
  }
  if (isa<MinMaxIntrinsic>(instruction))
    return evaluateBounded(instruction);

  auto operand = [&](unsigned index) { return lookUp(instruction.getOperand(index)); };
  auto combine = [&](auto function) -> Entry {
    Entry a = operand(0), b = operand(1);
    if (a.state == State::other || b.state == State::other)
      return other;
    if (a.state == State::unknown || b.state == State::unknown)
      return Entry();
    int64_t step = signExtend(function(a.stride.step, b.stride.step),
                              instruction.getType()->getIntegerBitWidth());
    return {State::affine, {step, a.stride.guarded || b.stride.guarded}};
  };
  switch (instruction.getOpcode()) {
  case Instruction::Add:
    return combine(wrappingAdd);
  case Instruction::Sub:
    return combine([](int64_t a, int64_t b) { return wrappingAdd(a, wrappingMul(b, -1)); });
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? combine(wrappingAdd)
                                                                : evaluateBits(instruction);
  case Instruction::Xor:
    return evaluateBits(instruction);
  case Instruction::Mul: {
    for (unsigned side = 0; side < 2; ++side)
      if (auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(side))) {
        int64_t factor = constant->getSExtValue();
        return combine([&](int64_t a, int64_t b) { return wrappingMul(side ? a : b, factor); });
      }
    // The step of lane * n is no constant, but that of a guarded "same in all lanes" stays 0.
    Entry a = operand(0), b = operand(1);
    if (a.state == State::affine && b.state == State::affine && (a.stride.step || b.stride.step)) {
      const Value *factor = increment(instruction);
      if (!factor)
        return other;
      return {State::affine, {(factor == instruction.getOperand(0) ? b : a).stride.step, true}};
    }
    return combine([](int64_t, int64_t) { return 0; });
  }
  case Instruction::Shl:
    if (auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1)))
      if (constant->getValue().ult(instruction.getType()->getIntegerBitWidth()))
        return combine([&](int64_t a, int64_t) {
          return static_cast<int64_t>(static_cast<uint64_t>(a) << constant->getZExtValue());
        });
    if (operand(0).stride.step != 0 || operand(1).stride.step != 0)
      return other;
    return combine([](int64_t, int64_t) { return 0; });
  // How InstCombine writes the extension of a narrowed value: (x << 32) >> 32, x & 0xffffffff.
  case Instruction::AShr:
  case Instruction::LShr: {
    auto *distance = dyn_cast<ConstantInt>(instruction.getOperand(1));
    unsigned bits = instruction.getType()->getIntegerBitWidth();
    Entry a = operand(0);
    if (!distance && a.state == State::affine && a.stride.step != 0) {
      // Whether multiples of the power of two lie between the lanes, the run time says.
      if (uniformity.isDivergent(instruction.getOperand(1)) || a.stride.step < 0)
        return other;
      return sameQuotient(a, APInt::getOneBitSet(bits, bits - 1));
    }
    if (!distance)
      return operand(1).stride.step == 0 ? combine([](int64_t, int64_t) { return 0; }) : other;
    if (distance->getValue().uge(bits))
      return other;
    unsigned shift = distance->getZExtValue();
    if (a.state != State::affine)
      return a;
    if (a.stride.step & maskTrailingOnes<uint64_t>(shift))
      return sameQuotient(a, APInt::getOneBitSet(bits, shift));
    a.stride.guarded |= a.stride.step != 0;
    a.stride.step >>= shift;
    return a;
  }
  case Instruction::And: {
    auto *kept = dyn_cast<ConstantInt>(instruction.getOperand(1));
    if (!kept)
      return evaluateBits(instruction);
    Entry a = operand(0);
    // What the lanes share they share bit by bit.
    if (a.state != State::affine || a.stride.step == 0)
      return a;
    // InstCombine leaves out bits at the top that are known to be zero.
    const unsigned low = kept->getValue().countr_zero();
    if (!kept->getValue().isShiftedMask())
      return other;
    // In the bits below, lanes that are multiples of these apart are alike: they have no part in
    // it.
    if (a.stride.step & maskTrailingOnes<uint64_t>(low))
      return sameQuotient(a, APInt::getOneBitSet(kept->getBitWidth(), low));
    // Too few values for all lanes: no need to look at run time.
    const APInt values = (kept->getValue().lshr(low).zext(kept->getBitWidth() + 1) + 1).shl(low);
    if (sameQuotient(a, values).state == State::other)
      return other;
    a.stride.guarded = true;
    return a;
  }
  // i % width and i / width: most sub-groups lie in one row.
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    const Value *divisor = instruction.getOperand(1);
    if (uniformity.isDivergent(divisor))
      return other;
    Entry a = operand(0);
    if (a.state != State::affine || a.stride.step == 0)
      return a;
    unsigned bits = instruction.getType()->getIntegerBitWidth();
    unsigned opcode = instruction.getOpcode();
    bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
    auto *constant = dyn_cast<ConstantInt>(divisor);
    if (isSigned && constant && constant->isNegative())
      return other;
    Entry result =
        sameQuotient(a, constant ? constant->getValue() : APInt::getSignedMaxValue(bits));
    if (result.state == State::affine &&
        (opcode == Instruction::URem || opcode == Instruction::SRem))
      result.stride.step = a.stride.step;
    return result;
  }
  case Instruction::Trunc: {
    Entry a = operand(0);
    a.stride.step = signExtend(a.stride.step, instruction.getType()->getIntegerBitWidth());
    return a;
  }
  case Instruction::Freeze:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    // An interleaved variable's address never reaches an integer, so bytes stay bytes.
    if (!instruction.getType()->isPointerTy() &&
        instruction.getType()->getIntegerBitWidth() != 64 && !isa<FreezeInst>(instruction))
      return other;
    if (isa<IntToPtrInst>(instruction) && !instruction.getOperand(0)->getType()->isIntegerTy(64))
      return other;
    return operand(0);
  case Instruction::AddrSpaceCast:
    return operand(0);
  case Instruction::Select: {
    if (uniformity.isDivergent(instruction.getOperand(0)))
      return evaluateBounded(instruction);
    Entry a = operand(1), b = operand(2);
    if (a.state == State::unknown || b.state == State::unknown)
      return Entry();
    if (isGuardedQuotient(cast<SelectInst>(instruction)) && b.state == State::affine)
      return {State::affine, {b.stride.step, true}};
    if (a.state == State::other || b.state == State::other || a.stride.step != b.stride.step)
      return other;
    return {State::affine, {a.stride.step, a.stride.guarded || b.stride.guarded}};
  }
  default:
    return other;
  }
}

// An affine value divided by an unsigned number: the same for all lanes, unless a multiple of the
// divisor lies between them.
Strides::Entry Strides::sameQuotient(Entry value, const APInt &divisor) const {
  if (value.state != State::affine || value.stride.step == 0)
    return value;
  APInt reach(128, static_cast<uint64_t>(value.stride.step), /*isSigned=*/true);
  reach = (reach * (lanes - 1)).abs();
  if (divisor.zext(128).ule(reach))
    return {State::other, {}};
  return {State::affine, {0, true}};
}

Strides::Entry Strides::evaluatePhi(const PHINode &phi) const {
  const Entry other{State::other, {}};
  const BasicBlock *block = phi.getParent();
  // Lanes that left a loop in different iterations have values of different iterations.
  if (shape.loopWithExit(block))
    return other;
  const BasicBlock *branch = shape.branchJoiningAt(block);
  Entry result;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const Value *value = phi.getIncomingValue(i);
    if (isa<UndefValue>(value)) // poison too
      continue;
    // A join mixes lanes of both sides, unless one side brings nothing.
    if (branch) {
      const Value *elseValue = phi.getIncomingValueForBlock(branch);
      if (!isa<UndefValue>(elseValue) && !isSameComputation(value, elseValue))
        return other;
    }
    Entry entry = lookUp(value);
    if (entry.state == State::other)
      return other;
    if (entry.state == State::unknown)
      continue;
    if (result.state == State::unknown)
      result = entry;
    else if (result.stride.step != entry.stride.step)
      return other;
    result.stride.guarded |= entry.stride.guarded;
  }
  return result;
}

Strides::Entry Strides::evaluateGep(const Instruction &gep) const {
  const Entry other{State::other, {}};
  auto &op = cast<GEPOperator>(gep);
  const DataLayout &layout = gep.getDataLayout();
  SmallMapVector<Value *, APInt, 4> variableOffsets;
  APInt constantOffset(64, 0);
  if (layout.getIndexTypeSizeInBits(gep.getType()) != 64 ||
      !op.collectOffset(layout, 64, variableOffsets, constantOffset))
    return other;
  Entry result = lookUp(op.getPointerOperand());
  int64_t spread = privateMemory.isInterleaved(&gep) ? lanes : 1;
  bool isUnknown = result.state == State::unknown;
  if (result.state == State::other)
    return other;
  for (auto &[index, scale] : variableOffsets) {
    Entry entry = lookUp(index);
    if (entry.state == State::other)
      return other;
    if (entry.state == State::unknown) {
      isUnknown = true;
      continue;
    }
    result.stride.step =
        wrappingAdd(result.stride.step,
                    wrappingMul(wrappingMul(entry.stride.step, scale.getSExtValue()), spread));
    // Preparation gives indices the width of the pointer.
    if (!index->getType()->isIntegerTy(64))
      return other;
    result.stride.guarded |= entry.stride.guarded;
  }
  return isUnknown ? Entry() : result;
}

Strides::Entry Strides::evaluateExtension(const Instruction &extension) const {
  const Value *source = extension.getOperand(0);
  Entry entry = lookUp(source);
  if (entry.state != State::affine)
    return entry;
  if (source->getType()->getIntegerBitWidth() < 32)
    return {entry.stride.step == 0 ? State::affine : State::other, entry.stride};
  if (entry.stride.step != 0 && !isSmallId(source))
    entry.stride.guarded = true;
  return entry;
}

// Bits that are the same for all lanes, of those or with those of consecutive numbers: where lane
// 0's has none of the bits that the lanes are counted by, these are all that the lanes differ in.
Strides::Entry Strides::evaluateBits(const Instruction &instruction) const {
  const Entry other{State::other, {}};
  const Entry a = lookUp(instruction.getOperand(0)), b = lookUp(instruction.getOperand(1));
  if (a.state == State::other || b.state == State::other)
    return other;
  if (a.state == State::unknown || b.state == State::unknown)
    return Entry();
  const bool isGuarded = a.stride.guarded || b.stride.guarded;
  if (a.stride.step == 0 && b.stride.step == 0)
    return {State::affine, {0, isGuarded}};
  if (PatternMatch::match(&instruction, PatternMatch::m_Not(PatternMatch::m_Value())))
    return {State::affine, {-a.stride.step - b.stride.step, isGuarded}};
  const Value *bits = instruction.getOperand(a.stride.step == 0 ? 0 : 1);
  if (a.stride.step + b.stride.step != 1 || (a.stride.step != 0 && b.stride.step != 0))
    return other;
  if (auto *constant = dyn_cast<ConstantInt>(bits);
      constant && constant->getValue().countr_zero() < Log2_32(lanes))
    return other;
  const bool isCleared = instruction.getOpcode() == Instruction::And && clearsLowBits(bits);
  return {State::affine, {isCleared ? 0 : 1, true}};
}

// Whether lanes answer alike but where a border lies between them: comparisons of what grows from
// lane to lane, and several of them.
bool Strides::isBoundsCheck(const Value *condition, unsigned depth) const {
  constexpr unsigned mostChecks = 4;
  if (auto *compare = dyn_cast<ICmpInst>(condition)) {
    if (!canBeAffine(compare->getOperand(0)->getType()))
      return false;
    const Entry left = lookUp(compare->getOperand(0)), right = lookUp(compare->getOperand(1));
    return left.state != State::other && right.state != State::other &&
           left.stride.step != right.stride.step;
  }
  // `a || b` is a select.
  auto *both = dyn_cast<Instruction>(condition);
  return both && depth < mostChecks && isa<SelectInst, BinaryOperator>(both) &&
         all_of(
             both->operands(),
             [&](const Use &part) {
               return !uniformity.isDivergent(part) || isBoundsCheck(part, depth + 1);
             });
}

bool Strides::isReach(const MinMaxIntrinsic &bounded, const Value &same, int64_t step) {
  const bool isMinimum = bounded.getIntrinsicID() == Intrinsic::smin;
  if (step > 0) {
    // `max(-half, -x)`, as LLVM writes it, and what it makes of `x + max(-half, -x)`.
    const Value *place = &same == bounded.getLHS() ? bounded.getRHS() : bounded.getLHS();
    return isMinimum && any_of(bounded.users(), [&](const User *user) {
             using namespace PatternMatch;
             return match(user, m_Neg(m_Value())) ||
                    match(user, m_Sub(m_Specific(place), m_Specific(&bounded)));
           });
  }
  // `max(width - 1 - x, 0)` is an index that is kept within bounds.
  auto *constant = dyn_cast<ConstantInt>(&same);
  return isMinimum ||
         (bounded.getIntrinsicID() == Intrinsic::smax && (!constant || constant->isNegative()));
}

const Value *Strides::insideOfBounds(const Instruction &instruction) const {
  const Value *a, *b;
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    a = select->getTrueValue();
    b = select->getFalseValue();
    if (!uniformity.isDivergent(select->getCondition()) || !isBoundsCheck(select->getCondition()))
      return nullptr;
  } else if (auto *bounded = dyn_cast<MinMaxIntrinsic>(&instruction)) {
    a = bounded->getLHS();
    b = bounded->getRHS();
  } else {
    return nullptr;
  }
  const auto grows = [&](const Value *value) {
    const Entry entry = lookUp(value);
    return entry.state == State::affine && entry.stride.step != 0;
  };
  if (grows(a) == grows(b))
    return nullptr;
  const Value *inside = grows(a) ? a : b, *same = grows(a) ? b : a;
  if (auto *bounded = dyn_cast<MinMaxIntrinsic>(&instruction);
      bounded && lookUp(same).state == State::affine &&
      isReach(*bounded, *same, lookUp(inside).stride.step))
    return same;
  // At one number, few lanes are equal to it.
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    if (auto *compare = dyn_cast<ICmpInst>(select->getCondition());
        compare && compare->isEquality() &&
        (compare->getPredicate() == CmpInst::ICMP_EQ) == (inside == a))
      return nullptr;
  return inside;
}

const ICmpInst *Strides::guardedCondition(const SelectInst &select) const {
  auto *compare = dyn_cast<ICmpInst>(select.getCondition());
  const auto isSame = [&](const Value *value) {
    const Entry entry = lookUp(value);
    return entry.state == State::affine && entry.stride.step == 0;
  };
  return compare && uniformity.isDivergent(compare) && all_of(compare->operands(), isSame)
             ? compare
             : nullptr;
}

Strides::Entry Strides::evaluateBounded(const Instruction &instruction) const {
  auto *select = dyn_cast<SelectInst>(&instruction);
  const Entry a = lookUp(instruction.getOperand(select ? 1 : 0)),
              b = lookUp(instruction.getOperand(select ? 2 : 1));
  if (a.state == State::unknown || b.state == State::unknown)
    return Entry();
  const bool choosesAlike = select
                                ? guardedCondition(*select) || isBoundsCheck(select->getCondition())
                                : a.stride.step == 0 && b.stride.step == 0;
  if (choosesAlike && a.state == State::affine && b.state == State::affine &&
      a.stride.step == b.stride.step)
    return {State::affine, {a.stride.step, true}};
  if (const Value *inside = insideOfBounds(instruction))
    return {State::affine, {lookUp(inside).stride.step, true}};
  return {State::other, {}};
}

} // namespace heddle::compiler
