// The matrix types of builtins/include/joint_matrix_types.h: pointers into address spaces of their
// own as clang leaves them, cooperative matrices as the translator wants them.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_TYPES_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_TYPES_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// The cooperative matrix of sub-group scope that a number of HEDDLE_JOINT_MATRIX_TYPE says; null
/// when it says none.
llvm::TargetExtType *matrixType(llvm::LLVMContext &context, unsigned number);
/// What the matrix type is made of: i8, half, …
llvm::Type *componentType(const llvm::TargetExtType &matrix);

/// A pointer type that stands for a matrix.
bool isMatrixPointer(const llvm::Type *type);

/// The address before it became a generic one.
llvm::Value *withoutCasts(llvm::Value *address);
/// The type of what lies at the address: a variable's, a parameter's, or that of the part of one
/// that was computed; null when nothing says it.
llvm::Type *typeBehind(llvm::Value *address);

/// Types with cooperative matrices in place of the pointers that stand for them.
class MatrixTypes {
public:
  llvm::Type *replace(llvm::Type *type);
  bool hasMatrix(llvm::Type *type) { return replace(type) != type; }

private:
  llvm::Type *replacement(llvm::Type *type);

  llvm::DenseMap<llvm::Type *, llvm::Type *> known;
};

/// Whether a variable, a parameter or a value of the module has a type with matrices in it.
bool usesMatrixTypes(llvm::Module &module, MatrixTypes &types);

/// Gives every variable, value and function of the module its type with cooperative matrices.
///
/// Expects: a module in which nothing reads or writes what a matrix pointer points to but the
///          functions of joint_matrix_functions.h, which are gone; no copies by memcpy.
/// Errors:  what clang takes for pointers and is none, at the line: comparisons, casts, matrices
///          that are not in private memory.
void replaceMatrixTypes(llvm::Module &module, MatrixTypes &types);

} // namespace heddle::compiler

#endif
