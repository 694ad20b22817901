// to_global, to_local, to_private and get_fence: which memory a generic pointer leads into.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_LOWER_ADDRESS_SPACE_QUERIES_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_LOWER_ADDRESS_SPACE_QUERIES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Pointers of all address spaces are ordinary addresses, without a mark of where they lead. Where
/// the code shows what a generic pointer was made from, the answer is a constant; otherwise the
/// address is compared with the worker's local memory, with its frames and with its stack.
///
/// Expects: address_space_of operations; functions inlined.
/// Leaves:  numbers of address spaces, or comparisons with what `worker_context` points at
///          (HeddleWorkerContext); no address_space_of.
/// Placed behind the simplification that follows inlining, which connects the pointers with their
/// sources, and before the vectorizer, which widens the comparisons like any others.
class LowerAddressSpaceQueriesPass : public llvm::PassInfoMixin<LowerAddressSpaceQueriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
