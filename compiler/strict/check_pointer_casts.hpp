// Checks of casts from the generic address space.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_POINTER_CASTS_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_POINTER_CASTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a check in front of each cast of a generic pointer to one that is global, local or private:
/// it must lead there. Those of to_global and its like are asked first.
///
/// Expects: kernels with all functions inlined, nothing optimized.
/// Leaves:  `finding` and `address_space_of` operations.
class CheckPointerCastsPass : public llvm::PassInfoMixin<CheckPointerCastsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
