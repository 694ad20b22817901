// Accesses of private variables that hold pointers.
#ifndef HEDDLE_COMPILER_STRICT_UNCAST_POINTER_VARIABLES_HPP
#define HEDDLE_COMPILER_STRICT_UNCAST_POINTER_VARIABLES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A function that steps its caller's pointer (`int next(int **at)`) has the address of the
/// caller's variable as a generic pointer, and once it is inlined accesses the variable through a
/// cast. Here it accesses the variable itself, which can then be in registers: what a pointer in
/// memory leads into, only those know who see all that is stored there.
///
/// Expects: kernels with all functions inlined.
class UncastPointerVariablesPass : public llvm::PassInfoMixin<UncastPointerVariablesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
