// What a debugger is told about matrices.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_DEBUG_INFO_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_DEBUG_INFO_HPP

#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Makes structures called joint_matrix, of which nothing is known, out of the pointers that debug
/// information has for matrices: SPIR-V has no storage class for their address spaces.
void replaceMatrixDebugTypes(llvm::Module &module);

} // namespace heddle::compiler

#endif
