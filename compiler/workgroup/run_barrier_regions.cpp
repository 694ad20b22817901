// The driver of a work-group whose kernel has barriers: all sub-groups run one region, then all run
// the next. Where they are in step, the next region is one for the whole work-group, and what all
// sub-groups share is kept here in variables that become registers. Otherwise each sub-group says
// in its frame where it goes on, and rounds follow until all are finished; so a sub-group that ends
// early does not stop the others. Where sub-groups wait for anything else than the whole
// work-group, they take turns: take_turns.cpp.

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/joined_groups.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/workgroup/entry_builder.hpp"
#include "runtime/abi/entry_point.h"

#include <cstddef>
#include <set>

using namespace llvm;

namespace heddle::compiler {

SmallVector<StringRef, 3> EntryBuilder::variantNames() const {
  if (lanes == 1)
    return {variantLane};
  SmallVector<StringRef, 3> names = {variantFull};
  if (joinedRows > 1)
    names.push_back(variantRows);
  if (runsMasked())
    names.push_back(variantMasked);
  return names;
}

AllocaInst *EntryBuilder::newVariable(Type *type, const Twine &name) {
  BasicBlock &first = entry->getEntryBlock();
  return IRBuilder<>(&first, first.begin()).CreateAlloca(type, nullptr, name);
}

bool EntryBuilder::cutVariants() {
  SmallVector<Function *, 3> variants;
  for (StringRef name : variantNames())
    variants.push_back(variant(name));
  const SubGroupState state = describeState(variants);
  StringMap<std::unique_ptr<BarrierCutter>> cutters;
  bool inStep = true;
  for (StringRef name : variantNames()) {
    cutters[name] = std::make_unique<BarrierCutter>(*variant(name), state);
    inStep = inStep && cutters[name]->staysInStep();
  }
  // Some of the joined work-groups might be at another barrier than others.
  if (!inStep && kernel.hasFnAttribute(joinedGroupsAttribute) && !isOfOneGroup(kernel)) {
    reportError(kernel, "its work-groups cannot be joined: the code does not show that all reach "
                        "the same barriers");
    return false;
  }
  for (StringRef name : variantNames()) {
    BarrierRegions &cut = regionsOf[name] = cutters[name]->cut(inStep);
    if (cut.regions.empty())
      return false;
    frameSize = std::max(frameSize, cut.frameSize);
    frameAlignment = std::max(frameAlignment, cut.frameAlignment);
  }
  frameSize = alignTo(frameSize, frameAlignment);
  const unsigned count = regionsOf.begin()->second.regions.size();
  const char *how = inStep ? " regions, which all sub-groups run in step"
                    : waitsForWorkGroupOnly()
                        ? " regions; each sub-group keeps where it goes on, since the code "
                          "does not show that all reach the same barriers"
                        : " regions; sub-groups wait for one another in turns";
  remark(kernel, "barriers: " + Twine(count) + how + "; " + Twine(frameSize) +
                     " bytes a sub-group are kept across them");
  return true;
}

bool EntryBuilder::waitsForWorkGroupOnly() const {
  return none_of(regionsOf, [](const auto &entry) {
    const BarrierRegions &cut = entry.second;
    return cut.waitsFor(Wait::partner) || cut.waitsFor(Wait::namedBarrier) ||
           cut.waitsFor(Wait::turn);
  });
}

Value *EntryBuilder::frameOf(Value *subGroup) {
  Value *index = builder.CreateZExt(subGroup, builder.getInt64Ty());
  return builder.CreateInBoundsPtrAdd(
      frames,
      builder.CreateMul(index, builder.getInt64(frameSize), "", /*HasNUW=*/true, /*HasNSW=*/true),
      "frame");
}

void EntryBuilder::runRegions() {
  if (!cutVariants())
    return;
  {
    IRBuilder<>::InsertPointGuard restore(builder);
    builder.SetInsertPoint(localBase);
    frames =
        loadWorkerMemory(offsetof(HeddleWorkerContext, frames), frameAlignment.value(), "frames");
  }
  if (regionsOf.begin()->second.inStep)
    runRegionsInStep();
  else if (waitsForWorkGroupOnly())
    runRegionsApart();
  else
    runRegionsInTurns();
}

void EntryBuilder::runRegionsInStep() {
  struct Shared {
    AllocaInst *now, *next;
  };
  StringMap<SmallVector<Shared>> shared;
  std::map<unsigned, BasicBlock *> starts;
  std::map<unsigned, std::set<unsigned>> successors;
  AllocaInst *next = newVariable(builder.getInt32Ty(), "next");
  for (StringRef name : variantNames()) {
    BarrierRegions &cut = regionsOf[name];
    for (Type *type : cut.shared)
      shared[name].push_back({newVariable(type, "shared"), newVariable(type, "shared.next")});
    for (auto &[number, region] : cut.regions) {
      starts.try_emplace(number, nullptr);
      successors[number].insert(region.successors.begin(), region.successors.end());
    }
  }
  for (auto &[number, start] : starts)
    start = newBlock("region" + Twine(number));
  starts[BarrierRegions::finished] = newBlock("regions.end");

  builder.CreateBr(starts[0]);
  for (auto &[number, start] : starts) {
    builder.SetInsertPoint(start);
    if (number == BarrierRegions::finished)
      break;
    forEachSubGroup([&, number = number](StringRef name) {
      BarrierRegions &cut = regionsOf[name];
      auto region = cut.regions.find(number);
      if (region == cut.regions.end())
        return;
      SmallVector<Value *> operands(arguments);
      operands.push_back(frameOfSubGroup());
      for (auto [variable, type] : zip_equal(shared[name], cut.shared))
        operands.push_back(builder.CreateLoad(type, variable.now));
      SmallVector<Value *> results = inlineCall(region->second.function, operands);
      builder.CreateStore(results[0], next);
      for (auto [variable, value] : zip_equal(shared[name], ArrayRef(results).drop_front()))
        builder.CreateStore(value, variable.next);
    });
    for (auto &variables : shared)
      for (Shared &variable : variables.second)
        builder.CreateStore(builder.CreateLoad(variable.next->getAllocatedType(), variable.next),
                            variable.now);
    const std::set<unsigned> &targets = successors[number];
    if (targets.empty()) {
      builder.CreateUnreachable();
      continue;
    }
    Value *target = builder.CreateLoad(builder.getInt32Ty(), next);
    SwitchInst *decide = builder.CreateSwitch(target, starts[*targets.begin()], targets.size());
    for (unsigned other : drop_begin(targets))
      decide->addCase(builder.getInt32(other), starts[other]);
  }
}

void EntryBuilder::runRegionsApart() {
  AllocaInst *waiting = newVariable(builder.getInt1Ty(), "waiting");
  auto run = [&](Function *region) {
    SmallVector<Value *> operands(arguments);
    Value *frame = frameOfSubGroup();
    operands.push_back(frame);
    Value *next = inlineCall(region, operands)[0];
    builder.CreateAlignedStore(next, frame, Align(4));
    Value *goesOn = builder.CreateICmpNE(next, builder.getInt32(BarrierRegions::finished));
    builder.CreateStore(builder.CreateOr(builder.CreateLoad(builder.getInt1Ty(), waiting), goesOn),
                        waiting);
  };
  BasicBlock *round = newBlock("round"), *done = newBlock("rounds.end");
  auto repeat = [&] {
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), waiting), round, done);
  };

  builder.CreateStore(builder.getFalse(), waiting);
  forEachSubGroup([&](StringRef name) { run(regionsOf[name].regions[0].function); });
  repeat();

  builder.SetInsertPoint(round);
  builder.CreateStore(builder.getFalse(), waiting);
  forEachSubGroup([&](StringRef name) {
    Value *where = builder.CreateAlignedLoad(builder.getInt32Ty(), frameOfSubGroup(), Align(4));
    BasicBlock *joined = newBlock("region.end");
    SwitchInst *decide = builder.CreateSwitch(where, joined);
    for (auto &[number, region] : regionsOf[name].regions) {
      if (number == 0)
        continue;
      BasicBlock *start = newBlock("region" + Twine(number));
      decide->addCase(builder.getInt32(number), start);
      builder.SetInsertPoint(start);
      run(region.function);
      builder.CreateBr(joined);
    }
    builder.SetInsertPoint(joined);
  });
  repeat();
  builder.SetInsertPoint(done);
}

} // namespace heddle::compiler
