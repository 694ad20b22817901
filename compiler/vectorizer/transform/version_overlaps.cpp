#include "compiler/vectorizer/transform/version_overlaps.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/transform/join_dense_accesses.hpp"
#include "compiler/vectorizer/transform/join_lane_loads.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char apartMetadata[] = "heddle.apart";
constexpr unsigned globalMemory = 1;
/// Bytes that memory of two pointers has to lie apart. Each is asked for in every sub-group.
constexpr std::int64_t farApart = 1024;
constexpr std::size_t mostFamilies = 6;
/// Instructions of a stretch: there are two of it.
constexpr std::size_t longestStretch = 500;

/// Accesses of a block by one argument, at constant distances from one another.
struct Family {
  Argument *argument;
  const SCEV *offset; ///< of its first access, from the argument
  std::int64_t step;
  SmallVector<Instruction *, 8> accesses;
  MDNode *name = nullptr;
};

struct Pair {
  const Family *stores, *others;
  std::int64_t apart; ///< of what they go from their arguments
};

class Versions {
public:
  Versions(Function &function, const Strides &strides, FunctionAnalysisManager &analyses)
      : function(function), strides(strides),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)) {}

  bool run() {
    bool changed = false;
    // Of blocks that are made here nothing is known.
    SmallVector<BasicBlock *> blocks;
    for (BasicBlock &block : function)
      blocks.push_back(&block);
    for (BasicBlock *block : blocks)
      changed |= versionBlock(*block);
    return changed;
  }

