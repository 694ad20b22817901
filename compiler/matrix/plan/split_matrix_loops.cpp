#include "compiler/matrix/plan/split_matrix_loops.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/tile_shape.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A sum of the loop: the operations that add to it, and all that carries it from one to the next.
struct Sum {
  SmallVector<CallBase *> operations;
  SmallSetVector<Instruction *, 32> values;
};

/// Two by two: each factor that is loaded serves two operations.
constexpr unsigned factorsPerPart = 2;
/// Where the sums have no common factors to share, all but two registers.
constexpr unsigned sumsPerPart = tileRegisters - 2;

class Splitting {
public:
  Splitting(Loop &loop, LoopInfo &loops, DominatorTree &dominators, TileFeatures features)
      : loop(loop), loops(loops), dominators(dominators), features(features) {}

  bool run();

private:
  bool isReadOnlyLoop() const;
  bool collectSums();
  bool collectValues(Sum &sum) const;
  std::vector<std::vector<unsigned>> parts() const;
  void copyBefore(BasicBlock &preheader, ValueToValueMapTy &values);
  void takeResultsFrom(const std::vector<unsigned> &part, ValueToValueMapTy &values);
  static void remove(const Sum &sum, ValueToValueMapTy *values);

  Loop &loop;
  LoopInfo &loops;
  DominatorTree &dominators;
  TileFeatures features;
  std::vector<Sum> sums;
};

bool Splitting::isReadOnlyLoop() const {
  return loop.isLoopSimplifyForm() && loop.getExitingBlock() && loop.getExitBlock() &&
         loop.isSafeToClone() && none_of(loop.blocks(), [](const BasicBlock *block) {
           return any_of(*block, [](const Instruction &instruction) {
             // Scratch memory of a window is written before it is read.
             return instruction.mayWriteToMemory() && !writesOnlyScratch(instruction);
           });
         });
}

/// Follows the sum through the loop. False if anything in it, in this round or the next, takes the
/// sum but operations that add to it: other code, or an operation of which a half may do so.
bool Splitting::collectValues(Sum &sum) const {
  for (unsigned i = 0; i < sum.values.size(); ++i)
    for (const Use &use : sum.values[i]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!loop.contains(user))
        continue;
      auto *operation = dyn_cast<CallBase>(user);
      if (operation && internalOp(*operation) == InternalOp::simdMatrixMad &&
          use.getOperandNo() == 2)
        sum.values.insert(operation);
      else if (isa<ShuffleVectorInst>(user) || isa<PHINode>(user))
        sum.values.insert(user);
      else
        return false;
    }
  return true;
}

bool Splitting::collectSums() {
  SmallVector<CallBase *> operations;
  for (BasicBlock *block : loop.blocks())
    append_range(operations, matrixOperationsOf(*block));
  for (CallBase *operation : operations) {
    if (tileProduct(matrixOperation(*operation), features) == Intrinsic::not_intrinsic)
      return false;
    if (any_of(sums, [&](const Sum &sum) { return sum.values.contains(operation); }))
      continue;
    Sum sum;
    sum.values.insert(operation);
    if (!collectValues(sum))
      return false;
    // Halves that meet are in what follows from each.
    for (const Sum &other : sums)
      if (any_of(sum.values, [&](Instruction *value) { return other.values.contains(value); }))
        return false;
    for (CallBase *member : operations)
      if (sum.values.contains(member))
        sum.operations.push_back(member);
    sums.push_back(std::move(sum));
  }
  return true;
}

std::vector<std::vector<unsigned>> Splitting::parts() const {
  MapVector<Value *, unsigned> rows, columns;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> grid;
  for (unsigned i = 0; i < sums.size(); ++i) {
    const CallBase &first = *sums[i].operations.front();
    const unsigned row = rows.try_emplace(first.getArgOperand(0), rows.size()).first->second;
    const unsigned column =
        columns.try_emplace(first.getArgOperand(1), columns.size()).first->second;
    grid[{row / factorsPerPart, column / factorsPerPart}].push_back(i);
  }
  std::vector<std::vector<unsigned>> result;
  if (rows.size() >= factorsPerPart && columns.size() >= factorsPerPart) {
    for (auto &[place, members] : grid)
      result.push_back(members);
    return result;
  }
  for (unsigned i = 0; i < sums.size(); ++i) {
    if (i % sumsPerPart == 0)
      result.emplace_back();
    result.back().push_back(i);
  }
  return result;
}

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
void Splitting::remove(const Sum &sum, ValueToValueMapTy *values) {
  for (CallBase *operation : sum.operations) {
    auto *place = values ? cast<CallBase>((*values)[operation]) : operation;
    place->replaceAllUsesWith(place->getArgOperand(2));
    place->eraseFromParent();
  }
}

/// What is used behind the loop of the sums of this part comes from the copy.
void Splitting::takeResultsFrom(const std::vector<unsigned> &part, ValueToValueMapTy &values) {
  for (unsigned index : part)
    for (Instruction *value : sums[index].values)
      value->replaceUsesWithIf(values[value], [&](const Use &use) {
        return !loop.contains(cast<Instruction>(use.getUser()));
      });
}

bool Splitting::run() {
  if (!isReadOnlyLoop() || !collectSums() || sums.size() + 2 <= tileRegisters)
    return false;
  const std::vector<std::vector<unsigned>> groups = parts();
  if (groups.size() < 2)
    return false;
  remark(*sums.front().operations.front(), [&] {
    return "loop with " + std::to_string(sums.size()) + " sums: run " +
           std::to_string(groups.size()) +
           " times for a part of them, which fits the tile registers";
  });

  // Copies are made while everything is there, and run in order before the loop itself.
  BasicBlock *before = loop.getLoopPreheader();
  BasicBlock *preheader = SplitBlock(before, before->getTerminator(), &dominators, &loops);
  std::vector<std::unique_ptr<ValueToValueMapTy>> copies;
  for (unsigned i = 0; i + 1 < groups.size(); ++i) {
    copies.push_back(std::make_unique<ValueToValueMapTy>());
    copyBefore(*preheader, *copies.back());
  }
  for (unsigned i = 0; i + 1 < groups.size(); ++i)
    takeResultsFrom(groups[i], *copies[i]);
  for (unsigned i = 0; i < groups.size(); ++i)
    for (unsigned sum = 0; sum < sums.size(); ++sum)
      if (!is_contained(groups[i], sum))
        remove(sums[sum], i + 1 < groups.size() ? copies[i].get() : nullptr);
  return true;
}

} // namespace

PreservedAnalyses SplitMatrixLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  SmallVector<Loop *> split;
  // The outer ones first: what goes round an outer loop would stay in registers behind an inner
  // one.
  for (Loop *loop : loops.getLoopsInPreorder())
    if (none_of(split, [&](const Loop *outer) { return outer->contains(loop); }) &&
        Splitting(*loop, loops, dominators, features).run())
      split.push_back(loop);
  return split.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace heddle::compiler
