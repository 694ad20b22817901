#include "compiler/workgroup/value_places.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/barrier_regions.hpp"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

// More instructions than this are not cheaper than a load.
constexpr unsigned maximumRecomputation = 24;

bool isQuery(const CallInst &call) {
  std::optional<InternalOp> op = internalOp(call);
  return op && (*op <= InternalOp::groupId || *op == InternalOp::workerContext ||
                *op == InternalOp::fullPerRow || *op == InternalOp::subGroupId ||
                *op == InternalOp::numSubGroups || *op == InternalOp::enqueuedNumSubGroups ||
                *op == InternalOp::firstLocalId || *op == InternalOp::activeLanes ||
                *op == InternalOp::subGroupFrame);
}

bool isCheap(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return isQuery(*call);
  if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
    return !binary->isIntDivRem() && !isa<FPMathOperator>(binary);
  return isa<CastInst>(instruction) || isa<ICmpInst>(instruction) ||
         isa<GetElementPtrInst>(instruction) || isa<InsertElementInst>(instruction) ||
         isa<ShuffleVectorInst>(instruction);
}

bool isLeaf(const Value &value) { return !isa<Instruction>(value) || isa<AllocaInst>(value); }

/// How many instructions compute a value from what every region has; more than the maximum means
/// that it must be kept.
class Recomputation {
public:
  unsigned cost(const Instruction &value) {
    if (auto known = costs.find(&value); known != costs.end())
      return known->second;
    unsigned cost = isCheap(value) ? 1 : maximumRecomputation + 1;
    costs[&value] = maximumRecomputation + 1; // a cycle has no end
    for (const Value *operand : value.operands())
      if (cost <= maximumRecomputation && !isLeaf(*operand))
        cost += this->cost(*cast<Instruction>(operand));
    return costs[&value] = cost;
  }

private:
  DenseMap<const Instruction *, unsigned> costs;
};

// The instruction only reads or writes what the address points to, or computes another address.
bool keepsAddress(const Use &use) {
  const User *user = use.getUser();
  if (isa<GetElementPtrInst>(user) || isa<AddrSpaceCastInst>(user) || isa<LoadInst>(user) ||
      isa<ShuffleVectorInst>(user) || isa<InsertElementInst>(user))
    return true;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == StoreInst::getPointerOperandIndex();
  auto *call = dyn_cast<IntrinsicInst>(user);
  if (!call)
    return false;
  switch (call->getIntrinsicID()) {
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return use.getOperandNo() == 1;
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
    return use.getOperandNo() == 0;
  default:
    return isa<AnyMemIntrinsic>(call) || call->isLifetimeStartOrEnd();
  }
}

bool isAddress(const Value &value) { return value.getType()->isPtrOrPtrVectorTy(); }

// All accesses are in one region that runs once, so that the variable can be the region's own.
bool isUsedInOneRun(const RegionBlocks &regions, const AllocaInst &variable) {
  SmallPtrSet<const BasicBlock *, 8> used;
  SmallVector<const Instruction *, 8> work(1, &variable);
  while (!work.empty())
    for (const Use &use : work.pop_back_val()->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!keepsAddress(use))
        return false;
      used.insert(user->getParent());
      if (isAddress(*user) && !isa<LoadInst>(user) && !isa<IntrinsicInst>(user))
        work.push_back(user);
    }
  const unsigned none = BarrierRegions::finished;
  unsigned only = none;
  for (const auto &[region, inRegion] : regions.members)
    if (any_of(used, [&](const BasicBlock *block) { return inRegion.contains(block); })) {
      if (only != none)
        return false;
      only = region;
    }
  return only == none || !regions.canRunAgain(only);
}

// A phi and what comes into it are one place in the frame, as long as no barrier needs both: what
// goes round a loop, such as a sum, then stays where it is in all regions that only pass it on.
EquivalenceClasses<Instruction *> valuesWithOnePlace(const LiveValues &live,
                                                     ArrayRef<Instruction *> kept) {
  EquivalenceClasses<Instruction *> places;
  for (Instruction *value : kept)
    places.insert(value);
  const auto areApart = [&](Instruction *x, Instruction *y) {
    return none_of(live, [&](const auto &entry) {
      const auto needs = [&](Instruction *leader) {
        return any_of(places.members(leader),
                      [&](Instruction *value) { return entry.second.contains(value); });
      };
      return needs(x) && needs(y);
    });
  };
  for (Instruction *value : kept)
    if (auto *phi = dyn_cast<PHINode>(value))
      for (Value *incoming : phi->incoming_values()) {
        auto *other = dyn_cast<Instruction>(incoming);
        if (other && places.contains(other) && !places.isEquivalent(phi, other) &&
            areApart(phi, other))
          places.unionSets(phi, other);
      }
  return places;
}

} // namespace

std::uint64_t ValuePlaces::reserveFrame(std::uint64_t size, Align alignment) {
  const std::uint64_t offset = alignTo(frameSize, alignment);
  frameSize = offset + size;
  frameAlignment = std::max(frameAlignment, alignment);
  return offset;
}

void placePrivateVariables(const RegionBlocks &regions, ValuePlaces &places) {
  const DataLayout &layout = regions.variant.getDataLayout();
  for (Instruction &instruction : instructions(regions.variant))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && !isUsedInOneRun(regions, *variable))
      if (std::optional<TypeSize> size = variable->getAllocationSize(layout))
        places.variableOffsets[variable] =
            places.reserveFrame(size->getFixedValue(), variable->getAlign());
}

// In the order of the code, so that phis which stand together, such as the rows of a sum, lie
// together.
void placeLiveValues(const RegionBlocks &regions, LiveValues &live, bool inStep,
                     ValuePlaces &places) {
  const DataLayout &layout = regions.variant.getDataLayout();
  SmallPtrSet<Instruction *, 32> wanted;
  for (auto &[region, values] : live)
    wanted.insert(values.begin(), values.end());
  Recomputation recomputation;
  SmallVector<Instruction *> kept;
  for (Instruction &value : instructions(regions.variant)) {
    if (!wanted.contains(&value) || recomputation.cost(value) <= maximumRecomputation)
      continue;
    if (inStep && regions.uniformity.isUniform(value)) {
      places.sharedIndices[&value] = places.shared.size();
      places.shared.push_back(value.getType());
    } else {
      kept.push_back(&value);
    }
  }
  const EquivalenceClasses<Instruction *> together = valuesWithOnePlace(live, kept);
  for (Instruction *value : kept) {
    if (places.frameOffsets.contains(value))
      continue;
    Type *type = value->getType();
    const std::uint64_t offset =
        places.reserveFrame(layout.getTypeAllocSize(type), slotAlignment(layout, type));
    for (Instruction *member : together.members(value))
      places.frameOffsets[member] = offset;
  }
  // What is saved together is saved in the order of its places.
  for (auto &[region, values] : live) {
    std::multimap<std::uint64_t, Instruction *> ordered;
    for (Instruction *value : values)
      ordered.emplace(places.frameOffsets.lookup(value), value);
    values.clear();
    for (const auto &[offset, value] : ordered)
      values.insert(value);
  }
}

} // namespace heddle::compiler
