#include "compiler/vectorizer/transform/join_dense_accesses.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/vectorizer/transform/join_lane_loads.hpp"
#include "compiler/vectorizer/transform/version_overlaps.hpp"
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalMemory = 1, constantMemory = 2, localMemory = 3;
constexpr std::int64_t mostElements = 16;
/// Steps beyond a line of the cache are not dense: join_lane_loads has those.
constexpr std::int64_t largestStep = 64;
/// Of one stretch of code that are compared with each other.
constexpr std::size_t mostGroups = 16;
/// Blocks between two that always run both.
constexpr std::size_t mostBlocksBetween = 32;

struct Element {
  Instruction *access;
  std::int64_t offset; ///< bytes behind the first access of the group in the code
};

/// Accesses at constant distances from one another.
struct Group {
  Type *type;
  unsigned addressSpace;
  std::int64_t step;
  SmallVector<Element, 8> elements;
  /// Of loads: what has been written behind some of them, from the first one's place on.
  SmallVector<std::pair<std::int64_t, std::int64_t>, 4> written{};

  std::int64_t size() const { return type->getScalarSizeInBits() / 8; }
  bool isWritten(std::int64_t offset) const {
    return any_of(written, [&](const auto &bytes) {
      return offset < bytes.second && bytes.first < offset + size();
    });
  }
};

/// Memory of two kinds, neither of them generic.
bool areApart(unsigned a, unsigned b) {
  const auto isNamed = [](unsigned space) { return space == globalMemory || space == localMemory; };
  return a != b && isNamed(a) && isNamed(b);
}

class Joiner {
public:
  Joiner(Function &function, const Strides &strides, FunctionAnalysisManager &analyses)
      : function(function), strides(strides),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        loops(analyses.getResult<LoopAnalysis>(function)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        postDominators(analyses.getResult<PostDominatorTreeAnalysis>(function)) {}

  bool run() {
    for (BasicBlock &block : function) {
      if (!done.insert(&block).second)
        continue;
      collectLoads(block);
      for (BasicBlock *from = &block, *next = nullptr; (next = runsWith(*from)); from = next) {
        done.insert(next);
        collectLoads(*next);
      }
      finish(loads);
    }
    for (BasicBlock &block : function)
      joinStoresOf(block);
    // Positions count until all is decided.
    for (const Window &window : windows)
      isa<LoadInst>(window.elements.front().access) ? replaceLoads(window) : replaceStores(window);
    for (const Window &window : windows)
      for (const Element &element : window.elements)
        element.access->eraseFromParent();
    return !windows.empty();
  }

private:
  struct Window {
    Instruction *first; ///< by whose address the others' are known
    Instruction *place; ///< where the vector is accessed
    SmallVector<Element, 8> elements;
    std::int64_t count;
  };

  void add(SmallVectorImpl<Group> &groups, Instruction &access, std::int64_t step) {
    Type *type = getLoadStoreType(&access);
    const unsigned space = getLoadStoreAddressSpace(&access);
    for (Group &group : groups) {
      if (group.type != type || group.addressSpace != space || group.step != step)
        continue;
      if (const std::optional<std::int64_t> apart = distance(access, *group.elements[0].access)) {
        if (group.isWritten(*apart)) {
          divide(group);
          group = {type, space, step, {{&access, 0}}};
        } else if (*apart % group.size() == 0) {
          group.elements.push_back({&access, *apart});
        }
        return;
      }
    }
    if (groups.size() < mostGroups)
      groups.push_back({type, space, step, {{&access, 0}}});
  }

  std::optional<std::int64_t> distance(Instruction &access, Instruction &from) {
    const std::optional<APInt> apart =
        evolution.computeConstantDifference(evolution.getSCEV(getLoadStorePointerOperand(&access)),
                                            evolution.getSCEV(getLoadStorePointerOperand(&from)));
    if (!apart || !apart->isSignedIntN(32))
      return std::nullopt;
    return apart->getSExtValue();
  }

  void collectLoads(BasicBlock &block) {
    for (Instruction &instruction : block) {
      if (const std::optional<std::int64_t> step =
              isa<LoadInst>(instruction) ? denseStep(instruction, strides) : std::nullopt)
        add(loads, instruction, *step);
      else if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
        pass(*store);
      else if (isBoundary(instruction))
        finish(loads);
    }
  }

  /// Loads behind a store stay behind it unless they read something else.
  void pass(StoreInst &store) {
    if (isPrivate(store))
      return;
    erase_if(loads, [&](Group &group) {
      if (areApart(group.addressSpace, store.getPointerAddressSpace()) ||
          areMarkedApart(store, *group.elements[0].access))
        return false;
      const std::optional<std::int64_t> apart = distance(store, *group.elements[0].access);
      const TypeSize size =
          store.getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
      if (apart) {
        group.written.push_back({*apart, *apart + std::int64_t(size.getFixedValue())});
        return false;
      }
      divide(group);
      return true;
    });
  }

  /// Whether loads behind it may see something else than those before.
  static bool isBoundary(const Instruction &instruction) {
    return (instruction.mayWriteToMemory() && !isPrivate(instruction)) ||
           !isGuaranteedToTransferExecutionToSuccessor(&instruction);
  }

  static bool isPrivate(const Instruction &instruction) {
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    return pointer && isa<AllocaInst>(getUnderlyingObject(pointer)) && !instruction.isVolatile() &&
           !instruction.isAtomic();
  }

  /// The block that runs whenever this one does and behind it, where none of the blocks in between
  /// writes.
  BasicBlock *runsWith(BasicBlock &block) {
    const DomTreeNode *node = postDominators.getNode(&block);
    BasicBlock *next = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!next || done.contains(next) || !dominators.properlyDominates(&block, next) ||
        loops.getLoopFor(&block) != loops.getLoopFor(next))
      return nullptr;
    SmallPtrSet<BasicBlock *, 16> between;
    SmallVector<BasicBlock *, 16> open(successors(&block));
    while (!open.empty()) {
      BasicBlock *one = open.pop_back_val();
      if (one == next || !between.insert(one).second)
        continue;
      if (between.size() > mostBlocksBetween || one == &block ||
          loops.getLoopFor(one) != loops.getLoopFor(&block) || any_of(*one, isBoundary))
        return nullptr;
      append_range(open, successors(one));
    }
    return next;
  }

