// Elements of C and D between their format and the one that sums have.
#ifndef HEDDLE_COMPILER_IR_ACCUMULATORS_HPP
#define HEDDLE_COMPILER_IR_ACCUMULATORS_HPP

#include "compiler/ir/matrix_operation.hpp"

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// Elements of C as i32 or float, exact.
llvm::Value *widenAccumulator(llvm::IRBuilderBase &builder, llvm::Value *elements,
                              MatrixAccumulator format);

/// Sums as elements of D, rounded once.
llvm::Value *narrowAccumulator(llvm::IRBuilderBase &builder, llvm::Value *sums,
                               MatrixAccumulator format);

} // namespace heddle::compiler

#endif
