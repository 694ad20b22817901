#include "compiler/matrix/tiles/order_sum_phis.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// The phis that hand a row on, in the order in which they are to stand.
using Order = MapVector<PHINode *, unsigned>;

/// Enters the phi that `row` is, and those that it comes from.
void enter(Value *row, Order &order) {
  SmallVector<Value *> work{row};
  while (!work.empty()) {
    auto *phi = dyn_cast_or_null<PHINode>(work.pop_back_val());
    if (phi && order.try_emplace(phi, order.size()).second)
      append_range(work, phi->incoming_values());
  }
}

Order orderOfPhis(Function &function) {
  // By the first piece of B: the operand itself may have been joined for each operation.
  MapVector<Value *, SmallVector<CallBase *>> operationsWithB;
  for (BasicBlock &block : function)
    for (CallBase *operation : matrixOperationsOf(block)) {
      const unsigned columns = matrixOperation(*operation).n;
      operationsWithB[sourceOfLanes(operation->getArgOperand(1), 0, columns).first].push_back(
          operation);
    }
  Order order;
  for (const auto &[b, operations] : operationsWithB)
    for (const CallBase *operation : operations) {
      Value *sum = operation->getArgOperand(2);
      const unsigned columns = matrixOperation(*operation).n;
      const unsigned lanes = cast<FixedVectorType>(sum->getType())->getNumElements();
      for (unsigned lane = 0; lane < lanes; lane += columns)
        enter(findLanes(sum, lane, columns), order);
    }
  return order;
}

} // namespace

PreservedAnalyses OrderSumPhisPass::run(Function &function, FunctionAnalysisManager &) {
  if (none_of(instructions(function), [](const Instruction &instruction) {
        const std::optional<InternalOp> op = internalOp(instruction);
        return op && isSuspension(*op);
      }))
    return PreservedAnalyses::all();
  const Order order = orderOfPhis(function);
  SmallDenseMap<BasicBlock *, Instruction *> last;
  for (const auto &[phi, place] : order) {
    Instruction *&previous = last[phi->getParent()];
    if (previous)
      phi->moveAfter(previous);
    else if (phi != &phi->getParent()->front())
      phi->moveBefore(phi->getParent()->begin());
    previous = phi;
  }
  if (order.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
