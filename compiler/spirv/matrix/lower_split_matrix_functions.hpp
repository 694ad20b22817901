// Matrix functions that two sub-groups call together.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_LOWER_SPLIT_MATRIX_FUNCTIONS_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_LOWER_SPLIT_MATRIX_FUNCTIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns calls of the functions of cl_intel_subgroup_split_matrix_multiply_accumulate
/// (builtins/include/subgroup_split_matrix.def) into pair_join, which brings the rows of A
/// together, and an ordinary matrix_mad.
///
/// Expects: a module read from SPIR-V, in which they are declarations with OpenCL C's mangled
/// names. Leaves:  no call of these functions. A name of theirs with other types is an error.
/// Placed before anything is optimized: the declarations lack `convergent`.
class LowerSplitMatrixFunctionsPass : public llvm::PassInfoMixin<LowerSplitMatrixFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
