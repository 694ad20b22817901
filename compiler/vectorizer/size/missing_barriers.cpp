#include "compiler/vectorizer/size/missing_barriers.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/size/barrier_crossings.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A local id, or what is computed of them alone and is no sum of their multiples, such as `l / 4`.
struct Id {
  unsigned dimension = 0;
  const Value *computed = nullptr; ///< null for the id of the dimension

  auto operator<=>(const Id &) const = default;
};

/// How far apart places are from work-item to work-item, by what tells these.
using Steps = std::map<Id, std::int64_t>;

/// An access: object + steps * ids + offset + what else there is, in bytes.
struct Place {
  const Value *object = nullptr;
  Steps steps; ///< none of them 0
  std::int64_t offset = 0;
  bool isExact = true; ///< there is nothing else
  bool isWritten = false;

  bool operator==(const Place &) const = default;
};

class PlaceOf {
public:
  explicit PlaceOf(const DataLayout &layout) : layout(layout) {}

  Place operator()(const Value &pointer) {
    place = {};
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

  /// What may wrap is taken not to.
  void add(const Value &value, std::int64_t factor, unsigned depth = 0) {
    constexpr unsigned deepest = 12;
    if (const auto *number = dyn_cast<ConstantInt>(&value);
        number && number->getValue().isSignedIntN(32)) {
      place.offset += factor * number->getSExtValue();
      return;
    }
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (instruction && depth < deepest && addOperands(*instruction, factor, depth + 1))
      return;
    place.isExact = false;
  }

  bool addOperands(const Instruction &instruction, std::int64_t factor, unsigned depth) {
    if (const std::optional<InternalOp> op = internalOp(instruction)) {
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
    default:
      return false;
    }
  }

  /// Whether a local id and constants are all that it is computed of.
  static bool isOfIds(const Value &value, unsigned depth) {
    constexpr unsigned deepest = 8;
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || depth > deepest)
      return false;
    if (const std::optional<InternalOp> op = internalOp(*instruction))
      return *op == InternalOp::localId;
    return (isa<BinaryOperator, CastInst>(instruction)) &&
           all_of(instruction->operands(), [&](const Use &operand) {
             return isa<ConstantInt>(operand) || isOfIds(*operand, depth + 1);
           });
  }

  const DataLayout &layout;
  Place place;
};

/// As far as lanes of sub-groups are apart.
constexpr std::int64_t fewLanes = 32;

/// Whether one of the first work-items writes what all have read.
bool replaces(const Place &read, const Place &written) {
  const auto inRow = written.steps.find(Id());
  if (!read.isExact || !written.isExact || written.steps.size() != 1 ||
      inRow == written.steps.end())
    return false;
  const std::int64_t distance = read.offset - written.offset;
  const std::int64_t lane = distance / inRow->second;
  return distance % inRow->second == 0 && lane >= 0 && lane < fewLanes;
}

/// Whether some work-item comes to another one's place, when the accesses follow in this order.
bool meet(const Place &first, const Place &second) {
  if (first.object != second.object || first.isWritten == second.isWritten || second.steps.empty())
    return false;
  if (first.steps.empty())
    return replaces(first, second);
  if (first.steps != second.steps)
    return first.isWritten || any_of(first.steps, [&](const auto &step) {
             const auto other = second.steps.find(step.first);
             return other != second.steps.end() && other->second != step.second;
           });
  const auto inRow = first.steps.find(Id());
  const std::int64_t distance = second.offset - first.offset;
  return first.isWritten && first.isExact && second.isExact && inRow != first.steps.end() &&
         distance != 0 && distance % inRow->second == 0 &&
         std::abs(distance / inRow->second) < fewLanes;
}

using Places = SmallVector<Place, 16>;
/// For each instruction that reaches for local memory which place it is.
using Accesses = DenseMap<const Instruction *, unsigned>;

/// Nothing where there are too many to compare.
std::optional<Places> findPlaces(const Function &kernel, Accesses &accesses) {
  constexpr unsigned mostPlaces = 256, mostAlike = 64;
  unsigned alike = 0; ///< reads that are of one place for all work-items
  Places places;
  PlaceOf placeOf(kernel.getDataLayout());
  for (const Instruction &instruction : instructions(kernel)) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer || pointer->getType()->getPointerAddressSpace() != inLocal)
      continue;
    Place place = placeOf(*pointer);
    place.isWritten = isa<StoreInst>(instruction);
    if (!place.object)
      continue;
    // Unrolled loops read each element of a tile by its number.
    if (place.steps.empty() && (place.isWritten || !place.isExact || alike++ >= mostAlike))
      continue;
    const auto *found = find(places, place);
    accesses[&instruction] = static_cast<unsigned>(found - places.begin());
    if (found == places.end())
      places.push_back(place);
    if (places.size() > mostPlaces)
      return std::nullopt;
  }
  return places;
}

} // namespace

bool handsOnWithoutBarrier(const Function &kernel) {
  Accesses accesses;
  const std::optional<Places> places = findPlaces(kernel, accesses);
  if (!places)
    return false;
  const auto count = static_cast<unsigned>(places->size());
  // For each place those in front of it that it meets.
  SmallVector<SmallBitVector, 16> meetings(count, SmallBitVector(count));
  bool anyMeet = false;
  for (unsigned first = 0; first < count; ++first)
    for (unsigned second = 0; second < count; ++second)
      if (meet((*places)[first], (*places)[second])) {
        meetings[second].set(first);
        anyMeet = true;
      }
  DenseMap<const BasicBlock *, SmallBitVector> before; // since the last barrier, on any way
  for (bool changed = anyMeet; changed;) {
    changed = false;
    for (const BasicBlock &block : kernel) {
      SmallBitVector open = before.lookup(&block);
      open.resize(count);
      for (const Instruction &instruction : block) {
        if (isWorkGroupBarrier(instruction))
          open.reset();
        const auto access = accesses.find(&instruction);
        if (access == accesses.end())
          continue;
        if (open.anyCommon(meetings[access->second]))
          return true;
        open.set(access->second);
      }
      for (const BasicBlock *next : successors(&block)) {
        SmallBitVector &known = before[next];
        known.resize(count);
        if (open.test(known)) {
          known |= open;
          changed = true;
        }
      }
    }
  }
  return false;
}

} // namespace heddle::compiler
