#include "compiler/workgroup/region_builder.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/barrier_regions.hpp"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Barriers that order memory for other work-groups too.
bool reachesBeyondWorkGroup(const CallInst &barrier) {
  const InternalOp op = *internalOp(barrier);
  if (op != InternalOp::workGroupBarrier && op != InternalOp::namedBarrier)
    return false;
  auto *scope =
      dyn_cast<ConstantInt>(barrier.getArgOperand(op == InternalOp::namedBarrier ? 1 : 0));
  return !scope || scope->getZExtValue() < 2;
}

class RegionBuilder {
public:
  RegionBuilder(unsigned region, const RegionBlocks &regions, const LiveValues &live,
                const ValuePlaces &places)
      : region(region), regions(regions), live(live), places(places), variant(regions.variant),
        layout(variant.getDataLayout()), builder(variant.getContext()) {}

  Function *build(FunctionType *type);

private:
  Value *frameAddress(std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset);
  }
  ArrayRef<Instruction *> valuesAt(unsigned start) const {
    auto values = live.find(start);
    return values == live.end() ? ArrayRef<Instruction *>() : values->second.getArrayRef();
  }
  void goToPrologue() { builder.SetInsertPoint(prologue->getTerminator()); }
  Value *atEntry(Instruction *value);
  void describe(AllocaInst &variable, Value &place);
  void copyBlocks();
  void bindOutsideOperands();
  void connect();
  void writeExits();
  void writeExit(BasicBlock &original, unsigned next);
  void repairValue(Instruction *value);

  unsigned region;
  const RegionBlocks &regions;
  const LiveValues &live;
  const ValuePlaces &places;
  Function &variant;
  const DataLayout &layout;
  IRBuilder<> builder;
  Function *function = nullptr;
  BasicBlock *prologue = nullptr;
  Argument *frame = nullptr;
  ValueToValueMapTy map;
  DenseMap<const Instruction *, Value *> entryValues;
  DenseMap<const Value *, std::uint64_t> restored; ///< from which place in the frame
  SmallVector<std::pair<StoreInst *, Instruction *>, 8> saves;
};

Function *RegionBuilder::build(FunctionType *type) {
  function = Function::Create(type, GlobalValue::InternalLinkage,
                              variant.getName() + ".region" + Twine(region), variant.getParent());
  function->copyAttributesFrom(&variant);
  function->setSubprogram(nullptr);
  for (Argument &argument : variant.args())
    map[&argument] = function->getArg(argument.getArgNo());
  frame = function->getArg(variant.arg_size());
  frame->setName("frame");
  // Nobody else has the address of a frame, unless private variables are in it.
  if (places.variableOffsets.empty())
    frame->addAttr(Attribute::NoAlias);
  frame->addAttr(Attribute::getWithAlignment(variant.getContext(), places.frameAlignment));
  prologue = BasicBlock::Create(variant.getContext(), "restore", function);

  copyBlocks();
  builder.SetInsertPoint(prologue);
  builder.CreateBr(cast<BasicBlock>(map[regions.blocks.at(region).front()]));
  goToPrologue();
  bindOutsideOperands();
  for (Instruction &instruction : variant.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction);
        variable && places.variableOffsets.contains(variable) && !findDVRDeclares(variable).empty())
      atEntry(variable);
  connect();
  writeExits();
  for (Instruction *value : valuesAt(region))
    if (regions.members.at(region).contains(value->getParent()))
      repairValue(value);
  // A value that this region only passes on is in its place already.
  for (auto [save, value] : saves) {
    const Value *saved = save->getValueOperand();
    while (const auto *phi = dyn_cast<PHINode>(saved)) {
      if (!phi->hasConstantValue())
        break;
      saved = phi->hasConstantValue();
    }
    if (auto known = restored.find(saved);
        known != restored.end() && known->second == places.frameOffsets.lookup(value))
      save->eraseFromParent();
  }
  return function;
}

// What the region finds of a value that was computed before it; written once, in the prologue.
Value *RegionBuilder::atEntry(Instruction *value) {
  if (Value *known = entryValues.lookup(value))
    return known;
  Value *found;
  if (auto *variable = dyn_cast<AllocaInst>(value)) {
    if (auto offset = places.variableOffsets.find(variable); offset != places.variableOffsets.end())
      found = frameAddress(offset->second);
    else
      found = builder.Insert(variable->clone(), variable->getName());
    describe(*variable, *found);
  } else if (auto index = places.sharedIndices.find(value); index != places.sharedIndices.end()) {
    found = function->getArg(variant.arg_size() + 1 + index->second);
  } else if (auto offset = places.frameOffsets.find(value); offset != places.frameOffsets.end()) {
    found = builder.CreateAlignedLoad(value->getType(), frameAddress(offset->second),
                                      slotAlignment(layout, value->getType()), value->getName());
    restored[found] = offset->second;
  } else {
    SmallVector<Value *, 3> operands;
    for (Value *operand : value->operands())
      operands.push_back(isa<Instruction>(operand) ? atEntry(cast<Instruction>(operand))
                         : isa<Argument>(operand)  ? static_cast<Value *>(map[operand])
                                                   : operand);
    Instruction *again = value->clone();
    for (unsigned i = 0; i < operands.size(); ++i)
      again->setOperand(i, operands[i]);
    found = builder.Insert(again, value->getName());
  }
  return entryValues[value] = found;
}

