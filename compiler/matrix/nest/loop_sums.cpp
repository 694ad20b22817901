#include "compiler/matrix/nest/loop_sums.hpp"

#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

unsigned lanesOf(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

bool isLoop(const BasicBlock &block) {
  auto *branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1) &&
         is_contained(branch->successors(), &block);
}

/// The row that this user cuts out of the result, if that is what it does.
std::optional<unsigned> rowCut(User *user, const CallBase &operation, unsigned columns) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
  if (!shuffle || lanesOf(shuffle) != columns)
    return std::nullopt;
  auto [source, first] = sourceOfLanes(shuffle, 0, columns);
  if (source != &operation || first % columns)
    return std::nullopt;
  return first / columns;
}

/// A block on the way out of the loop, and on no other.
BasicBlock *blockBehind(BasicBlock &latch, BasicBlock &header) {
  auto *branch = cast<BranchInst>(latch.getTerminator());
  BasicBlock *exit = branch->getSuccessor(branch->getSuccessor(0) == &header);
  if (exit->getSinglePredecessor() && exit->phis().empty())
    return exit;
  BasicBlock *behind =
      BasicBlock::Create(latch.getContext(), "matrix.behind", latch.getParent(), exit);
  BranchInst::Create(exit, behind);
  branch->replaceSuccessorWith(exit, behind);
  exit->replacePhiUsesWith(&latch, behind);
  return behind;
}

} // namespace

bool isLoopSum(const CallBase &first, const CallBase &last, unsigned columns) {
  const BasicBlock *block = first.getParent();
  if (!isLoop(*block))
    return false;
  Value *sum = first.getArgOperand(2);
  SmallVector<const PHINode *> phis;
  for (unsigned lane = 0; lane < lanesOf(sum); lane += columns) {
    auto *phi = dyn_cast_or_null<PHINode>(findLanes(sum, lane, columns));
    if (!phi || phi->getParent() != block || !feedsOnly(*phi, first))
      return false;
    Value *next = phi->getIncomingValueForBlock(block);
    if (sourceOfLanes(next, 0, columns) !=
        std::pair<Value *, unsigned>(const_cast<CallBase *>(&last), lane))
      return false;
    phis.push_back(phi);
  }
  return all_of(last.users(), [&](const User *user) {
    const std::optional<unsigned> row = rowCut(const_cast<User *>(user), last, columns);
    return row && all_of(user->users(), [&](const User *place) {
             return place == phis[*row] || cast<Instruction>(place)->getParent() != block;
           });
  });
}

Value *sumOverRounds(Instruction &place, BasicBlock &header, Value *value) {
  IRBuilder<> builder(&header, header.begin());
  PHINode *before = builder.CreatePHI(value->getType(), 2, "matrix.excess");
  builder.SetInsertPoint(&place);
  Value *sum = builder.CreateAdd(before, value);
  for (BasicBlock *block : predecessors(&header))
    before->addIncoming(block == place.getParent() ? sum : Constant::getNullValue(value->getType()),
                        block);
  return sum;
}

void replaceBehindLoop(CallBase &operation, BasicBlock &header, unsigned columns,
                       function_ref<Value *(IRBuilderBase &, unsigned)> rowBehind) {
  BasicBlock *behind = blockBehind(*operation.getParent(), header);
  IRBuilder<> builder(behind, behind->getFirstInsertionPt());
  SmallVector<Value *> made(lanesOf(&operation) / columns, nullptr);
  for (User *cut : operation.users()) {
    const unsigned row = *rowCut(cut, operation, columns);
    for (Use &use : make_early_inc_range(cut->uses())) {
      if (cast<Instruction>(use.getUser())->getParent() == &header)
        continue;
      if (!made[row])
        made[row] = rowBehind(builder, row);
      use.set(made[row]);
    }
  }
}

BasicBlock *blockInFront(BasicBlock &header, const BasicBlock &latch) {
  BasicBlock *front = nullptr;
  for (BasicBlock *block : predecessors(&header)) {
    if (block == &latch)
      continue;
    if (front)
      return nullptr;
    front = block;
  }
  return front && front->getSingleSuccessor() ? front : nullptr;
}

} // namespace heddle::compiler
