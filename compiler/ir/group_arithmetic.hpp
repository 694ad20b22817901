// The operations of reductions and scans on single values.
#ifndef HEDDLE_COMPILER_IR_GROUP_ARITHMETIC_HPP
#define HEDDLE_COMPILER_IR_GROUP_ARITHMETIC_HPP

#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// What changes no result of the operation. `type` is a scalar.
llvm::Constant *neutralValue(llvm::Type *type, GroupArithmetic arithmetic);

/// The specification's identity of an exclusive scan; it differs from the neutral value only in the
/// sign of zero.
llvm::Constant *scanIdentity(llvm::Type *type, GroupArithmetic arithmetic);

llvm::Value *combine(llvm::IRBuilderBase &builder, GroupArithmetic arithmetic, llvm::Value *a,
                     llvm::Value *b);

} // namespace heddle::compiler

#endif
