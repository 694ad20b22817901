// Checks of the arithmetic of indices.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_OVERFLOW_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_OVERFLOW_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a check behind each sum, difference and product of 32-bit integers that may not overflow
/// (nsw) and that an address is computed from.
///
/// Expects: kernels with all functions inlined, nothing optimized.
/// Leaves:  `finding` operations.
/// Placed in front of check-accesses, whose arithmetic is nobody's.
class CheckOverflowPass : public llvm::PassInfoMixin<CheckOverflowPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
