// Checks of what matrix functions are given.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_MATRIX_FUNCTIONS_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_MATRIX_FUNCTIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts findings in front of matrix instructions whose operands word contradicts itself or what
/// the matrices hold, which the lowering takes, and a check in front of split matrix functions:
/// the last of an odd number of sub-groups has no partner.
///
/// Expects: calls of SPIR-V instructions by their names, and `pair_join` operations.
/// Leaves:  `finding` operations in front of them.
/// Placed beside check-convergence, in front of lower-subgroup-matrix.
class CheckMatrixFunctionsPass : public llvm::PassInfoMixin<CheckMatrixFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
