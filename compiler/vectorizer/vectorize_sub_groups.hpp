// The sub-group vectorizer: work-items of a sub-group become lanes of vectors.
#ifndef HEDDLE_COMPILER_VECTORIZER_VECTORIZE_SUB_GROUPS_HPP
#define HEDDLE_COMPILER_VECTORIZER_VECTORIZE_SUB_GROUPS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes the variants of every kernel that run a whole sub-group.
///
/// Expects: kernels as ir/internal_ops.md describes them under "From SPIR-V to the vectorizer",
///          with their sub-group size S; private variables promoted as far as possible.
/// Leaves:  `k.full` and `k.masked` for S > 1, `k.lane` for S = 1, as that page describes them
///          under "From the vectorizer to the work-group pass", `k` as a declaration. A kernel that
///          has no vector form gets size 1 and a note that says why, or an error if it needs all
///          lanes.
/// Placed behind all linking and inlining of small functions, since it sees one function at a time;
///          before matrix lowering, which works on operations of whole sub-groups.
class VectorizeSubGroupsPass : public llvm::PassInfoMixin<VectorizeSubGroupsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
