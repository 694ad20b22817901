// Functions into the kernels.
#ifndef HEDDLE_COMPILER_LINK_INLINE_FUNCTIONS_HPP
#define HEDDLE_COMPILER_LINK_INLINE_FUNCTIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Inlines functions into the kernels and removes them, but for those that
/// out_of_line_functions.hpp chooses.
///
/// Expects: a linked module; kernels have the attribute heddle-kernel.
/// Leaves:  kernels that call only declarations and out-of-line functions. A by-value struct
/// parameter ("byval") has become
///          a copy in private memory that is made at the start of the kernel. Recursion, which
///          OpenCL C forbids, is reported as an error.
/// Placed before everything that looks at a kernel as a whole.
class InlineFunctionsPass : public llvm::PassInfoMixin<InlineFunctionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