  /// Stores go to where the last one is, so that nothing in between may read or write what they
  /// write.
  void joinStoresOf(BasicBlock &block) {
    // A store for each lane is quicker than masked ones on targets that have few of these.
    if (!function.hasFnAttribute(masksElementsAttribute) &&
        !postDominators.dominates(beforeVersions(block), &function.getEntryBlock()))
      return;
    SmallVector<Group, 1> stores;
    for (Instruction &instruction : block) {
      if (const std::optional<std::int64_t> step =
              isa<StoreInst>(instruction) ? denseStep(instruction, strides) : std::nullopt) {
        if (!stores.empty() && (stores[0].type != getLoadStoreType(&instruction) ||
                                stores[0].addressSpace != getLoadStoreAddressSpace(&instruction) ||
                                stores[0].step != *step || isBeyond(stores[0], instruction)))
          finish(stores);
        add(stores, instruction, *step);
      } else if (!stores.empty() && instruction.mayReadOrWriteMemory() && !isPrivate(instruction) &&
                 !readsElsewhere(instruction, stores[0])) {
        finish(stores);
      }
    }
    finish(stores);
  }

  /// Whether a store is none of the vector that a group would become, and so may be in its way.
  bool isBeyond(const Group &group, Instruction &store) {
    const std::optional<std::int64_t> apart = distance(store, *group.elements[0].access);
    if (!apart || *apart % group.size() != 0)
      return true;
    std::int64_t lowest = *apart, highest = *apart;
    for (const Element &element : group.elements) {
      if (element.offset == *apart)
        return true;
      lowest = std::min(lowest, element.offset);
      highest = std::max(highest, element.offset);
    }
    return highest - lowest >= group.step;
  }

