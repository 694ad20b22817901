#include "compiler/matrix/plan/unroll_matrix_loops.hpp"

#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/nest/tile_shape.hpp"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool pays(BasicBlock &loop, TileFeatures features) {
  // Windows of two rounds that lie side by side will be one: merge-block-windows.
  AddressPolynomials polynomials(loop.getDataLayout(), /*throughWindows=*/true);
  const SmallVector<CallBase *> operations = matrixOperationsOf(loop);
  for (CallBase *operation : operations) {
    MatrixOperation op = matrixOperation(*operation);
    const TileShape shapeA{op.m, depthBytes(op)};
    const TileShape shapeB{depthBytes(op) / 4, op.n * 4};
    op.k *= 2;
    if (tileProduct(op, features) == Intrinsic::not_intrinsic)
      return false;
    // Some operations are in pairs already.
    if (previousInChain(*operation))
      return false;

    std::optional<RowLoads> a = findRowLoads(polynomials, operation->getArgOperand(0), shapeA);
    if (!a)
      return false;
    std::optional<AddressPolynomial> stepA = polynomials.stepOf(a->first, loop);
    if (!stepA || stepA->constant() != shapeA.rowBytes)
      return false;
    if (std::optional<RowLoads> b =
            findRowLoads(polynomials, operation->getArgOperand(1), shapeB)) {
      std::optional<AddressPolynomial> stepB = polynomials.stepOf(b->first, loop);
      if (!stepB || !(*stepB == b->stride * shapeB.rows))
        return false;
    }
  }
  return !operations.empty();
}

} // namespace

bool unrollMatrixLoop(Loop &loop, unsigned count, Function &function,
                      FunctionAnalysisManager &analyses) {
  UnrollLoopOptions options{};
  options.Count = count;
  options.Runtime = true;
  options.AllowExpensiveTripCount = true;
  options.ForgetAllSCEV = true;
  options.SCEVExpansionBudget = 16;
  const LoopUnrollResult result =
      UnrollLoop(&loop, options, &analyses.getResult<LoopAnalysis>(function),
                 &analyses.getResult<ScalarEvolutionAnalysis>(function),
                 &analyses.getResult<DominatorTreeAnalysis>(function),
                 &analyses.getResult<AssumptionAnalysis>(function),
                 &analyses.getResult<TargetIRAnalysis>(function),
                 &analyses.getResult<OptimizationRemarkEmitterAnalysis>(function),
                 /*PreserveLCSSA=*/true);
  return result != LoopUnrollResult::Unmodified;
}

PreservedAnalyses UnrollMatrixLoopsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  SmallVector<Loop *> chosen;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->getNumBlocks() == 1 && pays(*loop->getHeader(), features))
      chosen.push_back(loop);
  if (chosen.empty())
    return PreservedAnalyses::all();
  for (Loop *loop : chosen)
    unrollMatrixLoop(*loop, 2, function, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
