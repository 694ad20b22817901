// Loops without checks, where it can be told in front of them that none would find anything.
#ifndef HEDDLE_COMPILER_STRICT_VERSION_CHECKED_LOOPS_HPP
#define HEDDLE_COMPILER_STRICT_VERSION_CHECKED_LOOPS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes two of a loop with checks: one with them, and one with neither those that can be asked for
/// all rounds in front of the loop nor what tells of accesses. The second runs where no lane might
/// find anything, and nothing is traced.
///
/// Expects: kernels with `finding` and `touched` operations, whose variables are in registers.
/// Leaves:  `may_find` operations, and the others in loops that are rarely run.
class VersionCheckedLoopsPass : public llvm::PassInfoMixin<VersionCheckedLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
