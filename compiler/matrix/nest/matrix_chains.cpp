#include "compiler/matrix/nest/matrix_chains.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

SmallVector<CallBase *> matrixOperationsOf(BasicBlock &block) {
  SmallVector<CallBase *> operations;
  for (Instruction &instruction : block)
    if (internalOp(instruction) == InternalOp::simdMatrixMad)
      operations.push_back(cast<CallBase>(&instruction));
  return operations;
}

CallBase *previousInChain(const CallBase &operation) {
  Value *sum = operation.getArgOperand(2);
  const unsigned columns = matrixOperation(operation).n;
  const unsigned lanes = cast<FixedVectorType>(sum->getType())->getNumElements();
  Value *previous = nullptr;
  for (unsigned lane = 0; lane < lanes; lane += columns) {
    auto [source, place] = sourceOfLanes(sum, lane, columns);
    if (place != lane || source->getType() != sum->getType() || (previous && source != previous))
      return nullptr;
    previous = source;
  }
  auto *call = dyn_cast_or_null<CallBase>(previous);
  if (!call || call->getParent() != operation.getParent() ||
      internalOp(*call) != InternalOp::simdMatrixMad)
    return nullptr;
  return call;
}

SmallVector<MatrixChain>
matrixChains(BasicBlock &block, function_ref<bool(const CallBase &, const CallBase &)> goesOn) {
  SmallVector<MatrixChain> chains;
  for (CallBase *operation : matrixOperationsOf(block)) {
    CallBase *previous = previousInChain(*operation);
    const auto known =
        find_if(chains, [&](const MatrixChain &chain) { return chain.back() == previous; });
    if (previous && known != chains.end() && goesOn(*previous, *operation))
      known->push_back(operation);
    else
      chains.push_back({operation});
  }
  return chains;
}

unsigned countMatrixChains(BasicBlock &block) {
  unsigned chains = 0;
  for (CallBase *operation : matrixOperationsOf(block))
    chains += !previousInChain(*operation);
  return chains;
}

bool dependsOn(const Instruction &user, ArrayRef<const Instruction *> earlier) {
  SmallVector<const Instruction *> work{&user};
  SmallPtrSet<const Instruction *, 32> seen;
  while (!work.empty())
    for (const Use &operand : work.pop_back_val()->operands()) {
      auto *instruction = dyn_cast<Instruction>(operand);
      if (!instruction || isa<PHINode>(instruction) || instruction->getParent() != user.getParent())
        continue;
      if (is_contained(earlier, instruction))
        return true;
      if (earlier.front()->comesBefore(instruction) && seen.insert(instruction).second)
        work.push_back(instruction);
    }
  return false;
}

bool isUsedOnlyAfter(const Instruction &result, const Instruction &end) {
  for (const User *user : result.users()) {
    auto *instruction = cast<Instruction>(user);
    if (instruction->getParent() != end.getParent() || isa<PHINode>(instruction) ||
        end.comesBefore(instruction))
      continue;
    if (!isa<ShuffleVectorInst>(instruction) || !isUsedOnlyAfter(*instruction, end))
      return false;
  }
  return true;
}

bool feedsOnly(const Value &result, const CallBase &next) {
  constexpr unsigned sum = 2;
  return all_of(result.uses(), [&](const Use &use) {
    const User *user = use.getUser();
    return user == &next ? use.getOperandNo() == sum
                         : isa<ShuffleVectorInst>(user) && feedsOnly(*user, next);
  });
}

SmallVector<SmallVector<CallBase *>> independentGroups(ArrayRef<CallBase *> operations) {
  SmallVector<SmallVector<CallBase *>> groups;
  for (CallBase *call : operations) {
    if (!groups.empty()) {
      SmallVector<CallBase *> &last = groups.back();
      const SmallVector<const Instruction *> members(last.begin(), last.end());
      if (!dependsOn(*call, members) &&
          all_of(last, [&](CallBase *member) { return isUsedOnlyAfter(*member, *call); })) {
        last.push_back(call);
        continue;
      }
    }
    groups.push_back({call});
  }
  return groups;
}

void sinkWithCuts(Instruction &result, Instruction &place) {
  SmallVector<Instruction *> moved{&result};
  for (unsigned i = 0; i < moved.size(); ++i) {
    moved[i]->moveBefore(place.getIterator());
    for (User *user : moved[i]->users())
      if (auto *cut = cast<Instruction>(user);
          cut->getParent() == place.getParent() && !isa<PHINode>(cut) && cut->comesBefore(&place))
        moved.push_back(cut);
  }
}

} // namespace heddle::compiler
