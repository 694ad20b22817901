// What a kernel asks of the objects that its arguments lead to.
#ifndef HEDDLE_COMPILER_WORKGROUP_LOWER_ARGUMENT_QUERIES_HPP
#define HEDDLE_COMPILER_WORKGROUP_LOWER_ARGUMENT_QUERIES_HPP

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Whether a kernel asks, so that launches have to know (KernelMetadata::asksRanges).
bool asksRanges(const llvm::Function &kernel);

/// Turns `argument_before`, `argument_size` and their like into loads of the HeddleArgumentRange
/// (runtime/abi/checks.h) that HeddleWorkerContext::ranges has for the argument.
///
/// Expects: the operations with constant numbers of arguments.
/// Leaves:  `worker_context` for the work-group pass.
class LowerArgumentQueriesPass : public llvm::PassInfoMixin<LowerArgumentQueriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
