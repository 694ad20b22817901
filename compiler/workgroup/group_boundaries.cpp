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
    return GroupBoundaries::invisible;
  case InternalOp::groupShortage:
    return GroupBoundaries::visibleInTail;
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
    if (isLocalPointer(instruction) ||
        any_of(instruction.operands(), [](const Use &operand) { return isLocalPointer(*operand); }))
      return GroupBoundaries::visible;
    // Smaller numbers see more.
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
