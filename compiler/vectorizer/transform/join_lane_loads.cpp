#include "compiler/vectorizer/transform/join_lane_loads.hpp"

#include "compiler/ir/shared_memory.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <cstdlib>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalMemory = 1, constantMemory = 2, localMemory = 3;
// More elements would be more registers than the loop has to spare.
constexpr std::size_t mostElements = 4;
// Lanes that are nearer to each other are shuffled out of wide loads.
constexpr std::int64_t smallestStep = 64;
// Of one block that are compared with each other.
constexpr std::size_t mostGroups = 16;

struct Place {
  LoadInst *load;
  std::int64_t offset; ///< bytes behind the first load of the group in the block
};
using Group = SmallVector<Place, 8>;

class Joiner {
public:
  explicit Joiner(ScalarEvolution &evolution) : evolution(evolution) {}

  void add(LoadInst &load) {
    for (Group &group : groups) {
      LoadInst &first = *group.front().load;
      if (first.getType() != load.getType() ||
          first.getPointerAddressSpace() != load.getPointerAddressSpace())
        continue;
      const std::optional<APInt> apart =
          evolution.computeConstantDifference(evolution.getSCEV(load.getPointerOperand()),
                                              evolution.getSCEV(first.getPointerOperand()));
      if (apart && apart->isSignedIntN(32)) {
        group.push_back({&load, apart->getSExtValue()});
        return;
      }
    }
    if (groups.size() < mostGroups)
      groups.push_back({{&load, 0}});
  }

  /// Something may write.
  bool finish() {
    bool changed = false;
    for (Group &group : groups)
      changed |= join(group);
    groups.clear();
    return changed;
  }

  void eraseReplaced() {
    for (LoadInst *load : replaced)
      load->eraseFromParent();
  }

private:
  bool join(Group &group) {
    const std::int64_t size = group.front().load->getType()->getScalarSizeInBits() / 8;
    Group sorted = group;
    sort(sorted, [](const Place &a, const Place &b) {
      return a.offset != b.offset ? a.offset < b.offset : a.load->comesBefore(b.load);
    });
    bool changed = false;
    for (std::size_t begin = 0; begin < sorted.size();) {
      std::size_t end = begin + 1;
      while (end < sorted.size() && end - begin < mostElements &&
             sorted[end].offset == sorted[end - 1].offset + size)
        ++end;
      const std::size_t count = end - begin >= mostElements ? mostElements
                                : end - begin >= 2          ? 2
                                                            : 1;
      if (count > 1) {
        replace(ArrayRef(sorted).slice(begin, count), group.front());
        changed = true;
      }
      begin += count;
    }
    return changed;
  }

  /// In front of the group's first load, by whose address the others' are known.
  void replace(ArrayRef<Place> neighbours, const Place &first) {
    LoadInst &at = *first.load;
    IRBuilder<> builder(&at);
    builder.SetCurrentDebugLocation(neighbours.front().load->getDebugLoc());
    Value *address = builder.CreateGEP(builder.getInt8Ty(), at.getPointerOperand(),
                                       builder.getInt64(neighbours.front().offset));
    Type *element = neighbours.front().load->getType();
    LoadInst *all = builder.CreateAlignedLoad(FixedVectorType::get(element, neighbours.size()),
                                              address, neighbours.front().load->getAlign());
    SmallVector<Value *, 4> loads;
    for (const Place &neighbour : neighbours)
      loads.push_back(neighbour.load);
    propagateMetadata(all, loads);
    for (const auto &[i, neighbour] : enumerate(neighbours)) {
      Value *one = builder.CreateExtractElement(all, i);
      one->takeName(neighbour.load);
      neighbour.load->replaceAllUsesWith(one);
      replaced.push_back(neighbour.load);
    }
  }

  ScalarEvolution &evolution;
  SmallVector<Group, mostGroups> groups;
  SmallVector<LoadInst *, 16> replaced;
};

} // namespace

bool isSharedMemory(unsigned space) {
  return space == globalMemory || space == constantMemory || space == localMemory;
}

bool isGathered(const LoadInst &load, const Strides &strides) {
  Type *type = load.getType();
  if (!load.isSimple() || !(type->isIntegerTy() || type->isFloatingPointTy()) ||
      !isSharedMemory(load.getPointerAddressSpace()))
    return false;
  const unsigned bits = type->getScalarSizeInBits();
  if (bits != 32 && bits != 64)
    return false;
  const std::optional<Stride> stride = strides.of(load.getPointerOperand());
  return !stride || (!stride->guarded && std::abs(stride->step) > smallestStep);
}

bool hasMatrixProducts(Function &function) {
  return any_of(instructions(function), isSubGroupProduct);
}

bool joinLaneLoads(Function &function, const Strides &strides, FunctionAnalysisManager &analyses) {
  std::optional<Joiner> joiner;
  bool changed = false;
  for (BasicBlock &block : function) {
    SmallVector<LoadInst *, 16> gathered;
    for (Instruction &instruction : block)
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && isGathered(*load, strides))
        gathered.push_back(load);
    if (gathered.size() < 2)
      continue;
    if (!joiner && hasMatrixProducts(function))
      return false;
    if (!joiner)
      joiner.emplace(analyses.getResult<ScalarEvolutionAnalysis>(function));
    for (Instruction &instruction : make_early_inc_range(block)) {
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && is_contained(gathered, load))
        joiner->add(*load);
      else if (instruction.mayWriteToMemory() ||
               !isGuaranteedToTransferExecutionToSuccessor(&instruction))
        changed |= joiner->finish();
    }
    changed |= joiner->finish();
  }
  if (joiner)
    joiner->eraseReplaced();
  return changed;
}

} // namespace heddle::compiler
