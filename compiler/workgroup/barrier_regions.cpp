// How a value comes from one region to another, in the order of preference:
//
//   computed again   queries of the work-group, and short pure expressions over them
//   shared           what is the same for the whole work-group, when the sub-groups are in step
//   the frame        stored when a sub-group reaches a barrier behind which the value is used,
//                    loaded where it goes on
//
// A block that can be reached from several barriers is copied into each of their regions. A private
// variable moves into the frame when more than one region, or a region that can be run again, uses
// it.

#include "compiler/workgroup/barrier_regions.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/work_group_uniformity.hpp"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace heddle::compiler {

namespace {

// More instructions than this are not cheaper than a load.
constexpr unsigned maximumRecomputation = 24;

bool isBarrier(const Instruction &instruction) { return waitAt(instruction).has_value(); }

bool isQuery(const CallInst &call) {
  std::optional<InternalOp> op = internalOp(call);
  return op && (*op <= InternalOp::groupId || *op == InternalOp::workerContext ||
                *op == InternalOp::subGroupId || *op == InternalOp::numSubGroups ||
                *op == InternalOp::enqueuedNumSubGroups || *op == InternalOp::firstLocalId ||
                *op == InternalOp::activeLanes || *op == InternalOp::subGroupFrame);
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

// Barriers that order memory for other work-groups too.
bool reachesBeyondWorkGroup(const CallInst &barrier) {
  const InternalOp op = *internalOp(barrier);
  if (op != InternalOp::workGroupBarrier && op != InternalOp::namedBarrier)
    return false;
  auto *scope =
      dyn_cast<ConstantInt>(barrier.getArgOperand(op == InternalOp::namedBarrier ? 1 : 0));
  return !scope || scope->getZExtValue() < 2;
}

struct Barrier {
  CallInst *call;
  BasicBlock *next; ///< where a sub-group goes on
};

// Makes each barrier a block of its own.
std::map<unsigned, Barrier> isolateBarriers(Function &variant) {
  SmallVector<CallInst *, 8> calls;
  for (Instruction &instruction : instructions(variant))
    if (isBarrier(instruction))
      calls.push_back(cast<CallInst>(&instruction));
  std::map<unsigned, Barrier> barriers;
  unsigned count = 0;
  for (CallInst *call : calls) {
    // The number is the same in all variants, whatever the order of their blocks.
    unsigned number = ++count;
    if (Attribute given = call->getFnAttr(barrierAttribute); given.isValid())
      given.getValueAsString().getAsInteger(10, number);
    assert(!barriers.contains(number) && "nothing copies a barrier");
    BasicBlock *block = call->getParent();
    if (call != &block->front())
      block = block->splitBasicBlock(call->getIterator(), "barrier");
    barriers[number] = {call, block->splitBasicBlock(std::next(call->getIterator()), "resume")};
  }
  return barriers;
}

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
  Implementation(Function &variant, const SubGroupState &state)
      : variant(variant), state(state), module(*variant.getParent()),
        layout(module.getDataLayout()), barriers(isolateBarriers(variant)), uniformity(variant) {
    cutEdges();
    findRegionBlocks();
  }

  bool staysInStep();
  BarrierRegions cut(bool inStep);

private:
  void cutEdges();
  void findRegionBlocks();
  void findLiveValues();
  void placePrivateVariables();
  void placeLiveValues();
  EquivalenceClasses<Instruction *> valuesWithOnePlace(ArrayRef<Instruction *> kept) const;
  unsigned recomputation(const Instruction &value);
  bool isLeaf(const Value &value) const;
  bool canRunAgain(unsigned region) const;
  bool isUsedInOneRun(const AllocaInst &variable) const;
  // A line of the cache is enough for any vector.
  Align slotAlignment(Type *type) const {
    return std::min(layout.getABITypeAlign(type), Align(64));
  }
  std::uint64_t reserveFrame(std::uint64_t size, Align alignment);
  std::set<unsigned> exitsFrom(const BasicBlock &block) const;

  friend class RegionBuilder;

  Function &variant;
  const SubGroupState &state;
  Module &module;
  const DataLayout &layout;
  std::map<unsigned, Barrier> barriers; ///< by the region behind them
  WorkGroupUniformity uniformity;       ///< while the edges were there

  DenseMap<const BasicBlock *, unsigned> exits; ///< blocks that end a region, and what follows
  std::map<unsigned, SmallVector<BasicBlock *, 16>>
      blocks; ///< of each region, in reverse post-order
  std::map<unsigned, SmallPtrSet<const BasicBlock *, 16>> members;
  std::map<unsigned, SetVector<Instruction *>> live; ///< at the start of each region
  DenseMap<const Instruction *, unsigned> costs;
  DenseMap<const AllocaInst *, std::uint64_t> variableOffsets; ///< of those in the frame
  DenseMap<const Instruction *, std::uint64_t> frameOffsets;
  DenseMap<const Instruction *, unsigned> sharedIndices;
  BarrierRegions result;
  FunctionType *regionType = nullptr;
};

// Paths end at a barrier.
void BarrierCutter::Implementation::cutEdges() {
  for (auto &[number, barrier] : barriers) {
    BasicBlock *block = barrier.call->getParent();
    block->getTerminator()->eraseFromParent();
    new UnreachableInst(module.getContext(), block);
    exits[block] = number;
  }
  for (BasicBlock &block : variant)
    if (isa<ReturnInst>(block.getTerminator()))
      exits[&block] = BarrierRegions::finished;
}

void BarrierCutter::Implementation::findRegionBlocks() {
  auto find = [&](unsigned region, BasicBlock *first) {
    ReversePostOrderTraversal<BasicBlock *> order(first);
    blocks[region].assign(order.begin(), order.end());
    members[region].insert(order.begin(), order.end());
    std::set<unsigned> successors;
    for (BasicBlock *block : order)
      if (auto exit = exits.find(block); exit != exits.end())
        successors.insert(exit->second);
    result.regions[region].successors.assign(successors.begin(), successors.end());
  };
  find(0, &variant.getEntryBlock());
  for (auto &[number, barrier] : barriers) {
    find(number, barrier.next);
    result.regions[number].wait = *waitAt(*barrier.call);
  }
}

std::set<unsigned> BarrierCutter::Implementation::exitsFrom(const BasicBlock &block) const {
  std::set<unsigned> found;
  for (const BasicBlock *reached : depth_first(&block))
    if (auto exit = exits.find(reached); exit != exits.end())
      found.insert(exit->second);
  return found;
}

// A branch decides where a region ends when the paths behind it do not meet before an exit.
bool BarrierCutter::Implementation::staysInStep() {
  if (result.waitsFor(Wait::namedBarrier) || result.waitsFor(Wait::turn))
    return false;
  PostDominatorTree postDominators(variant);
  for (BasicBlock &block : variant) {
    if (!uniformity.hasDivergentTerminator(block))
      continue;
    const auto *node = postDominators.getNode(&block);
    const bool meets = node && node->getIDom() && node->getIDom()->getBlock();
    if (!meets && exitsFrom(block).size() > 1)
      return false;
  }
  return true;
}

bool BarrierCutter::Implementation::isLeaf(const Value &value) const {
  return !isa<Instruction>(value) || isa<AllocaInst>(value);
}

// How many instructions compute the value from what every region has; more than the maximum means
// that it must be kept.
unsigned BarrierCutter::Implementation::recomputation(const Instruction &value) {
  if (auto known = costs.find(&value); known != costs.end())
    return known->second;
  unsigned cost = isCheap(value) ? 1 : maximumRecomputation + 1;
  costs[&value] = maximumRecomputation + 1; // a cycle has no end
  for (const Value *operand : value.operands())
    if (cost <= maximumRecomputation && !isLeaf(*operand))
      cost += recomputation(*cast<Instruction>(operand));
  return costs[&value] = cost;
}

void BarrierCutter::Implementation::findLiveValues() {
  DenseMap<const BasicBlock *, unsigned> resumes;
  for (auto &[number, barrier] : barriers)
    resumes[barrier.next] = number;
  // The edges that were cut carry values all the same.
  auto predecessorsOf = [&](BasicBlock *block) {
    SmallVector<BasicBlock *, 4> result(predecessors(block));
    if (auto found = resumes.find(block); found != resumes.end())
      result.push_back(barriers[found->second].call->getParent());
    return result;
  };
  for (Instruction &value : instructions(variant)) {
    if (value.getType()->isVoidTy() || isa<AllocaInst>(value))
      continue;
    SmallVector<BasicBlock *, 8> work;
    for (Use &use : value.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (auto *phi = dyn_cast<PHINode>(user)) {
        if (phi->getIncomingBlock(use) != value.getParent())
          work.push_back(phi->getIncomingBlock(use));
      } else if (user->getParent() != value.getParent()) {
        work.push_back(user->getParent());
      }
    }
    SmallPtrSet<BasicBlock *, 16> seen;
    while (!work.empty()) {
      BasicBlock *block = work.pop_back_val();
      if (block == value.getParent() || !seen.insert(block).second)
        continue;
      if (auto found = resumes.find(block); found != resumes.end())
        live[found->second].insert(&value);
      work.append(predecessorsOf(block));
    }
  }
}

std::uint64_t BarrierCutter::Implementation::reserveFrame(std::uint64_t size, Align alignment) {
  const std::uint64_t offset = alignTo(result.frameSize, alignment);
  result.frameSize = offset + size;
  result.frameAlignment = std::max(result.frameAlignment, alignment);
  return offset;
}

bool BarrierCutter::Implementation::canRunAgain(unsigned region) const {
  std::set<unsigned> reached;
  SmallVector<unsigned, 8> work(1, region);
  while (!work.empty())
    for (unsigned next : result.regions.at(work.pop_back_val()).successors) {
      if (next == region)
        return true;
      if (next != BarrierRegions::finished && reached.insert(next).second)
        work.push_back(next);
    }
  return false;
}

// All accesses are in one region that runs once, so that the variable can be the region's own.
bool BarrierCutter::Implementation::isUsedInOneRun(const AllocaInst &variable) const {
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
  for (const auto &[region, inRegion] : members)
    if (any_of(used, [&](const BasicBlock *block) { return inRegion.contains(block); })) {
      if (only != none)
        return false;
      only = region;
    }
  return only == none || !canRunAgain(only);
}

void BarrierCutter::Implementation::placePrivateVariables() {
  for (Instruction &instruction : instructions(variant))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && !isUsedInOneRun(*variable))
      if (std::optional<TypeSize> size = variable->getAllocationSize(layout))
        variableOffsets[variable] = reserveFrame(size->getFixedValue(), variable->getAlign());
}

