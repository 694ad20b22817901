// Work-item and sub-group queries: built-in variables of SPIR-V, which the reader presents as
// functions of a dimension.
#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// A query of the whole ND-range or sub-group: i32 ().
Value *query(BuiltinCall &call, InternalOp op) {
  auto *type = FunctionType::get(call.builder.getInt32Ty(), /*isVarArg=*/false);
  return call.builder.CreateCall(getInternalOp(call.module(), op, type));
}

/// A query of one dimension: i64 (i32).
Value *query(BuiltinCall &call, InternalOp op, unsigned dimension) {
  auto *type = FunctionType::get(call.builder.getInt64Ty(), {call.builder.getInt32Ty()},
                                 /*isVarArg=*/false);
  return call.builder.CreateCall(getInternalOp(call.module(), op, type),
                                 {call.builder.getInt32(dimension)});
}

/// group_id * enqueued_local_size + local_id, without the offset. The size of the last group may
/// differ, the enqueued one is what the groups before it have.
Value *idWithoutOffset(BuiltinCall &call, unsigned dimension) {
  IRBuilder<> &builder = call.builder;
  Value *group = builder.CreateMul(query(call, InternalOp::groupId, dimension),
                                   query(call, InternalOp::enqueuedLocalSize, dimension), "",
                                   /*HasNUW=*/true, /*HasNSW=*/true);
  return builder.CreateAdd(group, query(call, InternalOp::localId, dimension), "",
                           /*HasNUW=*/true, /*HasNSW=*/true);
}

/// (id(2) * size(1) + id(1)) * size(0) + id(0)
Value *linear(BuiltinCall &call, InternalOp size, function_ref<Value *(unsigned)> id) {
  IRBuilder<> &builder = call.builder;
  Value *result = id(2);
  for (unsigned dimension : {1u, 0u})
    result =
        builder.CreateAdd(builder.CreateMul(result, query(call, size, dimension)), id(dimension));
  return result;
}

std::optional<InternalOp> plainQuery(StringRef base) {
  return StringSwitch<std::optional<InternalOp>>(base)
      .Case("BuiltInWorkDim", InternalOp::workDim)
      .Case("BuiltInSubgroupSize", InternalOp::subGroupSize)
      .Case("BuiltInSubgroupMaxSize", InternalOp::maxSubGroupSize)
      .Case("BuiltInNumSubgroups", InternalOp::numSubGroups)
      .Case("BuiltInNumEnqueuedSubgroups", InternalOp::enqueuedNumSubGroups)
      .Case("BuiltInSubgroupId", InternalOp::subGroupId)
      .Case("BuiltInSubgroupLocalInvocationId", InternalOp::subGroupLocalId)
      .Default(std::nullopt);
}

std::optional<InternalOp> dimensionQuery(StringRef base) {
  return StringSwitch<std::optional<InternalOp>>(base)
      .Case("BuiltInGlobalSize", InternalOp::globalSize)
      .Case("BuiltInGlobalOffset", InternalOp::globalOffset)
      .Case("BuiltInWorkgroupSize", InternalOp::localSize)
      .Case("BuiltInEnqueuedWorkgroupSize", InternalOp::enqueuedLocalSize)
      .Case("BuiltInNumWorkgroups", InternalOp::numGroups)
      .Case("BuiltInWorkgroupId", InternalOp::groupId)
      .Case("BuiltInLocalInvocationId", InternalOp::localId)
      .Default(std::nullopt);
}

/// The value for `dimension`, null for a name that is not a query of dimensions.
Value *queryDimension(BuiltinCall &call, unsigned dimension) {
  if (call.base() == "BuiltInGlobalInvocationId")
    return query(call, InternalOp::globalId, dimension);
  if (std::optional<InternalOp> op = dimensionQuery(call.base()))
    return query(call, *op, dimension);
  return nullptr;
}

} // namespace

bool lowerWorkItemQuery(BuiltinCall &call) {
  if (!call.base().starts_with("BuiltIn"))
    return false;

  Value *value = nullptr;
  if (std::optional<InternalOp> op = plainQuery(call.base())) {
    value = query(call, *op);
  } else if (call.base() == "BuiltInGlobalLinearId") {
    value = linear(call, InternalOp::globalSize,
                   [&](unsigned dimension) { return idWithoutOffset(call, dimension); });
  } else if (call.base() == "BuiltInLocalInvocationIndex") {
    value = linear(call, InternalOp::localSize,
                   [&](unsigned dimension) { return query(call, InternalOp::localId, dimension); });
  } else {
    if (call.operandCount() != 1)
      return false;
    std::optional<std::uint64_t> dimension = call.constantOperand(0);
    // Of a pointer that goes on by bytes, as LLVM writes them since pointers have no types, the
    // reader gives the bytes for the number of the component, which has eight.
    if (constexpr std::uint64_t bytes = 8; dimension && *dimension > 2 && *dimension % bytes == 0)
      dimension = *dimension / bytes;
    if (!dimension || *dimension > 2)
      return false;
    value = queryDimension(call, *dimension);
  }
  if (!value)
    return false;
  call.replaceWith(call.builder.CreateZExtOrTrunc(value, call.type()));
  return true;
}

} // namespace heddle::compiler
