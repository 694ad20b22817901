#include "compiler/matrix/plan/split_matrix_loops.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/plan/matrix_plan.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

class Splitting {
public:
  Splitting(const MatrixNest &nest, LoopInfo &loops, DominatorTree &dominators)
      : loop(*nest.loop), sums(nest.sums), loops(loops), dominators(dominators) {}

  void run(ArrayRef<SmallVector<unsigned>> parts);

private:
  void copyBefore(BasicBlock &preheader, ValueToValueMapTy &values);
  void takeResultsFrom(ArrayRef<unsigned> part, ValueToValueMapTy &values);
  static void remove(const NestSum &sum, ValueToValueMapTy *values);

  Loop &loop;
  ArrayRef<NestSum> sums;
  LoopInfo &loops;
  DominatorTree &dominators;
};

/// A copy of the loop that runs between what is in front of the preheader, an empty block, and
/// that.
void Splitting::copyBefore(BasicBlock &preheader, ValueToValueMapTy &values) {
  BasicBlock *before = preheader.getSinglePredecessor();
  SmallVector<BasicBlock *> blocks;
  cloneLoopWithPreheader(&preheader, before, &loop, values, ".part", &loops, &dominators, blocks);
  remapInstructionsInBlocks(blocks, values);
  before->getTerminator()->replaceSuccessorWith(&preheader, cast<BasicBlock>(values[&preheader]));
  auto *exiting = cast<BasicBlock>(values[loop.getExitingBlock()]);
  exiting->getTerminator()->replaceSuccessorWith(loop.getExitBlock(), &preheader);
  dominators.changeImmediateDominator(&preheader, exiting);
}

/// Takes the operations of a sum out: it stays what it was. values: into a copy.
void Splitting::remove(const NestSum &sum, ValueToValueMapTy *values) {
  for (CallBase *operation : sum.operations) {
    auto *place = values ? cast<CallBase>((*values)[operation]) : operation;
    place->replaceAllUsesWith(place->getArgOperand(2));
    place->eraseFromParent();
  }
}

/// What is used behind the loop of the sums of this part comes from the copy.
void Splitting::takeResultsFrom(ArrayRef<unsigned> part, ValueToValueMapTy &values) {
  for (unsigned index : part)
    for (Instruction *value : sums[index].values)
      value->replaceUsesWithIf(values[value], [&](const Use &use) {
        return !loop.contains(cast<Instruction>(use.getUser()));
      });
}

void Splitting::run(ArrayRef<SmallVector<unsigned>> parts) {
  // Copies are made while everything is there, and run in order before the loop itself.
  BasicBlock *before = loop.getLoopPreheader();
  BasicBlock *preheader = SplitBlock(before, before->getTerminator(), &dominators, &loops);
  std::vector<std::unique_ptr<ValueToValueMapTy>> copies;
  for (unsigned i = 0; i + 1 < parts.size(); ++i) {
    copies.push_back(std::make_unique<ValueToValueMapTy>());
    copyBefore(*preheader, *copies.back());
  }
  for (unsigned i = 0; i + 1 < parts.size(); ++i)
    takeResultsFrom(parts[i], *copies[i]);
  for (unsigned i = 0; i < parts.size(); ++i)
    for (unsigned sum = 0; sum < sums.size(); ++sum)
      if (!is_contained(parts[i], sum))
        remove(sums[sum], i + 1 < parts.size() ? copies[i].get() : nullptr);
}

bool mayBeCopied(const Loop &loop) {
  return loop.isLoopSimplifyForm() && loop.getExitingBlock() && loop.getExitBlock() &&
         loop.isSafeToClone();
}

} // namespace

PreservedAnalyses SplitMatrixLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<Loop *> split;
  // The outer ones first: what goes round an outer loop would stay in registers behind an inner
  // one.
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (any_of(split, [&](const Loop *outer) { return outer->contains(loop); }) ||
        !mayBeCopied(*loop))
      continue;
    const std::optional<MatrixNest> nest = MatrixNest::create(*loop);
    if (!nest)
      continue;
    const auto parts = partsOfNest(*nest, target);
    if (parts.size() < 2)
      continue;
    remark(*nest->operations.front(), [&] {
      return "loop with " + std::to_string(nest->sums.size()) + " sums: run " +
             std::to_string(parts.size()) +
             " times for a part of them, which fits the tile registers";
    });
    Splitting(*nest, loops, dominators).run(parts);
    split.push_back(loop);
  }
  return split.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
