// Tells the runtime of accesses to memory that work-items share.
#ifndef HEDDLE_COMPILER_STRICT_TRACE_ACCESSES_HPP
#define HEDDLE_COMPILER_STRICT_TRACE_ACCESSES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts a `touched` operation in front of each access of a kernel to local memory, and to what an
/// argument leads to in global memory if the kernel writes it; and wherever work-items meet, at
/// barriers and functions of sub-groups and work-groups. The runtime finds out who has accessed the
/// same bytes without meeting in between, and what nobody has written.
///
/// Expects: kernels with all functions inlined and pointers in registers.
/// Leaves:  `touched` operations, behind the checks of the same accesses.
/// Placed behind check-accesses.
class TraceAccessesPass : public llvm::PassInfoMixin<TraceAccessesPass> {
public:
  /// `all`: also what the kernel only reads, since it may write it through another argument.
  explicit TraceAccessesPass(bool all = false) : all(all) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  bool all;
};

} // namespace heddle::compiler

#endif
