#include "compiler/vectorizer/transform/lower_single_lane.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/group_arithmetic.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

bool isLowered(InternalOp op) {
  switch (op) {
  case InternalOp::subGroupBarrier:
  case InternalOp::subGroupAll:
  case InternalOp::subGroupAny:
  case InternalOp::subGroupBroadcast:
  case InternalOp::subGroupReduce:
  case InternalOp::subGroupScanInclusive:
  case InternalOp::subGroupScanExclusive:
  case InternalOp::subGroupClusteredReduce:
  case InternalOp::subGroupBallot:
  case InternalOp::subGroupShuffle:
  case InternalOp::subGroupShufflePair:
  case InternalOp::blockRead:
  case InternalOp::blockWrite:
  case InternalOp::blockPrefetch:
  case InternalOp::converged:
  case InternalOp::sameInLanes:
  case InternalOp::mayFind:
    return true;
  default:
    return false;
  }
}

// Pointers of elements of 64 bits may be aligned to 4 bytes only.
Align blockAlign(Type *type) { return Align(std::min(type->getScalarSizeInBits() / 8, 4u)); }

// What the call gives with one lane; null for one that gives nothing.
Value *lowered(CallInst &call, InternalOp op) {
  IRBuilder<> builder(&call);
  switch (op) {
  case InternalOp::subGroupBarrier:
    builder.CreateFence(AtomicOrdering::AcquireRelease);
    return nullptr;
  case InternalOp::subGroupScanExclusive:
    return scanIdentity(
        call.getType(),
        static_cast<GroupArithmetic>(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue()));
  case InternalOp::blockRead: {
    Type *type = call.getType();
    return builder.CreateAlignedLoad(type, call.getArgOperand(0), blockAlign(type));
  }
  case InternalOp::blockWrite: {
    Value *data = call.getArgOperand(1);
    builder.CreateAlignedStore(data, call.getArgOperand(0), blockAlign(data->getType()));
    return nullptr;
  }
  case InternalOp::blockPrefetch:
  // One lane is all there are.
  case InternalOp::converged:
  case InternalOp::sameInLanes:
    return nullptr;
  case InternalOp::mayFind: {
    auto *type = FunctionType::get(builder.getInt1Ty(), /*isVarArg=*/false);
    Module &module = *call.getModule();
    return builder.CreateOr(call.getArgOperand(0),
                            builder.CreateCall(getInternalOp(module, InternalOp::isTraced, type)));
  }
  case InternalOp::subGroupBallot:
    return builder.CreateZExt(call.getArgOperand(0), call.getType());
  case InternalOp::subGroupShufflePair:
    return builder.CreateSelect(builder.CreateIsNull(call.getArgOperand(2)), call.getArgOperand(0),
                                call.getArgOperand(1));
  default:
    return call.getArgOperand(0);
  }
}

} // namespace

bool lowerSingleLane(Function &function) {
  bool isWhole = true;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (!op)
      continue;
    const bool isMatrix = *op == InternalOp::matrixMad || *op == InternalOp::pairJoin ||
                          (*op >= InternalOp::cooperativeLoad && *op <= InternalOp::cooperativeMad);
    if (isMatrix || *op == InternalOp::blockRead2d || *op == InternalOp::blockWrite2d) {
      reportError(instruction, (isMatrix ? "a matrix operation" : "a 2D block") +
                                   Twine(" needs a sub-group of more work-items than 1"));
      isWhole = false;
      continue;
    }
    if (!isLowered(*op))
      continue;
    auto &call = cast<CallInst>(instruction);
    if (Value *value = lowered(call, *op))
      call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }
  return isWhole;
}

} // namespace heddle::compiler
