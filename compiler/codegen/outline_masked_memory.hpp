// Masked accesses that the target has no instruction for.
#ifndef HEDDLE_COMPILER_CODEGEN_OUTLINE_MASKED_MEMORY_HPP
#define HEDDLE_COMPILER_CODEGEN_OUTLINE_MASKED_MEMORY_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Moves masked loads, stores, gathers and scatters that will be taken apart lane by lane into
/// functions, one for each type, but for gathers under masks that AVX2 has an instruction for.
///
/// Code generation turns each into a branch and an access for every lane. A kernel that runs
/// partial sub-groups has dozens of them, and four fifths of its build time went into that code; a
/// call costs less than the branches that it saves from being fetched. Loads and stores of all
/// lanes are one access there, and so are loads within a page. Gathers of elements of less than a
/// word stay in place where there is an instruction for the words that they lie in; where that is
/// quick, it is taken for all lanes, too.
///
/// Expects: optimized code; the target machine's analyses.
/// Leaves:  such accesses only where the mask is a constant, which needs no branch, and in
///          functions that are never inlined.
/// Placed last before code generation.
class OutlineMaskedMemoryPass : public llvm::PassInfoMixin<OutlineMaskedMemoryPass> {
public:
  OutlineMaskedMemoryPass(bool quickGathers, bool hasAvx2)
      : quickGathers(quickGathers), hasAvx2(hasAvx2) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  bool quickGathers, hasAvx2;
};

} // namespace heddle::compiler

#endif
