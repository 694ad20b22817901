// What makes one matrix operation of two.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_FUSED_OPERATION_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_FUSED_OPERATION_HPP

#include "compiler/ir/matrix_operation.hpp"
#include "compiler/matrix/nest/tile_shape.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A and B of an operation as tiles have them.
TileShape shapeOfA(const MatrixOperation &op);
TileShape shapeOfB(const MatrixOperation &op);

/// The call with other operands and another shape.
llvm::CallInst *createOperation(llvm::IRBuilder<> &builder, const llvm::CallBase &like,
                                llvm::Value *a, llvm::Value *b, llvm::Value *c, MatrixOperation op);

/// Cuts the result of a fused operation up for those who used `original`, whose rows begin at
/// `firstRow`.
void replaceByRowsOf(llvm::CallBase &original, llvm::IRBuilder<> &builder, llvm::Value *fused,
                     unsigned firstRow, const MatrixOperation &op);

/// Two operations are of one format and one result type.
bool areAlike(const llvm::CallBase &first, const llvm::CallBase &second);

/// What a pass keeps that has changed operations.
llvm::PreservedAnalyses preservedByFusion(bool changed);

} // namespace heddle::compiler

#endif