// A phi and what comes into it are one place in the frame, as long as no barrier needs both: what
// goes round a loop, such as a sum, then stays where it is in all regions that only pass it on.
EquivalenceClasses<Instruction *>
BarrierCutter::Implementation::valuesWithOnePlace(ArrayRef<Instruction *> kept) const {
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

// In the order of the code, so that phis which stand together, such as the rows of a sum, lie
// together.
void BarrierCutter::Implementation::placeLiveValues() {
  SmallPtrSet<Instruction *, 32> wanted;
  for (auto &[region, values] : live)
    wanted.insert(values.begin(), values.end());
  SmallVector<Instruction *> kept;
  for (Instruction &value : instructions(variant)) {
    if (!wanted.contains(&value) || recomputation(value) <= maximumRecomputation)
      continue;
    if (result.inStep && uniformity.isUniform(value)) {
      sharedIndices[&value] = result.shared.size();
      result.shared.push_back(value.getType());
    } else {
      kept.push_back(&value);
    }
  }
  const EquivalenceClasses<Instruction *> places = valuesWithOnePlace(kept);
  for (Instruction *value : kept) {
    if (frameOffsets.contains(value))
      continue;
    Type *type = value->getType();
    const std::uint64_t offset = reserveFrame(layout.getTypeAllocSize(type), slotAlignment(type));
    for (Instruction *member : places.members(value))
      frameOffsets[member] = offset;
  }
  // What is saved together is saved in the order of its places.
  for (auto &[region, values] : live) {
    std::multimap<std::uint64_t, Instruction *> ordered;
    for (Instruction *value : values)
      ordered.emplace(frameOffsets.lookup(value), value);
    values.clear();
    for (const auto &[offset, value] : ordered)
      values.insert(value);
  }
}

// Copies the blocks of one region into a function of their own.
class RegionBuilder {
public:
  RegionBuilder(BarrierCutter::Implementation &cutter, unsigned region)
      : cutter(cutter), region(region), variant(cutter.variant), builder(variant.getContext()) {}

  Function *build();

private:
  Value *frameAddress(std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset);
  }
  void goToPrologue() { builder.SetInsertPoint(prologue->getTerminator()); }
  Value *atEntry(Instruction *value);
  void copyBlocks();
  void bindOutsideOperands();
  void connect();
  void writeExits();
  void writeExit(BasicBlock &original, unsigned next);
  void repairValue(Instruction *value);

  BarrierCutter::Implementation &cutter;
  unsigned region;
  Function &variant;
  IRBuilder<> builder;
  Function *function = nullptr;
  BasicBlock *prologue = nullptr;
  Argument *frame = nullptr;
  ValueToValueMapTy map;
  DenseMap<const Instruction *, Value *> entryValues;
  DenseMap<const Value *, std::uint64_t> restored; ///< from which place in the frame
  SmallVector<std::pair<StoreInst *, Instruction *>, 8> saves;
};

