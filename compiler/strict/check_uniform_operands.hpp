// Checks of operands that all work-items of a group have to give alike.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_UNIFORM_OPERANDS_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_UNIFORM_OPERANDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a check in front of each function whose operands must be the same in a group: for a
/// sub-group, of those of its work-items that are there; for a work-group, of the runtime, since no
/// code sees more than one sub-group of it.
///
/// Expects: calls of SPIR-V instructions by their names, cooperative matrices as operations.
/// Leaves:  `same_in_lanes` and `touched` operations in front of them.
/// Placed beside check-convergence, in front of what forgets operands, as the events of a wait.
class CheckUniformOperandsPass : public llvm::PassInfoMixin<CheckUniformOperandsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
