#include "compiler/matrix/staging/unroll_factor_loops.hpp"

#include "compiler/ir/shared_memory.hpp"
#include "compiler/matrix/staging/index_forms.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Of one loop: the rows of a factor, or the elements of a lane's word or column.
constexpr std::int64_t mostRounds = 32;
/// Of one that multiplies: longer ones are a product of their own, of which a loop around has
/// several, and are packed and planned as the loop that they are.
constexpr std::int64_t mostRoundsOfProducts = 16;
/// That a nest of them may become, before most of these go: as many as LLVM unrolls loops with the
/// mark to.
constexpr std::int64_t mostInstructions = 1 << 14;

/// Of a loop that multiplies, when it has been unrolled with all inside: more take too long to
/// compile.
constexpr std::int64_t mostProducts = 64;

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

/// Each round for itself: the array stays in memory as long as the loop is there.
bool choosesPrivateElements(const Loop &loop) {
  return holds(loop, [&](const Instruction &instruction) {
    const auto *address = dyn_cast<GetElementPtrInst>(&instruction);
    return address && !loop.hasLoopInvariantOperands(address) &&
           isa<AllocaInst>(getUnderlyingObject(address));
  });
}

/// By a pragma or an attribute of the program.
bool isHeldBack(const Loop &loop) {
  return findOptionMDForLoop(&loop, "llvm.loop.unroll.disable") ||
         findOptionMDForLoop(&loop, "llvm.loop.unroll.count");
}

void markForUnrolling(Loop &loop) {
  // What holds it back was meant for another machine's registers and code.
  if (MDNode *id = loop.getLoopID(); id && choosesPrivateElements(loop))
    loop.setLoopID(makePostTransformationMetadata(id->getContext(), id, {"llvm.loop.unroll."}, {}));
  addStringMetadataToLoop(&loop, "llvm.loop.unroll.full");
}

} // namespace

std::int64_t countInRound(const Loop &loop, const LoopInfo &loops, std::int64_t most,
                          function_ref<bool(const Instruction &)> is) {
  std::int64_t all = 0;
  for (const BasicBlock *block : loop.blocks())
    if (loops.getLoopFor(block) == &loop)
      all += count_if(*block, is);
  for (const Loop *inner : loop)
    if (const std::int64_t each = countInRound(*inner, loops, most, is)) {
      const std::optional<std::int64_t> rounds = roundsOf(*inner, loops);
      all += rounds ? each * *rounds : most + 1;
    }
  return std::min(all, most + 1);
}

PreservedAnalyses UnrollFactorLoopsPass::run(Function &function,
                                             FunctionAnalysisManager &analyses) {
  const auto &loops = analyses.getResult<LoopAnalysis>(function);
  const bool multiplies = any_of(instructions(function), isSubGroupProduct);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    const Loop *around = loop->getParentLoop();
    const std::optional<std::int64_t> rounds = roundsOf(*loop, loops);
    const auto isLongerThan = [&](std::int64_t most, function_ref<bool(const Instruction &)> is) {
      return *rounds * countInRound(*loop, loops, most, is) > most;
    };
    if (!rounds || isLongerThan(mostProducts, isSubGroupProduct) ||
        isLongerThan(mostInstructions, [](const Instruction &) { return true; }) ||
        any_of(loop->getLoopsInPreorder(), [&](const Loop *inner) {
          return roundsOf(*inner, loops).value_or(0) >
                 (holds(*inner, isSubGroupProduct) ? mostRoundsOfProducts : mostRounds);
        }))
      continue;
    if (around && holds(*around, isSubGroupProduct) && !holds(*loop, writesOrSynchronizes)) {
      for (Loop *inner : loop->getLoopsInPreorder())
        markForUnrolling(*inner);
    } else if (multiplies && isHeldBack(*loop) && choosesPrivateElements(*loop)) {
      // Sums begin there, or are stored.
      markForUnrolling(*loop);
    }
  }
  return PreservedAnalyses::all();
}

} // namespace heddle::compiler
