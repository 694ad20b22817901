// What the Group instructions have in common for both scopes.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_GROUP_OPERATION_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_GROUP_OPERATION_HPP

#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/builtins/memory_semantics.hpp"

namespace heddle::compiler {

inline bool hasScope(const BuiltinCall &call, SpirvScope scope) {
  return call.operandCount() > 0 && call.constantOperand(0) == static_cast<std::uint64_t>(scope);
}

/// Of GroupIAdd, GroupNonUniformSMax and so on.
std::optional<GroupArithmetic> groupArithmetic(llvm::StringRef name);

/// A call of an internal operation whose type follows from its operands.
llvm::Value *internalCall(BuiltinCall &call, InternalOp op, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> operands);

/// (scope, operation, value): one of three internal operations by SPIR-V's Group Operation, for
/// each component. Null when the operation is not one of the three.
llvm::Value *groupReduction(BuiltinCall &call, GroupArithmetic how, InternalOp reduce,
                            InternalOp inclusive, InternalOp exclusive);

} // namespace heddle::compiler

#endif
