// Integer divisions that must not trap.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_GUARD_DIVISION_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_GUARD_DIVISION_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// In OpenCL C (6.3.1) an integer division by zero, and one whose quotient does not fit, give some
/// value; in LLVM they are undefined, and the processor stops the program. Divisors that could be
/// the wrong ones become 1. A quotient by -1 is the negated dividend, so that the guard depends on
/// the divisor alone: it stays uniform, and leaves a loop, when the divisor does.
///
/// Expects: unoptimized code.
/// Leaves:  divisions and remainders whose divisors are never 0 nor, when signed, -1.
/// Placed before anything optimizes, since the optimizer draws conclusions from a division.
class GuardDivisionPass : public llvm::PassInfoMixin<GuardDivisionPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
