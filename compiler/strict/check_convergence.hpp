// Checks of functions that all work-items have to reach.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_CONVERGENCE_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_CONVERGENCE_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a `converged` operation in front of each barrier and of each function of a sub-group or
/// work-group that has to be encountered by all of its work-items.
///
/// Expects: calls of the SPIR-V dialect, which tell OpGroup… from OpGroupNonUniform….
/// Leaves:  the calls as they are.
/// Placed in front of what lowers them: the internal operations act on whichever lanes there are.
class CheckConvergencePass : public llvm::PassInfoMixin<CheckConvergencePass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
