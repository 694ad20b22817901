#include "compiler/vectorizer/analysis/refusals.hpp"

#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

std::string describe(Type *type) {
  std::string text;
  raw_string_ostream(text) << *type;
  return text;
}

// Types whose leaves can be elements of vectors.
bool isWidenable(Type *type) {
  if (type->isVoidTy() || type->isMetadataTy())
    return true;
  if (auto *structure = dyn_cast<StructType>(type))
    return all_of(structure->elements(), isWidenable);
  if (auto *array = dyn_cast<ArrayType>(type))
    return array->getNumElements() <= 64 && isWidenable(array->getElementType());
  if (isa<ScalableVectorType>(type))
    return false;
  Type *scalar = type->getScalarType();
  return scalar->isIntegerTy() || scalar->isPointerTy() || scalar->isHalfTy() ||
         scalar->isBFloatTy() || scalar->isFloatTy() || scalar->isDoubleTy();
}

std::optional<Refusal> refusalBesideCalls(const Instruction &instruction) {
  auto refuse = [&](const Twine &reason) { return Refusal{&instruction, reason.str()}; };
  if (!isWidenable(instruction.getType()))
    return refuse("values of type " + describe(instruction.getType()) + " cannot be vectorized");
  if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    if (!variable->isStaticAlloca())
      return refuse("a private variable of run-time size cannot be vectorized");
    return std::nullopt;
  }
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    if (!isa<CallInst>(call) || call->isInlineAsm() || !call->getCalledFunction())
      return refuse("an indirect call or inline assembly cannot be vectorized");
    return std::nullopt;
  }
  if (instruction.isTerminator() && !isa<BranchInst>(instruction) &&
      !isa<ReturnInst>(instruction) && !isa<SwitchInst>(instruction) &&
      !isa<UnreachableInst>(instruction))
    return refuse(Twine("a '") + instruction.getOpcodeName() + "' cannot be vectorized");
  return std::nullopt;
}

std::optional<Refusal> refusalOf(const Instruction &instruction) {
  if (std::optional<Refusal> refusal = refusalBesideCalls(instruction))
    return refusal;
  const auto *call = dyn_cast<CallInst>(&instruction);
  if (!call || internalOp(*call) || isa<IntrinsicInst>(call) || !call->isConvergent())
    return std::nullopt;
  return Refusal{call, ("function '" + call->getCalledFunction()->getName() +
                        "' needs all lanes and has no vector form")
                           .str()};
}

bool needsAllLanes(InternalOp op) {
  switch (op) {
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
  case InternalOp::imageBlockRead:
  case InternalOp::imageBlockWrite:
  case InternalOp::blockRead2d:
  case InternalOp::blockWrite2d:
  case InternalOp::matrixMad:
  case InternalOp::cooperativeLoad:
  case InternalOp::cooperativeStore:
  case InternalOp::cooperativeMad:
  case InternalOp::pairJoin:
    return true;
  default:
    return false;
  }
}

} // namespace

std::optional<Refusal> findRefusal(const Function &kernel) {
  for (const Instruction &instruction : instructions(kernel))
    if (std::optional<Refusal> refusal = refusalOf(instruction))
      return refusal;
  return std::nullopt;
}

std::optional<Refusal> findRefusalBesideCalls(const Function &function) {
  for (const Instruction &instruction : instructions(function))
    if (std::optional<Refusal> refusal = refusalBesideCalls(instruction))
      return refusal;
  return std::nullopt;
}

std::optional<Refusal> findNeedOfAllLanes(const Function &kernel) {
  if (kernel.hasMetadata("intel_reqd_sub_group_size"))
    return Refusal{nullptr, "the kernel requires a sub-group size"};
  for (const Instruction &instruction : instructions(kernel))
    if (std::optional<InternalOp> op = internalOp(instruction))
      if (needsAllLanes(*op))
        return Refusal{&instruction, ("it calls '" + internalOpName(*op) + "'").str()};
  return std::nullopt;
}

} // namespace heddle::compiler
