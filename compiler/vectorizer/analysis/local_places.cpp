#include "compiler/vectorizer/analysis/local_places.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle::compiler {

namespace {

using Id = LocalPlace::Id;

bool isId(const Value &value) {
  const std::optional<InternalOp> op = internalOp(value);
  return op == InternalOp::localId || op == InternalOp::subGroupLocalId ||
         op == InternalOp::subGroupId;
}

const Value *withoutCasts(const Value *value) {
  while (const auto *cast = dyn_cast<CastInst>(value))
    value = cast->getOperand(0);
  return value;
}

/// What it is the other one of 0 and 1 than; null if it is not.
const Value *otherThan(const Value &value) {
  Value *number;
  return match(&value, m_Xor(m_Value(number), m_One())) ||
                 match(&value, m_Sub(m_One(), m_Value(number)))
             ? withoutCasts(number)
             : nullptr;
}

/// Whether a loop begins with 0 or 1 and goes on with the other one each time. It may have the
/// number twice, as one of another width.
bool alternates(const Value &value, bool isCopy = false) {
  const auto *phi = dyn_cast<PHINode>(&value);
  if (!phi || phi->getNumIncomingValues() != 2)
    return false;
  for (const unsigned outside : {0U, 1U}) {
    const Value *before = otherThan(*withoutCasts(phi->getIncomingValue(1 - outside)));
    if (before && match(phi->getIncomingValue(outside), m_CombineOr(m_Zero(), m_One())) &&
        (before == phi || (!isCopy && alternates(*before, /*isCopy=*/true))))
      return true;
  }
  return false;
}

/// Whether it is one of two numbers that are one bit apart, or one of as few as a divisor.
bool choosesBuffer(const Value &value, const DataLayout &layout) {
  const APInt *divisor;
  if (alternates(value) || match(&value, m_SRem(m_Value(), m_APInt(divisor))) ||
      match(&value, m_URem(m_Value(), m_APInt(divisor))))
    return true;
  const KnownBits known = computeKnownBits(&value, layout);
  return (known.Zero | known.One).popcount() + 1 == known.getBitWidth();
}

class PlaceOf {
public:
  PlaceOf(const DataLayout &layout, const Loop *round) : layout(layout), round(round) {}

  LocalPlace operator()(const Value &pointer) {
    const Value *object = &pointer;
    while (true)
      if (const auto *address = dyn_cast<GEPOperator>(object)) {
        addIndices(*address);
        object = address->getPointerOperand();
      } else if (const auto *cast = dyn_cast<AddrSpaceCastOperator>(object))
        object = cast->getPointerOperand();
      else
        break;
    if (isa<Argument, GlobalVariable>(object))
      place.object = object;
    std::erase_if(place.steps, [](const auto &step) { return step.second == 0; });
    if (!place.isExact)
      place.offset = 0;
    return place;
  }

private:
  void addIndices(const GEPOperator &address) {
    for (auto type = gep_type_begin(address), end = gep_type_end(address); type != end; ++type) {
      const Value &index = *type.getOperand();
      if (StructType *record = type.getStructTypeOrNull())
        place.offset += static_cast<std::int64_t>(
            layout.getStructLayout(record)
                ->getElementOffset(cast<ConstantInt>(index).getZExtValue())
                .getFixedValue());
      else
        add(index,
            static_cast<std::int64_t>(type.getSequentialElementStride(layout).getFixedValue()));
    }
  }

  void add(const Value &value, std::int64_t factor, unsigned depth = 0) {
    constexpr unsigned deepest = 12;
    if (const auto *number = dyn_cast<ConstantInt>(&value);
        number && number->getValue().isSignedIntN(32)) {
      place.offset += factor * number->getSExtValue();
      return;
    }
    const auto *instruction = dyn_cast<Instruction>(&value);
    const Value *other = otherThan(value);
    const bool isNext = other && alternates(*other);
    if (instruction && depth < deepest && !isNext && addOperands(*instruction, factor, depth + 1))
      return;
    place.isExact = false;
    if (isNext || choosesBuffer(value, layout))
      place.buffer = &value;
  }

