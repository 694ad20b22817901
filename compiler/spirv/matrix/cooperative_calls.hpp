// The instructions on cooperative matrices, which the translator's reader leaves as calls.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_COOPERATIVE_CALLS_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_COOPERATIVE_CALLS_HPP

#include "compiler/ir/cooperative_matrix.hpp"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

/// Whether the function stands for an instruction on cooperative matrices.
bool isCooperativeCall(const llvm::Function &declaration);

/// Replaces the call, whose matrix operands and result have become what a work-item holds at this
/// size; `declaration` still has the types of the matrices. Reports an error where the instruction
/// is not allowed or not supported; warns, if that is wanted, of products that the device does not
/// report.
void lowerCooperativeCall(llvm::CallInst &call, const llvm::Function &declaration, unsigned lanes,
                          bool warnsOfShapes);

/// The components of a matrix as elements, and back to what a work-item holds.
llvm::Value *asElements(llvm::IRBuilderBase &builder, llvm::Value *part,
                        const CooperativeMatrix &matrix, unsigned lanes);
llvm::Value *asPart(llvm::IRBuilderBase &builder, llvm::Value *elements,
                    const CooperativeMatrix &matrix, unsigned lanes);

/// OpCooperativeMatrixMulAddKHR on what work-items hold. `operands` are Cooperative Matrix
/// Operands. An error says what was found and what was expected.
struct MatrixProduct {
  CooperativeMatrix a, b, c, result;
  llvm::Value *partA, *partB, *partC;
  unsigned operands;
  unsigned lanes;
};
llvm::Expected<llvm::Value *> createCooperativeMad(llvm::IRBuilderBase &builder,
                                                   const MatrixProduct &product);

} // namespace heddle::compiler

#endif
