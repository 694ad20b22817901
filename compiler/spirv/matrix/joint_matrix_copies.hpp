// Copies of structures that hold matrices: a matrix has no bytes that could be copied.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_COPIES_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_COPIES_HPP

#include "compiler/spirv/matrix/joint_matrix_types.hpp"

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Lets addresses of parts of variables with matrices walk the types that the variables have: clang
/// initializes structures through types of the same layout, which they no longer are once matrices
/// are in them.
///
/// Expects: the module of the front end.
void renameWalkedTypes(llvm::Module &module, MatrixTypes &types);

/// Turns memcpy, memmove and memset on variables with matrices into loads and stores of the
/// matrices, and such calls for what lies between them.
///
/// Expects: a module in which address computations name the types they walk.
/// Errors:  a copy through pointers that may hold matrices for all that can be seen.
void expandMatrixCopies(llvm::Module &module, MatrixTypes &types);

} // namespace heddle::compiler

#endif
