#include "compiler/workgroup/group_boundaries.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/workgroup/entry_builder.hpp"

#include "llvm/IR/InstIterator.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

using abi::GroupBoundaries;

namespace {

/// What an operation may tell of work-groups.
GroupBoundaries boundariesThrough(InternalOp op) {
  switch (op) {
  case InternalOp::workDim:
  case InternalOp::globalOffset:
  case InternalOp::globalSize:
  case InternalOp::globalId:
  case InternalOp::addressSpaceOf:
  case InternalOp::byteDot:
  case InternalOp::imageRead:
  case InternalOp::imageWrite:
  case InternalOp::print:
  case InternalOp::argumentBefore:
  case InternalOp::argumentSize:
  case InternalOp::argumentWritable:
  case InternalOp::argumentReadable:
  case InternalOp::argumentWritten:
  case InternalOp::isTraced:
  case InternalOp::finding:
  case InternalOp::mayFind:
  case InternalOp::touched:
    return GroupBoundaries::invisible;
  case InternalOp::groupShortage:
    return GroupBoundaries::visibleInTail;
  case InternalOp::localId:
  case InternalOp::groupId:
  case InternalOp::localSize:
  case InternalOp::enqueuedLocalSize:
  case InternalOp::numGroups:
    return GroupBoundaries::haveIds;
  case InternalOp::workGroupBarrier:
  case InternalOp::workGroupCopy:
    return GroupBoundaries::shareMemory;
  default:
    return GroupBoundaries::visible;
  }
}

bool isLocalPointer(const Value &value) {
  auto *pointer = dyn_cast<PointerType>(value.getType()->getScalarType());
  return pointer && pointer->getAddressSpace() == localAddressSpace;
}

} // namespace

GroupBoundaries findGroupBoundaries(const Function &kernel) {
  auto result = GroupBoundaries::invisible;
  for (const Instruction &instruction : instructions(kernel)) {
    // Smaller numbers see more.
    if (isLocalPointer(instruction) ||
        any_of(instruction.operands(), [](const Use &operand) { return isLocalPointer(*operand); }))
      result = std::min(result, GroupBoundaries::shareMemory);
    if (std::optional<InternalOp> op = internalOp(instruction))
      result = std::min(result, boundariesThrough(*op));
  }
  return result;
}

GroupBoundaries groupBoundaries(const Function &function) {
  return static_cast<GroupBoundaries>(
      function.getFnAttributeAsParsedInteger(groupBoundariesAttribute, 0));
}

} // namespace heddle::compiler
