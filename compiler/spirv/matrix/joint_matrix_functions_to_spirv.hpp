// The joint_matrix functions of programs, as instructions on SPIR-V's cooperative matrices.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_FUNCTIONS_TO_SPIRV_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_JOINT_MATRIX_FUNCTIONS_TO_SPIRV_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns calls of the functions of builtins/include/joint_matrix_functions.h into calls that the
/// translator writes as instructions of SPV_KHR_cooperative_matrix and SPV_INTEL_joint_matrix, and
/// the pointers that stand for matrices into matrices.
///
/// Expects: a module of the front end, not optimized.
/// Leaves:  in a module that uses matrices, functions declared always_inline are inlined and
/// private
///          variables of functions with such calls are values; other modules are as they were. What
///          a program does with a matrix that cannot be is reported as an error.
/// Placed before the SPIR-V writer: matrices are types only from here on.
class JointMatrixFunctionsToSpirvPass
    : public llvm::PassInfoMixin<JointMatrixFunctionsToSpirvPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
