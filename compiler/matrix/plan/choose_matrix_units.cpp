#include "compiler/matrix/plan/choose_matrix_units.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/plan/matrix_plan.hpp"
#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

void keepFromTiles(CallBase &operation) {
  auto *operands = cast<ConstantInt>(operation.getArgOperand(6));
  const std::uint64_t bits = operands->getZExtValue() & ~std::uint64_t(matrixAsBFloats);
  operation.setArgOperand(6, ConstantInt::get(operands->getType(), bits | matrixInWords));
}

/// Takes the tiles from sums that others add to as well, which have none. Returns whether there are
/// any.
bool keepMixedSumsFromTiles(const MatrixNest &nest, const MatrixTarget &target) {
  bool changed = false;
  for (const NestSum &sum : nest.sums) {
    const auto hasTiles = [&](const CallBase *operation) {
      return tileProduct(matrixOperation(*operation), target.tiles) != Intrinsic::not_intrinsic;
    };
    if (all_of(sum.operations, hasTiles))
      continue;
    for (CallBase *operation : make_filter_range(sum.operations, hasTiles)) {
      keepFromTiles(*operation);
      changed = true;
    }
  }
  return changed;
}

/// Groups of nests whose sums become one another's: where only some of them took the tiles, the
/// sums would move between the two, which costs more than what the others save.
EquivalenceClasses<unsigned> nestsThatShareSums(const std::vector<MatrixNest> &nests) {
  EquivalenceClasses<unsigned> groups;
  DenseMap<const Instruction *, unsigned> nestOf;
  for (const auto &[index, nest] : enumerate(nests)) {
    groups.insert(index);
    for (const NestSum &sum : nest.sums)
      for (const Instruction *value : sum.values)
        nestOf.try_emplace(value, index);
  }
  for (const auto &[index, nest] : enumerate(nests)) {
    SmallSetVector<const Instruction *, 32> behind;
    for (const NestSum &sum : nest.sums)
      behind.insert(sum.values.begin(), sum.values.end());
    for (unsigned i = 0; i < behind.size(); ++i) {
      const auto other = nestOf.find(behind[i]);
      if (other != nestOf.end() && other->second != index) {
        groups.unionSets(index, other->second);
        continue;
      }
      for (const User *user : behind[i]->users())
        if (isa<PHINode, ShuffleVectorInst>(user) || nestOf.contains(cast<Instruction>(user)))
          behind.insert(cast<Instruction>(user));
    }
  }
  return groups;
}

} // namespace

PreservedAnalyses ChooseMatrixUnitsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  MatrixTarget withoutTiles = target;
  withoutTiles.tiles = {};
  std::vector<MatrixNest> nests =
      MatrixNest::findInnermost(function, analyses.getResult<LoopAnalysis>(function));
  const EquivalenceClasses<unsigned> groups = nestsThatShareSums(nests);
  SmallSet<unsigned, 8> onTiles; // leaders of groups with a nest that does better there
  struct Slow {
    unsigned nest;
    MatrixCost tiles, words;
  };
  SmallVector<Slow> slow;
  bool changed = false;
  for (auto &&[index, nest] : enumerate(nests)) {
    const MatrixPlan tiles = planNest(nest, target);
    if (tiles.unit == MatrixUnit::words)
      changed |= keepMixedSumsFromTiles(nest, target);
    if (tiles.unit != MatrixUnit::tiles)
      continue;
    if (tiles.cost.transfer != 0) {
      const MatrixPlan words = planNest(nest, withoutTiles);
      if (words.unit == MatrixUnit::words && words.cost.cycles() < tiles.cost.cycles()) {
        slow.push_back({unsigned(index), tiles.cost, words.cost});
        continue;
      }
    }
    onTiles.insert(groups.getLeaderValue(index));
  }
  for (const Slow &one : slow) {
    if (onTiles.contains(groups.getLeaderValue(one.nest)))
      continue;
    const MatrixNest &nest = nests[one.nest];
    remark(*nest.operations.front(), [&] {
      return formatv("no tiles: {0:F0} cycles in place of {1:F0}, {2:F0} of them between tiles and "
                     "vector registers",
                     one.words.cycles(), one.tiles.cycles(), one.tiles.transfer)
          .str();
    });
    for (CallBase *operation : nest.operations)
      keepFromTiles(*operation);
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
