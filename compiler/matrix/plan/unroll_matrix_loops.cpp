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

/// How many rounds fill the tiles of all operations; 1 where their factors do not go on in memory.
unsigned roundsTogether(BasicBlock &loop, TileFeatures features) {
  // Windows of two rounds that lie side by side will be one: merge-block-windows.
  AddressPolynomials polynomials(loop.getDataLayout(), /*throughWindows=*/true);
  unsigned rounds = 0;
  for (CallBase *operation : matrixOperationsOf(loop)) {
    MatrixOperation op = matrixOperation(*operation);
    const TileShape shapeA{op.m, depthBytes(op)};
    const TileShape shapeB{depthBytes(op) / 4, op.n * 4};
    unsigned deepest = 1;
    for (op.k *= 2; tileProduct(op, features) != Intrinsic::not_intrinsic; op.k *= 2)
      deepest *= 2;
    rounds = rounds ? std::min(rounds, deepest) : deepest;

    std::optional<RowLoads> a = findRowLoads(polynomials, operation->getArgOperand(0), shapeA);
    if (!a)
      return 1;
    std::optional<AddressPolynomial> stepA = polynomials.stepOf(a->first, loop);
    if (!stepA || stepA->constant() != shapeA.rowBytes)
      return 1;
    if (std::optional<RowLoads> b =
            findRowLoads(polynomials, operation->getArgOperand(1), shapeB)) {
      std::optional<AddressPolynomial> stepB = polynomials.stepOf(b->first, loop);
      if (!stepB || !(*stepB == b->stride * shapeB.rows))
        return 1;
    }
  }
  return std::max(rounds, 1u);
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
  SmallVector<std::pair<Loop *, unsigned>> chosen;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (const unsigned rounds =
            loop->getNumBlocks() == 1 ? roundsTogether(*loop->getHeader(), features) : 1;
        rounds > 1)
      chosen.push_back({loop, rounds});
  if (chosen.empty())
    return PreservedAnalyses::all();
  for (auto [loop, rounds] : chosen)
    unrollMatrixLoop(*loop, rounds, function, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
