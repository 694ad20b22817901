#include "compiler/matrix/plan/choose_bfloat_products.hpp"

#include "compiler/matrix/factors/bfloat_factors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/plan/matrix_cost.hpp"
#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool chooseIn(BasicBlock &block, TileFeatures features) {
  SmallVector<CallBase *> chosen, sums;
  for (CallBase *operation : matrixOperationsOf(block)) {
    const MatrixOperation op = matrixOperation(*operation);
    if (hasTilesOfBFloats(op, features))
      (isSumOfBFloats(op.a) ? sums : chosen).push_back(operation);
  }
  if (payAsBFloats(sums, {features}))
    chosen.append(sums);
  for (CallBase *operation : chosen) {
    auto *operands = cast<ConstantInt>(operation->getArgOperand(6));
    operation->setArgOperand(
        6, ConstantInt::get(operands->getType(), operands->getZExtValue() | matrixAsBFloats));
  }
  return !chosen.empty();
}

} // namespace

PreservedAnalyses ChooseBfloatProductsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= chooseIn(block, features);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
