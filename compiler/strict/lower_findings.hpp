// Checks, behind the vectorizer: from an internal operation to a test and a callback.
#ifndef HEDDLE_COMPILER_STRICT_LOWER_FINDINGS_HPP
#define HEDDLE_COMPILER_STRICT_LOWER_FINDINGS_HPP

#include "llvm/IR/PassManager.h"

#include <string>

namespace heddle::compiler {

/// Makes of each `simd_finding`, and of each `finding` of a single work-item, a branch that is
/// hardly ever taken to a call of HeddleWorkerContext::found, and of what is asked about arguments
/// loads from HeddleWorkerContext::ranges (runtime/abi/entry_point.h). Each place becomes a
/// HeddlePlace in the binary, for each kernel that has it.
///
/// Expects: the vectorizer's variants.
/// Leaves:  `worker_context` and ids for the work-group pass; none of the operations of checks.
/// Placed in front of work-group-entry-point, which knows the context. A module without checks is
/// not touched.
class LowerFindingsPass : public llvm::PassInfoMixin<LowerFindingsPass> {
public:
  /// features: the target's, as LLVM writes them.
  explicit LowerFindingsPass(llvm::StringRef features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  std::string features;
};

} // namespace heddle::compiler

#endif
