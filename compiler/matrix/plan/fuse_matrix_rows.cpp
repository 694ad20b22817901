#include "compiler/matrix/plan/fuse_matrix_rows.hpp"

#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/plan/fused_operation.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *operandOf(const CallBase &call, unsigned index) { return call.getArgOperand(index); }

class RowFusion {
public:
  RowFusion(BasicBlock &block, TileFeatures features)
      : block(block), features(features), polynomials(block.getDataLayout()) {}

  bool run() {
    bool changed = orderByChains();
    const bool isCrowded = countMatrixChains(block) > MatrixTarget::sumsInTiles;
    // Sums that meet the same B one after another stay together from one to the next.
    for (bool again = true; again; changed |= again)
      again = fuseChains(isCrowded);
    for (bool again = true; again;) {
      again = false;
      SmallVector<CallBase *> operations = matrixOperationsOf(block);
      for (unsigned i = 0; i < operations.size() && !again; ++i)
        for (unsigned j = i + 1; j < operations.size() && !again; ++j)
          again = tryToFuse(*operations[i], *operations[j], isCrowded);
      changed |= again;
    }
    return changed;
  }

private:
  /// Operations that are there at the same time come in the order of their sums, so that two sums
  /// meet in one order in all steps of a chain: people multiply rows down in one step and up in the
  /// next, to have a factor at hand.
  bool orderByChains() {
    DenseMap<const CallBase *, unsigned> chainOf;
    for (const auto &[number, chain] : enumerate(matrixChains(block, areAlike)))
      for (const CallBase *operation : chain)
        chainOf[operation] = static_cast<unsigned>(number);
    const auto comesEarlier = [&](const CallBase *first, const CallBase *second) {
      return chainOf.lookup(first) < chainOf.lookup(second);
    };
    bool changed = false;
    for (SmallVector<CallBase *> &group : independentGroups(matrixOperationsOf(block))) {
      if (is_sorted(group, comesEarlier))
        continue;
      Instruction *behind = group.back()->getNextNode();
      llvm::sort(group, comesEarlier);
      for (CallBase *operation : group)
        sinkWithCuts(*operation, *behind);
      changed = true;
    }
    return changed;
  }

  bool fuseChains(bool isCrowded) {
    const SmallVector<MatrixChain> chains = matrixChains(block, areAlike);
    for (unsigned i = 0; i < chains.size(); ++i)
      for (unsigned j = i + 1; j < chains.size(); ++j) {
        if (chains[i].size() != chains[j].size() ||
            any_of(zip(chains[i], chains[j]), [](auto pair) {
              auto [upper, lower] = pair;
              return operandOf(*upper, 1) != operandOf(*lower, 1) || lower->comesBefore(upper);
            }))
          continue;
        // From the end, as a sum may only be used behind the place of both operations.
        unsigned left = chains[i].size();
        while (left && tryToFuse(*chains[i][left - 1], *chains[j][left - 1], isCrowded))
          --left;
        if (left < chains[i].size())
          return true;
      }
    return false;
  }

  bool tryToFuse(CallBase &upper, CallBase &lower, bool isCrowded) {
    if (operandOf(upper, 1) != operandOf(lower, 1) || !areAlike(upper, lower))
      return false;
    const MatrixOperation op = matrixOperation(upper);
    MatrixOperation both = op;
    both.m = 2 * op.m;
    if (matrixOperation(lower).k != op.k || tileProduct(both, features) == Intrinsic::not_intrinsic)
      return false;
    if (dependsOn(lower, {&upper}) || !isUsedOnlyAfter(upper, lower))
      return false;

    IRBuilder<> builder(&lower);
    Value *a = joinLanes(builder, {operandOf(upper, 0), operandOf(lower, 0)});
    // Rows that lie apart would have to be put together each time, as bfloats always are.
    if (!isCrowded && !op.asBFloats &&
        findRowLoads(polynomials, operandOf(upper, 0), shapeOfA(op)) &&
        !findRowLoads(polynomials, a, shapeOfA(both))) {
      RecursivelyDeleteTriviallyDeadInstructions(a);
      return false;
    }
    Value *c = joinLanes(builder, {operandOf(upper, 2), operandOf(lower, 2)});
    Value *d = createOperation(builder, lower, a, operandOf(upper, 1), c, both);
    sinkWithCuts(upper, lower);
    builder.SetInsertPoint(&upper);
    replaceByRowsOf(upper, builder, d, 0, op);
    builder.SetInsertPoint(&lower);
    replaceByRowsOf(lower, builder, d, op.m, op);
    return true;
  }

  BasicBlock &block;
  TileFeatures features;
  AddressPolynomials polynomials;
};

} // namespace

PreservedAnalyses FuseMatrixRowsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= RowFusion(block, features).run();
  return preservedByFusion(changed);
}

} // namespace heddle::compiler
