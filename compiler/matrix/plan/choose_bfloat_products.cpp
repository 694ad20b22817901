#include "compiler/matrix/plan/choose_bfloat_products.hpp"

#include "compiler/matrix/factors/bfloat_factors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/plan/tile_products.hpp"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned registerWords = 16;

/// Cycles for converting a register of words.
unsigned conversionCycles(MatrixElement element) { return element == MatrixElement::f16 ? 12 : 6; }

/// True if the operations, all of sums of bfloats, take less time on tiles.
bool pays(ArrayRef<CallBase *> operations) {
  SmallPtrSet<const Value *, 16> converted;
  unsigned conversion = 0, multiplication = 0;
  for (const CallBase *operation : operations) {
    const MatrixOperation op = matrixOperation(*operation);
    const unsigned words[] = {op.m * depthBytes(op) / 4, op.n * depthBytes(op) / 4};
    for (unsigned factor : {0, 1})
      if (converted.insert(operation->getArgOperand(factor)).second)
        conversion += divideCeil(words[factor] * conversionCycles(op.a), registerWords);
    multiplication += op.m * op.k * divideCeil(op.n, registerWords) / 2;
  }
  return conversion < multiplication;
}

bool chooseIn(BasicBlock &block, TileFeatures features) {
  SmallVector<CallBase *> chosen, sums;
  for (CallBase *operation : matrixOperationsOf(block)) {
    const MatrixOperation op = matrixOperation(*operation);
    if (hasTilesOfBFloats(op, features))
      (isSumOfBFloats(op.a) ? sums : chosen).push_back(operation);
  }
  if (pays(sums))
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
