// Checks of shuffles and broadcasts.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_SHUFFLES_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_SHUFFLES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a check in front of each shuffle and broadcast that names the work-item whose value it
/// wants: that one has to be in the sub-group and active. Those that go up or down by a distance
/// are left: at the ends of a sub-group they find nobody, and programs do not use what they get.
///
/// Expects: calls of SPIR-V instructions by their names.
/// Leaves:  `finding` operations in front of them.
/// Placed beside check-convergence, in front of lower-spirv-builtins.
class CheckShufflesPass : public llvm::PassInfoMixin<CheckShufflesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
