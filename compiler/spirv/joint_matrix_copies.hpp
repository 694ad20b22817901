// Copies of structures that hold matrices: a matrix has no bytes that could be copied.
#ifndef HEDDLE_COMPILER_SPIRV_JOINT_MATRIX_COPIES_HPP
#define HEDDLE_COMPILER_SPIRV_JOINT_MATRIX_COPIES_HPP

#include "compiler/spirv/joint_matrix_types.hpp"

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Turns memcpy, memmove and memset on variables with matrices into loads and stores of the
/// matrices, and such calls for what lies between them.
///
/// Expects: the module of the front end, in which address computations name the types they walk.
/// Errors:  a copy through pointers that may hold matrices for all that can be seen.
void expandMatrixCopies(llvm::Module &module, MatrixTypes &types);

} // namespace heddle::compiler

#endif