private:
  bool versionBlock(BasicBlock &block) {
    findFamilies(block);
    SmallVector<Pair, 4> pairs = pairsInTheWay();
    if (pairs.empty())
      return false;
    Instruction *first = nullptr, *last = nullptr;
    for (Instruction &instruction : block)
      if (isMember(instruction)) {
        first = first ? first : &instruction;
        last = &instruction;
      }
    // What the accesses only need leads to them as before, so that it stays known how it grows from
    // lane to lane.
    SmallPtrSet<Instruction *, 32> stretch;
    for (Instruction &instruction :
         make_early_inc_range(make_range(first->getIterator(), std::next(last->getIterator())))) {
      if ((isa<CallBase>(instruction) && cast<CallBase>(instruction).isConvergent()) ||
          stretch.size() == longestStretch)
        return false;
      const bool waits = any_of(instruction.operands(), [&](const Use &operand) {
        return stretch.contains(dyn_cast<Instruction>(operand));
      });
      if (!waits && !instruction.mayReadOrWriteMemory() &&
          isSafeToSpeculativelyExecute(&instruction))
        instruction.moveBefore(first->getIterator());
      else
        stretch.insert(&instruction);
    }
    makeVersions(*first, *last, pairs);
    remark(function, "neighbouring elements of arguments that may overlap: a version in which they "
                     "do, and one in which they do not");
    return true;
  }

  void findFamilies(BasicBlock &block) {
    families.clear();
    for (Instruction &instruction : block) {
      const std::optional<std::int64_t> step = denseStep(instruction, strides);
      if (!step || getLoadStoreAddressSpace(&instruction) != globalMemory)
        continue;
      const SCEV *address = evolution.getSCEV(getLoadStorePointerOperand(&instruction));
      const auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
      auto *argument = base ? dyn_cast<Argument>(base->getValue()) : nullptr;
      if (!argument)
        continue;
      const SCEV *offset = evolution.removePointerBase(address);
      auto family = find_if(families, [&](const Family &other) {
        return other.argument == argument && other.step == *step &&
               distance(offset, other.offset).has_value();
      });
      if (family != families.end())
        family->accesses.push_back(&instruction);
      else if (families.size() < mostFamilies)
        families.push_back({argument, offset, *step, {&instruction}});
    }
  }

  std::optional<std::int64_t> distance(const SCEV *offset, const SCEV *from) {
    const std::optional<APInt> apart = evolution.computeConstantDifference(offset, from);
    if (!apart || apart->abs().ugt(farApart / 4))
      return std::nullopt;
    return apart->getSExtValue();
  }

  bool isMember(const Instruction &instruction) const {
    return any_of(families, [&](const Family &family) {
      return is_contained(family.accesses, &instruction);
    });
  }

  /// Families of which one stands between neighbours of the other.
  SmallVector<Pair, 4> pairsInTheWay() {
    SmallVector<Pair, 4> pairs;
    for (const Family &stores : families)
      for (const Family &others : families)
        if (stores.argument != others.argument && stores.step == others.step &&
            any_of(stores.accesses, [](Instruction *access) { return isa<StoreInst>(access); }) &&
            (isBetween(others, stores, /*between=*/true) ||
             isBetween(stores, others, /*between=*/false)))
          if (const std::optional<std::int64_t> apart = distance(stores.offset, others.offset))
            pairs.push_back({&stores, &others, *apart});
    return pairs;
  }

  /// Whether accesses of one kind have stores in between, or stores have others in between.
  static bool isBetween(const Family &neighbours, const Family &others, bool between) {
    const auto isOfKind = [&](Instruction *access) { return isa<LoadInst>(access) == between; };
    Instruction *first = nullptr, *last = nullptr;
    for (Instruction *access : neighbours.accesses)
      if (isOfKind(access)) {
        first = first ? first : access;
        last = access;
      }
    return first != last && any_of(others.accesses, [&](Instruction *other) {
             return isa<LoadInst>(other) != between && first->comesBefore(other) &&
                    other->comesBefore(last);
           });
  }

  Value *areFarApart(IRBuilder<> &builder, ArrayRef<Pair> pairs) {
    SmallVector<Value *> conditions;
    for (const Pair &pair : pairs) {
      Type *type = builder.getInt64Ty();
      Value *apart = builder.CreateSub(builder.CreatePtrToInt(pair.stores->argument, type),
                                       builder.CreatePtrToInt(pair.others->argument, type));
      // Beyond either side.
      apart = builder.CreateAdd(apart, builder.getInt64(pair.apart + farApart));
      conditions.push_back(builder.CreateICmpUGT(apart, builder.getInt64(2 * farApart)));
    }
    return builder.CreateAnd(conditions);
  }

  void makeVersions(Instruction &first, Instruction &last, ArrayRef<Pair> pairs) {
    BasicBlock *head = first.getParent();
    BasicBlock *usual = SplitBlock(head, first.getIterator());
    BasicBlock *tail = SplitBlock(usual, std::next(last.getIterator()));
    ValueToValueMapTy map;
    BasicBlock *apart = CloneBasicBlock(usual, map, ".apart", &function);
    apart->moveAfter(usual);
    remapInstructionsInBlocks({apart}, map);
    IRBuilder<> builder(head->getTerminator());
    builder.SetCurrentDebugLocation(first.getDebugLoc());
    builder.CreateCondBr(areFarApart(builder, pairs), apart, usual);
    head->getTerminator()->eraseFromParent();
    for (Instruction &instruction : *usual) {
      if (none_of(instruction.users(),
                  [&](const User *user) { return cast<Instruction>(user)->getParent() != usual; }))
        continue;
      auto *either = PHINode::Create(instruction.getType(), 2, "", tail->begin());
      instruction.replaceUsesOutsideBlock(either, usual);
      either->addIncoming(&instruction, usual);
      either->addIncoming(map[&instruction], apart);
    }
    mark(pairs, map);
  }

  void mark(ArrayRef<Pair> pairs, ValueToValueMapTy &map) {
    LLVMContext &context = function.getContext();
    for (Family &family : families)
      family.name = MDNode::getDistinct(context, {});
    for (const Family &family : families) {
      SmallVector<Metadata *> names{family.name};
      for (const Pair &pair : pairs)
        if (pair.stores == &family || pair.others == &family)
          names.push_back((pair.stores == &family ? pair.others : pair.stores)->name);
      for (Instruction *access : family.accesses)
        cast<Instruction>(map[access])->setMetadata(apartMetadata, MDNode::get(context, names));
    }
  }

  Function &function;
  const Strides &strides;
  ScalarEvolution &evolution;
  SmallVector<Family, 4> families;
};

} // namespace

bool versionOverlaps(Function &function, const Strides &strides,
                     FunctionAnalysisManager &analyses) {
  return !hasMatrixProducts(function) && Versions(function, strides, analyses).run();
}

bool areMarkedApart(const Instruction &a, const Instruction &b) {
  const MDNode *ofA = a.getMetadata(apartMetadata), *ofB = b.getMetadata(apartMetadata);
  return ofA && ofB && is_contained(drop_begin(ofA->operands()), ofB->getOperand(0));
}

const BasicBlock *beforeVersions(const BasicBlock &block) {
  const bool hasMarks = any_of(
      block, [](const Instruction &instruction) { return instruction.hasMetadata(apartMetadata); });
  return hasMarks ? block.getSinglePredecessor() : &block;
}

} // namespace heddle::compiler
