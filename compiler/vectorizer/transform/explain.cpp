// What the widener did with memory accesses and calls, in words. The masked variant does the same
// under a mask, so that only the other one is told.
#include "compiler/vectorizer/transform/widener.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/vectorizer/analysis/reasons.hpp"

#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

std::string bytes(int64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

} // namespace

void Widener::explainAccess(const Instruction &access, AccessWay way, int64_t step) {
  if (!explains)
    return;
  const Value *pointer = getLoadStorePointerOperand(&access);
  const bool isLoad = isa<LoadInst>(access);
  std::optional<Stride> stride = analyses.strides.of(pointer);
  const bool isGuarded = stride && stride->guarded;
  // The way out of a guarded access: told with the other way.
  if (isGuarded &&
      (way == AccessWay::scattered || way == AccessWay::wholeOfLanes || way == AccessWay::laneLoop))
    return;
  const std::string mask = maskIsFull() ? "" : " under a mask";
  std::string text;
  switch (way) {
  case AccessWay::uniform:
    text = "uniform, one scalar " + std::string(isLoad ? "load" : "store") + " for all lanes";
    break;
  case AccessWay::lastLane:
    text = "uniform address, the value of the last active lane is stored";
    break;
  case AccessWay::consecutive:
    text = "consecutive, one vector" + mask;
    break;
  case AccessWay::backwards:
    text = "consecutive backwards, one vector and a shuffle" + mask;
    break;
  case AccessWay::vectors:
    text = "consecutive vectors of " + bytes(step) + ", wide accesses and shuffles" + mask;
    break;
  case AccessWay::wholeVectors:
    text = "consecutive vectors of " + bytes(step) + ", wide accesses" + mask;
    break;
  case AccessWay::gaps:
    text = "strided, " + bytes(step) + " from lane to lane: " +
           (isLoad ? "wide loads and shuffles" : "shuffles and wide stores of some elements") +
           mask;
    break;
  case AccessWay::interleaved:
    text = "private memory with its lanes side by side, one vector";
    break;
  case AccessWay::strided:
    text = "strided, " + bytes(step) + " from lane to lane: " +
           (maskIsFull() ? "one access for each lane"
            : isLoad     ? "a gather"
                         : "a scatter") +
           mask;
    break;
  case AccessWay::wholeOfLanes:
    text = "vectors of " + bytes(step) + " at any places, " +
           (step <= 8 ? std::string(isLoad ? "one gather" : "one scatter") + " of words"
                      : std::string(isLoad ? "a load" : "a store") + " for each lane") +
           mask;
    if (!stride)
      text += ", " +
              reasonForNoStep(*pointer, analyses.strides, analyses.uniformity, analyses.dominators);
    break;
  case AccessWay::scattered:
    text = std::string(isLoad ? "gather" : "scatter") + mask + ", " +
           reasonForNoStep(*pointer, analyses.strides, analyses.uniformity, analyses.dominators);
    break;
  case AccessWay::laneLoop:
    text = "lane loop: atomic, or of a size that is no whole number of bytes";
    break;
  }
  if (isGuarded) {
    const Value *increment = analyses.strides.incrementIn(*pointer);
    const Type *type = getLoadStoreType(&access);
    // widen_small_steps.cpp
    const bool isEach = increment && type->isIntOrPtrTy() && type->getScalarSizeInBits() <= 16;
    text += std::string(isEach   ? "; shuffles or one access for each lane"
                        : isLoad ? "; a gather"
                                 : "; a scatter") +
            (increment ? " where " + describeValue(*increment) + " is not 1"
                       : " where the index wraps or begins a new row between lanes") +
            " (checked at run time)";
  }
  const bool isCostly = isGuarded || way == AccessWay::strided || way == AccessWay::wholeOfLanes ||
                        way == AccessWay::scattered || way == AccessWay::laneLoop;
  remark(
      access,
      [&] { return (isLoad ? "load of " : "store to ") + describeObject(*pointer) + ": " + text; },
      isCostly ? RemarkKind::costly : RemarkKind::decision);
}

void Widener::explainLaneLoop(const Instruction &instruction) {
  if (!explains)
    return;
  if (getLoadStorePointerOperand(&instruction))
    return explainAccess(instruction, AccessWay::laneLoop);
  auto *call = dyn_cast<CallBase>(&instruction);
  remark(
      instruction,
      [&]() -> std::string {
        if (internalOp(instruction) == InternalOp::print)
          return "call of printf: lane loop, the work-items print one after another";
        if (call)
          return "call of " + demangle(call->getCalledFunction()->getName().str()) +
                 ": lane loop, it has no form for vectors";
        if (isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction))
          return "atomic operation on " + describeObject(*instruction.getOperand(0)) +
                 ": lane loop, one after another";
        return std::string(instruction.getOpcodeName()) + ": lane loop, it has no form for vectors";
      },
      RemarkKind::costly);
}

void Widener::explainAs(const Instruction &instruction, StringRef text, RemarkKind kind) {
  if (explains)
    remark(instruction, [&] { return text.str(); }, kind);
}

void Widener::explainVectorCall(const CallInst &call, StringRef form, unsigned times) {
  if (!explains)
    return;
  remark(call, [&] {
    return "call of " + demangle(call.getCalledFunction()->getName().str()) + ": " +
           (times == 1 ? "" : std::to_string(times) + " times ") + "the vector form " + form.str();
  });
}

void Widener::explainPrivate(const AllocaInst &variable) {
  if (!explains)
    return;
  const PrivateLayout &place = analyses.privateMemory.layout(variable);
  uint64_t size = layout.getTypeAllocSize(variable.getAllocatedType());
  remark(
      variable,
      [&] {
        return "private variable " + describeObject(variable) + ": in memory, " +
               bytes(static_cast<int64_t>(size)) + " a work-item, " +
               (place.isInterleaved()
                    ? "element by element with the lanes side by side"
                    : "one work-item behind the other, since its address escapes or "
                      "its elements are accessed in several sizes");
      },
      RemarkKind::costly);
}

} // namespace heddle::compiler
