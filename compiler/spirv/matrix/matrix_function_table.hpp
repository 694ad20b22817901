// The overloads of the sub-group matrix functions, by name and LLVM type.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_MATRIX_FUNCTION_TABLE_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_MATRIX_FUNCTION_TABLE_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <string>

namespace heddle::compiler {

/// One row of builtins/include/subgroup_matrix.def.
struct MatrixFunction {
  llvm::StringLiteral name;
  unsigned k;
  llvm::StringLiteral a, b, c; ///< OpenCL C types
  unsigned operands;

  /// Whether OpSubgroupMatrixMultiplyAccumulateINTEL can say it. In modules the others stay what
  /// they are in OpenCL C: calls of a function that is defined elsewhere.
  bool hasInstruction() const;
};

/// All of them, in the order of the file.
llvm::ArrayRef<MatrixFunction> matrixFunctions();

/// One row of builtins/include/subgroup_scaled_matrix.def.
struct ScaledMatrixFunction {
  llvm::StringLiteral name;
  unsigned k;
  llvm::StringLiteral c, d, scales; ///< OpenCL C types
  unsigned operands;
};

/// The LLVM type of an OpenCL C type of the table, such as "ushort8".
llvm::Type *typeNamed(llvm::StringRef name, llvm::LLVMContext &context);

/// "name" of an Itanium-mangled "_Z<length>name…", empty if it is none.
llvm::StringRef baseName(llvm::StringRef mangled);

/// Whether a row has this name.
bool isMatrixFunction(llvm::StringRef name);

/// The row with this name and these types, null if there is none. Signedness does not count: LLVM
/// types have none, and the name says it.
const MatrixFunction *findMatrixFunction(llvm::StringRef name, llvm::FunctionType &type);

/// The same for functions with scales.
const ScaledMatrixFunction *findScaledMatrixFunction(llvm::StringRef name,
                                                     llvm::FunctionType &type);

/// "no overload of NAME takes (TYPES)".
std::string noOverloadMessage(llvm::StringRef name, llvm::FunctionType &type);

} // namespace heddle::compiler

#endif