Function *RegionBuilder::build() {
  function = Function::Create(cutter.regionType, GlobalValue::InternalLinkage,
                              variant.getName() + ".region" + Twine(region), cutter.module);
  function->copyAttributesFrom(&variant);
  function->setSubprogram(nullptr);
  for (Argument &argument : variant.args())
    map[&argument] = function->getArg(argument.getArgNo());
  frame = function->getArg(variant.arg_size());
  frame->setName("frame");
  // Nobody else has the address of a frame, unless private variables are in it.
  if (cutter.variableOffsets.empty())
    frame->addAttr(Attribute::NoAlias);
  frame->addAttr(Attribute::getWithAlignment(variant.getContext(), cutter.result.frameAlignment));
  prologue = BasicBlock::Create(variant.getContext(), "restore", function);

  copyBlocks();
  builder.SetInsertPoint(prologue);
  builder.CreateBr(cast<BasicBlock>(map[cutter.blocks[region].front()]));
  goToPrologue();
  bindOutsideOperands();
  connect();
  writeExits();
  if (auto live = cutter.live.find(region); live != cutter.live.end())
    for (Instruction *value : live->second)
      if (cutter.members[region].contains(value->getParent()))
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
        known != restored.end() && known->second == cutter.frameOffsets.lookup(value))
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
    if (auto offset = cutter.variableOffsets.find(variable); offset != cutter.variableOffsets.end())
      found = frameAddress(offset->second);
    else
      found = builder.Insert(variable->clone(), variable->getName());
  } else if (auto index = cutter.sharedIndices.find(value); index != cutter.sharedIndices.end()) {
    found = function->getArg(variant.arg_size() + 1 + index->second);
  } else if (auto offset = cutter.frameOffsets.find(value); offset != cutter.frameOffsets.end()) {
    found = builder.CreateAlignedLoad(value->getType(), frameAddress(offset->second),
                                      cutter.slotAlignment(value->getType()), value->getName());
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

void RegionBuilder::copyBlocks() {
  for (BasicBlock *original : cutter.blocks[region]) {
    BasicBlock *copy = BasicBlock::Create(variant.getContext(), original->getName(), function);
    map[original] = copy;
    for (Instruction &instruction : *original) {
      if (isa<AllocaInst>(instruction) || instruction.isLifetimeStartOrEnd() ||
          isBarrier(instruction))
        continue;
      if (cutter.exits.contains(original) && instruction.isTerminator())
        continue;
      Instruction *clone = instruction.clone();
      clone->insertInto(copy, copy->end());
      clone->setName(instruction.getName());
      map[&instruction] = clone;
    }
  }
}

void RegionBuilder::bindOutsideOperands() {
  const auto &inside = cutter.members[region];
  auto bind = [&](Value *operand) {
    auto *value = dyn_cast<Instruction>(operand);
    if (value && (isa<AllocaInst>(value) || !inside.contains(value->getParent())))
      map[value] = atEntry(value);
  };
  for (BasicBlock *original : cutter.blocks[region])
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
  const auto &inside = cutter.members[region];
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
  for (BasicBlock *original : cutter.blocks[region])
    if (auto exit = cutter.exits.find(original); exit != cutter.exits.end())
      writeExit(*original, exit->second);
}

void RegionBuilder::writeExit(BasicBlock &original, unsigned next) {
  IRBuilder<>::InsertPointGuard restore(builder);
  auto *copy = cast<BasicBlock>(map[&original]);
  Value *results = PoisonValue::get(cutter.regionType->getReturnType());
  results = builder.CreateInsertValue(results, builder.getInt32(next), 0);
  if (next != BarrierRegions::finished) {
    for (Instruction *value : cutter.live[next]) {
      const bool isInside = cutter.members[region].contains(value->getParent());
      auto offset = cutter.frameOffsets.find(value);
      auto index = cutter.sharedIndices.find(value);
      if (offset != cutter.frameOffsets.end() && isInside) {
        builder.SetInsertPoint(copy);
        StoreInst *save =
            builder.CreateAlignedStore(map[value], frameAddress(offset->second),
                                       cutter.layout.getABITypeAlign(value->getType()));
        saves.push_back({save, value});
      } else if (index != cutter.sharedIndices.end()) {
        goToPrologue();
        Value *now = isInside ? static_cast<Value *>(map[value]) : atEntry(value);
        builder.SetInsertPoint(copy);
        results = builder.CreateInsertValue(results, now, index->second + 1);
      }
    }
    builder.SetInsertPoint(copy);
    if (reachesBeyondWorkGroup(*cutter.barriers.at(next).call))
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

BarrierRegions BarrierCutter::Implementation::cut(bool inStep) {
  result.inStep = inStep;
  if (state.isNeeded)
    reserveFrame(state.size(), state.alignment());
  else if (!inStep)
    reserveFrame(sizeof(std::uint32_t), Align(alignof(std::uint32_t)));
  findLiveValues();
  placePrivateVariables();
  placeLiveValues();
  for (const auto &[value, offset] : frameOffsets)
    if (Type *type = value->getType(); type->isTokenTy() || isa<TargetExtType>(type)) {
      std::string text;
      raw_string_ostream(text) << *type;
      reportError(*value, "a value of type " + text + " cannot live across a barrier");
      return {};
    }

  // What the worker lends is aligned for any vector, and frames lie one behind the other.
  result.frameSize = alignTo(result.frameSize, result.frameAlignment);
  LLVMContext &context = module.getContext();
  SmallVector<Type *, 8> parameters(variant.getFunctionType()->params());
  parameters.push_back(PointerType::getUnqual(context));
  parameters.append(result.shared);
  SmallVector<Type *, 8> results(1, Type::getInt32Ty(context));
  results.append(result.shared);
  regionType = FunctionType::get(StructType::get(context, results), parameters, false);
  for (auto &[number, region] : result.regions)
    region.function = RegionBuilder(*this, number).build();
  return std::move(result);
}

BarrierCutter::BarrierCutter(Function &variant, const SubGroupState &state) {
  lowerSuspensions(variant, state);
  implementation = std::make_unique<Implementation>(variant, state);
}
BarrierCutter::~BarrierCutter() = default;
bool BarrierCutter::staysInStep() const { return implementation->staysInStep(); }
BarrierRegions BarrierCutter::cut(bool inStep) { return implementation->cut(inStep); }

} // namespace heddle::compiler