  /// Whether an instruction does nothing but read what the stores of a group do not write.
  bool readsElsewhere(Instruction &instruction, const Group &group) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->isSimple())
      return false;
    const unsigned space = load->getPointerAddressSpace();
    if (space == constantMemory || areApart(space, group.addressSpace) ||
        areMarkedApart(*load, *group.elements[0].access))
      return true;
    const std::optional<std::int64_t> apart = distance(*load, *group.elements[0].access);
    const TypeSize size = load->getDataLayout().getTypeStoreSize(load->getType());
    return apart && none_of(group.elements, [&](const Element &element) {
             return element.offset < *apart + std::int64_t(size.getFixedValue()) &&
                    *apart < element.offset + group.size();
           });
  }

  void finish(SmallVectorImpl<Group> &groups) {
    for (Group &group : groups)
      divide(group);
    groups.clear();
  }

  /// Into vectors of at most one step.
  void divide(const Group &group) {
    if (group.elements.size() < 2)
      return;
    SmallVector<Element, 8> sorted = group.elements;
    sort(sorted, [](const Element &a, const Element &b) { return a.offset < b.offset; });
    Instruction *first = group.elements.front().access;
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
      while (end < sorted.size() && sorted[end].offset < sorted[begin].offset + group.step)
        ++end;
      const std::int64_t count = (sorted[end - 1].offset - sorted[begin].offset) / group.size() + 1;
      if (count == 1)
        continue;
      if (isa<LoadInst>(first)) {
        windows.push_back({first, first, {}, count});
      } else {
        // Elements in between are not ours.
        if (std::int64_t(end - begin) != count)
          continue;
        windows.push_back({first, group.elements.back().access, {}, count});
      }
      windows.back().elements.append(sorted.begin() + begin, sorted.begin() + end);
    }
  }

  static SmallVector<Value *, 8> accessesOf(const Window &window) {
    SmallVector<Value *, 8> accesses;
    for (const Element &element : window.elements)
      accesses.push_back(element.access);
    return accesses;
  }

  static Value *address(IRBuilder<> &builder, const Window &window) {
    Instruction &lowest = *window.elements.front().access;
    builder.SetCurrentDebugLocation(lowest.getDebugLoc());
    return builder.CreateGEP(builder.getInt8Ty(), getLoadStorePointerOperand(window.first),
                             builder.getInt64(window.elements.front().offset));
  }

  static std::uint64_t indexOf(const Window &window, const Element &element) {
    const std::int64_t size = getLoadStoreType(element.access)->getScalarSizeInBits() / 8;
    return (element.offset - window.elements.front().offset) / size;
  }

  static void replaceLoads(const Window &window) {
    Instruction &lowest = *window.elements.front().access;
    IRBuilder<> builder(window.place);
    Value *place = address(builder, window);
    LoadInst *all = builder.CreateAlignedLoad(FixedVectorType::get(lowest.getType(), window.count),
                                              place, getLoadStoreAlignment(&lowest));
    propagateMetadata(all, accessesOf(window));
    if (all_of(window.elements,
               [](const Element &element) { return isUnwritten(*element.access); }))
      markUnwritten(*all);
    for (const Element &element : window.elements) {
      Value *one = builder.CreateExtractElement(all, indexOf(window, element));
      one->takeName(element.access);
      element.access->replaceAllUsesWith(one);
    }
  }

  static void replaceStores(const Window &window) {
    Instruction &lowest = *window.elements.front().access;
    IRBuilder<> builder(window.place);
    Value *place = address(builder, window);
    Value *all = PoisonValue::get(FixedVectorType::get(getLoadStoreType(&lowest), window.count));
    for (const Element &element : window.elements)
      all = builder.CreateInsertElement(all, cast<StoreInst>(element.access)->getValueOperand(),
                                        indexOf(window, element));
    StoreInst *store = builder.CreateAlignedStore(all, place, getLoadStoreAlignment(&lowest));
    propagateMetadata(store, accessesOf(window));
  }

  Function &function;
  const Strides &strides;
  ScalarEvolution &evolution;
  LoopInfo &loops;
  DominatorTree &dominators;
  PostDominatorTree &postDominators;
  SmallPtrSet<BasicBlock *, 32> done;
  SmallVector<Group, 4> loads;
  SmallVector<Window, 8> windows;
};

/// Whether two accesses may be neighbours: most kernels have none, and are spared the analyses.
bool hasDenseSteps(Function &function, const Strides &strides) {
  SmallVector<std::pair<std::int64_t, Type *>, 16> seen;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block) {
      if (!isa<LoadInst, StoreInst>(instruction))
        continue;
      Type *type = getLoadStoreType(&instruction);
      const std::int64_t size = type->getScalarSizeInBits() / 8;
      const std::optional<Stride> stride = strides.of(getLoadStorePointerOperand(&instruction));
      if (!stride || size == 0 || type->isVectorTy() || stride->step <= size ||
          stride->step > largestStep)
        continue;
      if (is_contained(seen, std::pair(stride->step, type)))
        return true;
      seen.push_back({stride->step, type});
    }
  return false;
}

} // namespace

std::optional<std::int64_t> denseStep(const Instruction &access, const Strides &strides) {
  const auto *load = dyn_cast<LoadInst>(&access);
  const auto *store = dyn_cast<StoreInst>(&access);
  if ((!load || !load->isSimple()) && (!store || !store->isSimple()))
    return std::nullopt;
  Type *type = getLoadStoreType(&access);
  const unsigned space = getLoadStoreAddressSpace(&access);
  if (!(type->isIntegerTy() || type->isFloatingPointTy()) ||
      (space != globalMemory && space != constantMemory && space != localMemory))
    return std::nullopt;
  const unsigned bits = type->getScalarSizeInBits();
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return std::nullopt;
  const std::int64_t size = bits / 8;
  const std::optional<Stride> stride = strides.of(getLoadStorePointerOperand(&access));
  if (!stride || stride->step % size != 0 || stride->step <= size ||
      stride->step > mostElements * size || stride->step > largestStep)
    return std::nullopt;
  return stride->step;
}

bool joinDenseAccesses(Function &function, const Strides &strides,
                       FunctionAnalysisManager &analyses) {
  return hasDenseSteps(function, strides) && !hasMatrixProducts(function) &&
         Joiner(function, strides, analyses).run();
}

} // namespace heddle::compiler