  bool addOperands(const Instruction &instruction, std::int64_t factor, unsigned depth) {
    if (const std::optional<InternalOp> op = internalOp(instruction)) {
      if (op == InternalOp::subGroupLocalId || op == InternalOp::subGroupId) {
        place.steps[{op == InternalOp::subGroupId ? Id::subGroup : Id::lane}] += factor;
        return true;
      }
      if (*op != InternalOp::localId && *op != InternalOp::globalId)
        return false;
      const auto *dimension = dyn_cast<ConstantInt>(cast<CallBase>(instruction).getArgOperand(0));
      if (!dimension)
        return false;
      place.steps[{static_cast<unsigned>(dimension->getZExtValue())}] += factor;
      return *op == InternalOp::localId;
    }
    const auto both = [&](std::int64_t second) {
      add(*instruction.getOperand(0), factor, depth);
      add(*instruction.getOperand(1), second * factor, depth);
      return true;
    };
    switch (instruction.getOpcode()) {
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(instruction).isDisjoint() && both(1);
    case Instruction::Add:
      return both(1);
    case Instruction::Sub:
      return both(-1);
    case Instruction::Mul:
    case Instruction::Shl: {
      const auto *by = dyn_cast<ConstantInt>(instruction.getOperand(1));
      const bool isShift = instruction.getOpcode() == Instruction::Shl;
      if (!by || !by->getValue().isSignedIntN(isShift ? 6 : 20))
        return false;
      add(*instruction.getOperand(0),
          factor * (isShift ? std::int64_t(1) << by->getZExtValue() : by->getSExtValue()), depth);
      return true;
    }
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Freeze:
      add(*instruction.getOperand(0), factor, depth);
      return true;
    case Instruction::And:
    case Instruction::Xor:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      if (!isOfIds(instruction, depth))
        return false;
      place.steps[{0, &instruction}] += factor;
      return true;
    case Instruction::PHI:
      if (!isCounter(cast<PHINode>(instruction), depth))
        return false;
      place.steps[{0, &instruction}] += factor;
      return true;
    default:
      return false;
    }
  }

  /// Of a loop in the round, and alike in each round.
  bool isCounter(const PHINode &phi, unsigned depth) const {
    if (!round)
      return false;
    return any_of(round->getLoopsInPreorder(), [&](const Loop *inner) {
      const BasicBlock *outside = inner->getLoopPredecessor();
      return inner != round && inner->getHeader() == phi.getParent() && outside &&
             (isa<ConstantInt>(phi.getIncomingValueForBlock(outside)) ||
              isOfIds(*phi.getIncomingValueForBlock(outside), depth));
    });
  }

  /// Whether ids and constants are all that it is computed of.
  static bool isOfIds(const Value &value, unsigned depth) {
    constexpr unsigned deepest = 8;
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth > deepest)
      return false;
    if (internalOp(*instruction))
      return isId(*instruction);
    return (isa<BinaryOperator, CastInst>(instruction)) &&
           all_of(instruction->operands(), [&](const Use &operand) {
             return isa<ConstantInt>(operand) || isOfIds(*operand, depth + 1);
           });
  }

  const DataLayout &layout;
  const Loop *round;
  LocalPlace place;
};

/// Of what is computed of ids, or a counter.
bool isOfLanes(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || isa<PHINode>(instruction))
    return true;
  if (const std::optional<InternalOp> op = internalOp(*instruction))
    return op == InternalOp::subGroupLocalId;
  return all_of(instruction->operands(), [](const Use &operand) { return isOfLanes(*operand); });
}

} // namespace

LocalPlace localPlace(const Instruction &access, const Loop *round) {
  const std::optional<InternalOp> op = internalOp(access);
  const bool isBlockWrite = op == InternalOp::blockWrite;
  const Value *pointer = op == InternalOp::blockRead || isBlockWrite
                             ? access.getOperand(0)
                             : getLoadStorePointerOperand(&access);
  if (!pointer || pointer->getType()->getPointerAddressSpace() != AddressSpace::inLocal)
    return {};
  LocalPlace place = PlaceOf(access.getDataLayout(), round)(*pointer);
  place.isWritten = isa<StoreInst>(access) || isBlockWrite;
  return place;
}

bool isOfAllSubGroups(const LocalPlace &place) {
  return all_of(place.steps, [](const auto &step) {
    return step.first.computed ? isOfLanes(*step.first.computed) : step.first.dimension == Id::lane;
  });
}

} // namespace heddle::compiler
