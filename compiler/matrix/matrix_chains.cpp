#include "compiler/matrix/matrix_chains.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/matrix/lane_vectors.hpp"

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

unsigned countMatrixChains(BasicBlock &block) {
  unsigned chains = 0;
  for (CallBase *operation : matrixOperationsOf(block))
    chains += !previousInChain(*operation);
  return chains;
}

} // namespace heddle::compiler
