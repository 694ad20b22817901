#include "compiler/matrix/words/unroll_word_loops.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/loop_sums.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/plan/unroll_matrix_loops.hpp"
#include "compiler/matrix/words/word_products.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Products that a sum gets between a load and a store: as many as make these two cheap, and not
/// so many that the factors of the rounds leave the first cache.
constexpr unsigned enoughSteps = 32;
constexpr unsigned mostRounds = 4;

unsigned chooseCount(BasicBlock &loop, VectorFeatures features) {
  // Scratch memory of a window is written before it is read.
  if (any_of(loop, [](const Instruction &instruction) {
        return instruction.mayWriteToMemory() && !writesOnlyScratch(instruction);
      }))
    return 1;
  unsigned sums = 0, count = mostRounds;
  for (CallBase *operation : matrixOperationsOf(loop)) {
    const MatrixOperation op = matrixOperation(*operation);
    const std::optional<WordProduct> product = WordProduct::create(op, features);
    if (!product || !isLoopSum(*operation, *operation, op.n))
      return 1;
    // Rounded after each operation.
    if (op.c != MatrixAccumulator::i32 && op.c != MatrixAccumulator::f32)
      return 1;
    sums += op.m * op.n / product->lanes();
    const unsigned steps = op.k * bitsOf(op.a) / 32 * product->prepareA().parts;
    while (count > 1 && steps * count > enoughSteps)
      count /= 2;
  }
  // One register for A and one for B.
  return sums + 2 > features.registers() ? count : 1;
}

} // namespace

PreservedAnalyses UnrollWordLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  SmallVector<std::pair<Loop *, unsigned>> chosen;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->getNumBlocks() == 1)
      if (unsigned count = chooseCount(*loop->getHeader(), features); count > 1)
        chosen.push_back({loop, count});
  if (chosen.empty())
    return PreservedAnalyses::all();
  for (auto [loop, count] : chosen)
    unrollMatrixLoop(*loop, count, function, analyses);
  return PreservedAnalyses::none();
}

} // namespace heddle::compiler
