#include "compiler/matrix/split_matrix_loops.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/matrix_chains.hpp"
#include "compiler/matrix/tile_values.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A sum of the loop, by its first operation, and the operations that add to it.
struct Chain {
  SmallVector<CallBase *> operations;
};

/// Two by two: each factor that is loaded serves two operations.
constexpr unsigned factorsPerPart = 2;
/// Where the sums have no common factors to share, all but two registers.
constexpr unsigned sumsPerPart = tileRegisters - 2;

class Splitting {
public:
  Splitting(BasicBlock &loop, TileFeatures features) : loop(loop), features(features) {}

  bool run();

private:
  bool isReadOnlyLoop();
  bool collectChains();
  bool staysApart(const Chain &chain) const;
  std::vector<std::vector<unsigned>> parts() const;
  BasicBlock *copyBefore(BasicBlock *next, ValueToValueMapTy &values);
  void takeResultsFrom(const std::vector<unsigned> &part, ValueToValueMapTy &values);
  void remove(Chain &chain, ValueToValueMapTy *values);

  BasicBlock &loop;
  TileFeatures features;
  BasicBlock *before = nullptr;
  BasicBlock *after = nullptr;
  std::vector<Chain> chains;
};

bool Splitting::isReadOnlyLoop() {
  auto *branch = dyn_cast<BranchInst>(loop.getTerminator());
  if (!branch || !branch->isConditional() || !is_contained(branch->successors(), &loop))
    return false;
  after = branch->getSuccessor(branch->getSuccessor(0) == &loop);
  for (BasicBlock *block : predecessors(&loop)) {
    if (block == &loop)
      continue;
    if (before)
      return false;
    before = block;
  }
  return before && after != &loop && none_of(loop, [](const Instruction &instruction) {
           // Scratch memory of a window is written before it is read.
           return instruction.mayWriteToMemory() && !writesOnlyScratch(instruction);
         });
}

bool Splitting::collectChains() {
  for (CallBase *operation : matrixOperationsOf(loop)) {
    if (tileProduct(matrixOperation(*operation), features) == Intrinsic::not_intrinsic)
      return false;
    CallBase *previous = previousInChain(*operation);
    auto chain = find_if(chains, [&](const Chain &candidate) {
      return is_contained(candidate.operations, previous);
    });
    if (chain == chains.end())
      chain = chains.insert(chains.end(), Chain());
    chain->operations.push_back(operation);
  }
  return all_of(chains, [&](const Chain &chain) { return staysApart(chain); });
}

/// True if nothing in the loop, in this round or the next, takes results of the chain but itself:
/// no other operation, of which a half may add to this sum, and no other code.
bool Splitting::staysApart(const Chain &chain) const {
  SmallVector<const Instruction *> work(chain.operations.begin(), chain.operations.end());
  SmallPtrSet<const Instruction *, 32> seen;
  while (!work.empty()) {
    const Instruction *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (const Use &use : value->uses()) {
      const auto *user = cast<Instruction>(use.getUser());
      if (user->getParent() != &loop)
        continue;
      if (isa<ShuffleVectorInst>(user) || isa<PHINode>(user))
        work.push_back(user);
      else if (!is_contained(chain.operations, user) || use.getOperandNo() != 2)
        return false;
    }
  }
  return true;
}

std::vector<std::vector<unsigned>> Splitting::parts() const {
  MapVector<Value *, unsigned> rows, columns;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> grid;
  for (unsigned i = 0; i < chains.size(); ++i) {
    const CallBase &first = *chains[i].operations.front();
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
  for (unsigned i = 0; i < chains.size(); ++i) {
    if (i % sumsPerPart == 0)
      result.emplace_back();
    result.back().push_back(i);
  }
  return result;
}

/// A copy of the loop that runs before `next`, which so far is entered from `before`.
BasicBlock *Splitting::copyBefore(BasicBlock *next, ValueToValueMapTy &values) {
  BasicBlock *copy = CloneBasicBlock(&loop, values, ".part", loop.getParent());
  copy->moveBefore(next);
  values[&loop] = copy;
  for (Instruction &instruction : *copy)
    RemapInstruction(&instruction, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  for (PHINode &phi : copy->phis())
    for (unsigned edge = 0; edge < phi.getNumIncomingValues(); ++edge)
      if (phi.getIncomingBlock(edge) != copy)
        phi.setIncomingBlock(edge, before);
  copy->getTerminator()->replaceSuccessorWith(after, next);
  before->getTerminator()->replaceSuccessorWith(next, copy);
  for (PHINode &phi : next->phis())
    phi.replaceIncomingBlockWith(before, copy);
  return copy;
}

/// Takes the operations of a chain out: their sum stays what it was. values: into a copy.
void Splitting::remove(Chain &chain, ValueToValueMapTy *values) {
  for (CallBase *operation : chain.operations) {
    auto *place = values ? cast<CallBase>((*values)[operation]) : operation;
    place->replaceAllUsesWith(place->getArgOperand(2));
    place->eraseFromParent();
  }
}

/// What is used after the loop of the sums of this part comes from the copy.
void Splitting::takeResultsFrom(const std::vector<unsigned> &part, ValueToValueMapTy &values) {
  SmallVector<Instruction *> work;
  SmallPtrSet<Instruction *, 32> seen;
  for (unsigned index : part)
    for (CallBase *operation : chains[index].operations)
      work.push_back(operation);
  while (!work.empty()) {
    Instruction *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (Use &use : make_early_inc_range(value->uses())) {
      auto *user = cast<Instruction>(use.getUser());
      if (user->getParent() == &loop) {
        if (isa<ShuffleVectorInst>(user) || isa<PHINode>(user))
          work.push_back(user);
      } else {
        use.set(values[value]);
      }
    }
  }
}

bool Splitting::run() {
  if (!isReadOnlyLoop() || !collectChains() || chains.size() + 2 <= tileRegisters)
    return false;
  const std::vector<std::vector<unsigned>> groups = parts();
  if (groups.size() < 2)
    return false;
  remark(*chains.front().operations.front(), [&] {
    return "loop with " + std::to_string(chains.size()) + " sums: run " +
           std::to_string(groups.size()) +
           " times for a part of them, which fits the tile registers";
  });

  // Copies are made while everything is there, and run in order before the loop itself.
  std::vector<std::unique_ptr<ValueToValueMapTy>> copies;
  BasicBlock *next = &loop;
  for (unsigned i = 0; i + 1 < groups.size(); ++i) {
    copies.push_back(std::make_unique<ValueToValueMapTy>());
    next = copyBefore(next, *copies.back());
  }
  for (unsigned i = 0; i + 1 < groups.size(); ++i)
    takeResultsFrom(groups[i], *copies[i]);
  for (unsigned i = 0; i < groups.size(); ++i)
    for (unsigned chain = 0; chain < chains.size(); ++chain)
      if (i + 1 < groups.size() && !is_contained(groups[i], chain))
        remove(chains[chain], copies[i].get());
  for (unsigned chain = 0; chain < chains.size(); ++chain)
    if (!is_contained(groups.back(), chain))
      remove(chains[chain], nullptr);
  return true;
}

} // namespace

PreservedAnalyses SplitMatrixLoopsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : function)
    blocks.push_back(&block);
  bool changed = false;
  for (BasicBlock *block : blocks)
    changed |= Splitting(*block, features).run();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
