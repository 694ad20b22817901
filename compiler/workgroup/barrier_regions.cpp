#include "compiler/workgroup/barrier_regions.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/live_values.hpp"
#include "compiler/workgroup/region_blocks.hpp"
#include "compiler/workgroup/region_builder.hpp"
#include "compiler/workgroup/value_places.hpp"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What every region of a variant is called with, and what it returns.
FunctionType *regionType(const Function &variant, ArrayRef<Type *> shared) {
  LLVMContext &context = variant.getContext();
  SmallVector<Type *, 8> parameters(variant.getFunctionType()->params());
  parameters.push_back(PointerType::getUnqual(context));
  parameters.append(shared.begin(), shared.end());
  SmallVector<Type *, 8> results(1, Type::getInt32Ty(context));
  results.append(shared.begin(), shared.end());
  return FunctionType::get(StructType::get(context, results), parameters, false);
}

} // namespace

bool hasSuspensions(const Function &variant) {
  return any_of(instructions(variant), [](const Instruction &instruction) {
    std::optional<InternalOp> op = internalOp(instruction);
    return op && isSuspension(*op);
  });
}

bool BarrierRegions::waitsFor(Wait wait) const {
  return any_of(regions,
                [&](const auto &entry) { return entry.first != 0 && entry.second.wait == wait; });
}

class BarrierCutter::Implementation {
public:
  Implementation(Function &variant, const SubGroupState &state) : state(state), regions(variant) {}

  bool staysInStep() const { return regions.staysInStep(); }
  BarrierRegions cut(bool inStep);

private:
  const SubGroupState &state;
  RegionBlocks regions;
};

BarrierRegions BarrierCutter::Implementation::cut(bool inStep) {
  ValuePlaces places;
  if (state.isNeeded)
    places.reserveFrame(state.size(), state.alignment());
  else if (!inStep)
    places.reserveFrame(sizeof(std::uint32_t), Align(alignof(std::uint32_t)));
  LiveValues live = findLiveValues(regions);
  placePrivateVariables(regions, places);
  placeLiveValues(regions, live, inStep, places);
  for (const auto &[value, offset] : places.frameOffsets)
    if (Type *type = value->getType(); type->isTokenTy() || isa<TargetExtType>(type)) {
      std::string text;
      raw_string_ostream(text) << *type;
      reportError(*value, "a value of type " + text + " cannot live across a barrier");
      return {};
    }

  BarrierRegions result;
  result.inStep = inStep;
  result.shared = places.shared;
  // What the worker lends is aligned for any vector, and frames lie one behind the other.
  result.frameAlignment = places.frameAlignment;
  result.frameSize = alignTo(places.frameSize, places.frameAlignment);
  FunctionType *type = regionType(regions.variant, places.shared);
  for (const auto &[number, successors] : regions.successors) {
    BarrierRegions::Region &region = result.regions[number];
    region.function = buildRegion(number, regions, live, places, type);
    region.successors = successors;
    if (number != 0)
      region.wait = *waitAt(*regions.barriers.at(number).call);
  }
  return result;
}

BarrierCutter::BarrierCutter(Function &variant, const SubGroupState &state) {
  lowerSuspensions(variant, state);
  implementation = std::make_unique<Implementation>(variant, state);
}
BarrierCutter::~BarrierCutter() = default;
bool BarrierCutter::staysInStep() const { return implementation->staysInStep(); }
BarrierRegions BarrierCutter::cut(bool inStep) { return implementation->cut(inStep); }

} // namespace heddle::compiler