// To a debugger. A place in the frame is told by a pointer in memory: what computes the address may
// be folded into the accesses, and LLVM describes it as a value then, and not as a place.
void RegionBuilder::describe(AllocaInst &variable, Value &place) {
  TinyPtrVector<DbgVariableRecord *> records = findDVRDeclares(&variable);
  if (records.empty())
    return;
  Value *described = &place;
  DIExpression *expression = records.front()->getExpression();
  if (!isa<AllocaInst>(place)) {
    described = builder.CreateAlloca(place.getType(), nullptr, variable.getName() + ".place");
    builder.CreateStore(&place, described, /*isVolatile=*/true);
    expression = DIExpression::prepend(expression, DIExpression::DerefBefore);
  }
  for (const DbgVariableRecord *record : records)
    builder.GetInsertBlock()->insertDbgRecordBefore(
        DbgVariableRecord::createDVRDeclare(described, record->getVariable(), expression,
                                            record->getDebugLoc()),
        builder.GetInsertPoint());
}

void RegionBuilder::copyBlocks() {
  for (BasicBlock *original : regions.blocks.at(region)) {
    BasicBlock *copy = BasicBlock::Create(variant.getContext(), original->getName(), function);
    map[original] = copy;
    for (Instruction &instruction : *original) {
      if (isa<AllocaInst>(instruction) || instruction.isLifetimeStartOrEnd() || waitAt(instruction))
        continue;
      if (regions.exits.contains(original) && instruction.isTerminator())
        continue;
      Instruction *clone = instruction.clone();
      clone->insertInto(copy, copy->end());
      clone->setName(instruction.getName());
      map[&instruction] = clone;
    }
  }
}

void RegionBuilder::bindOutsideOperands() {
  const auto &inside = regions.members.at(region);
  auto bind = [&](Value *operand) {
    auto *value = dyn_cast<Instruction>(operand);
    if (value && (isa<AllocaInst>(value) || !inside.contains(value->getParent())))
      map[value] = atEntry(value);
  };
  for (BasicBlock *original : regions.blocks.at(region))
    for (Instruction &instruction : *original) {
      if (!map.count(&instruction))
        continue;
      if (auto *phi = dyn_cast<PHINode>(&instruction)) {
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
          if (inside.contains(phi->getIncomingBlock(i)))
            bind(phi->getIncomingValue(i));
      } else {
        for (Value *operand : instruction.operands())
          bind(operand);
      }
    }
}

void RegionBuilder::connect() {
  const auto &inside = regions.members.at(region);
  for (BasicBlock &block : *function)
    for (Instruction &instruction : block) {
      if (&block == prologue)
        continue;
      if (auto *phi = dyn_cast<PHINode>(&instruction))
        for (unsigned i = phi->getNumIncomingValues(); i-- > 0;)
          if (!inside.contains(phi->getIncomingBlock(i)))
            phi->removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
      RemapInstruction(&instruction, map, RF_NoModuleLevelChanges);
    }
}

void RegionBuilder::writeExits() {
  for (BasicBlock *original : regions.blocks.at(region))
    if (auto exit = regions.exits.find(original); exit != regions.exits.end())
      writeExit(*original, exit->second);
}

void RegionBuilder::writeExit(BasicBlock &original, unsigned next) {
  IRBuilder<>::InsertPointGuard restore(builder);
  auto *copy = cast<BasicBlock>(map[&original]);
  Value *results = PoisonValue::get(function->getReturnType());
  results = builder.CreateInsertValue(results, builder.getInt32(next), 0);
  if (next != BarrierRegions::finished) {
    for (Instruction *value : valuesAt(next)) {
      const bool isInside = regions.members.at(region).contains(value->getParent());
      auto offset = places.frameOffsets.find(value);
      auto index = places.sharedIndices.find(value);
      if (offset != places.frameOffsets.end() && isInside) {
        builder.SetInsertPoint(copy);
        StoreInst *save = builder.CreateAlignedStore(map[value], frameAddress(offset->second),
                                                     layout.getABITypeAlign(value->getType()));
        saves.push_back({save, value});
      } else if (index != places.sharedIndices.end()) {
        goToPrologue();
        Value *now = isInside ? static_cast<Value *>(map[value]) : atEntry(value);
        builder.SetInsertPoint(copy);
        results = builder.CreateInsertValue(results, now, index->second + 1);
      }
    }
    builder.SetInsertPoint(copy);
    if (reachesBeyondWorkGroup(*regions.barriers.at(next).call))
      builder.CreateFence(AtomicOrdering::AcquireRelease);
  }
  builder.SetInsertPoint(copy);
  builder.CreateRet(results);
}

// The value comes from before the region and is also computed in it, in a later round of a loop.
void RegionBuilder::repairValue(Instruction *value) {
  goToPrologue();
  auto *inside = cast<Instruction>(static_cast<Value *>(map[value]));
  SSAUpdater updater;
  updater.Initialize(value->getType(), value->getName());
  updater.AddAvailableValue(prologue, atEntry(value));
  updater.AddAvailableValue(inside->getParent(), inside);
  SmallVector<Use *, 8> uses;
  for (Use &use : inside->uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (isa<PHINode>(user) || user->getParent() != inside->getParent())
      uses.push_back(&use);
  }
  for (Use *use : uses)
    updater.RewriteUse(*use);
}

} // namespace

Function *buildRegion(unsigned region, const RegionBlocks &regions, const LiveValues &live,
                      const ValuePlaces &places, FunctionType *type) {
  return RegionBuilder(region, regions, live, places).build(type);
}

} // namespace heddle::compiler
