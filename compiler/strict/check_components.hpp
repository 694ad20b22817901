// Checks of which component of a matrix or vector is accessed.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_COMPONENTS_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_COMPONENTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a check in front of what accesses a component of a cooperative matrix, in a variable or
/// not, or of a vector by an index that may be none of its components.
///
/// Expects: kernels with all functions inlined.
/// Leaves:  `finding` operations.
/// Placed beside check-accesses, which sees the variable as a whole only.
class CheckComponentsPass : public llvm::PassInfoMixin<CheckComponentsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
