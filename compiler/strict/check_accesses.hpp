// Checks of memory accesses.
#ifndef HEDDLE_COMPILER_STRICT_CHECK_ACCESSES_HPP
#define HEDDLE_COMPILER_STRICT_CHECK_ACCESSES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a check in front of each load, store, atomic, copy and block of a sub-group in a kernel,
/// whether it stays inside of the buffer, allocation or variable that its pointer comes from and is
/// aligned, and whether subscripts of arrays that are parts of it stay in these; where nobody knows
/// where it comes from, whether it is null.
///
/// Expects: kernels with all functions inlined and pointers in registers.
/// Leaves:  `finding` operations. Accesses that cannot be wrong have none.
/// Placed right behind inline-functions: what is optimized later relies on accesses being right.
class CheckAccessesPass : public llvm::PassInfoMixin<CheckAccessesPass> {
public:
  /// `all`: also subscripts of rows that programs may mean to leave.
  explicit CheckAccessesPass(bool all = false) : all(all) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  bool all;
};

} // namespace heddle::compiler

#endif
