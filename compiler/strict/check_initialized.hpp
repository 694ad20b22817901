// Checks of private memory that is read before it is written.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_INITIALIZED_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_INITIALIZED_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Gives arrays and structures in private memory a second variable, in which a byte is set for each
/// one that was written, and puts a check in front of what a value that was read decides on:
/// branches, addresses, stores to memory that is shared, matrix functions. Copies are no reads: of
/// a vector or structure that is passed on nobody need have written all.
///
/// So are unset values followed, of variables that are in registers.
///
/// Expects: kernels with all functions inlined and what can be in registers there.
/// Leaves:  `finding` operations, and no unset values.
/// Placed behind check-accesses and trace-accesses, which are not to see the second variables.
class CheckInitializedPass : public llvm::PassInfoMixin<CheckInitializedPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
