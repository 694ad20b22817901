// printf: from an internal operation to the callback of the runtime.
#ifndef HEDDLE_COMPILER_WORKGROUP_LOWER_PRINT_HPP
#define HEDDLE_COMPILER_WORKGROUP_LOWER_PRINT_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Puts the arguments of each printf call on the stack, their types into a constant table, and
/// calls HeddleWorkerContext::print (runtime/abi/entry_point.h).
///
/// Expects: `print` operations of single work-items: the vectorizer has made one call for each
///          active lane.
/// Leaves:  calls of the callback; `worker_context` for the work-group pass; no `print`.
/// Placed before work-group-entry-point, which knows the context. A module without printf is not
/// touched.
class LowerPrintPass : public llvm::PassInfoMixin<LowerPrintPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
