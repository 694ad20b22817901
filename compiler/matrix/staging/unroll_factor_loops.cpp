#include "compiler/matrix/staging/unroll_factor_loops.hpp"

#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/index_forms.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of one loop: the rows of a factor, or the elements of a lane's word or column.
constexpr std::int64_t mostRounds = 32;
/// That a nest of them may become, before most of these go: as many as LLVM unrolls loops with the
/// mark to.
constexpr std::int64_t mostInstructions = 1 << 14;

bool holds(const Loop &loop, function_ref<bool(const Instruction &)> is) {
  return any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, is); });
}

/// How many rounds it has; nothing if that is no constant.
std::optional<std::int64_t> roundsOf(const Loop &loop, const LoopInfo &loops) {
  for (const PHINode &phi : loop.getHeader()->phis())
    if (const std::optional<LoopCounter> counter = loopCounter(phi, loops))
      if (const auto *start = dyn_cast<ConstantInt>(counter->start))
        return (counter->end - start->getSExtValue() + counter->step - 1) / counter->step;
  return std::nullopt;
}

/// What the loop becomes without it and those inside; more than the most if one cannot go.
std::int64_t instructionsOf(const Loop &loop, const LoopInfo &loops) {
  const std::optional<std::int64_t> rounds = roundsOf(loop, loops);
  if (!rounds || *rounds > mostRounds)
    return mostInstructions + 1;
  std::int64_t all = 0;
  for (const BasicBlock *block : loop.blocks())
    if (loops.getLoopFor(block) == &loop)
      all += static_cast<std::int64_t>(block->size());
  for (const Loop *inner : loop)
    all += instructionsOf(*inner, loops);
  return std::min(all * *rounds, mostInstructions + 1);
}

} // namespace

PreservedAnalyses UnrollFactorLoopsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    const Loop *around = loop->getParentLoop();
    if (!around || !holds(*around, isSubGroupProduct) || holds(*loop, isSubGroupProduct) ||
        holds(*loop, writesOrSynchronizes) || instructionsOf(*loop, loops) > mostInstructions)
      continue;
    for (Loop *inner : loop->getLoopsInPreorder())
      addStringMetadataToLoop(inner, "llvm.loop.unroll.full");
  }
  return PreservedAnalyses::all();
}

} // namespace heddle::compiler
