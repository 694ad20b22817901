// Kernels that multiply matrices and write in between, keep sums in memory, or write rows of what
// they gather: a version for arguments that do not overlap.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_ARGUMENT_OVERLAPS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_ARGUMENT_OVERLAPS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A kernel that goes from block to block of C, as a persistent one, writes the sums of one before
/// it reads the factors of the next, and only `restrict` says that these are not what was written:
/// what was packed once would have to be packed again. A loop that adds to an element of C in each
/// round keeps it in memory, as it may be one of those that the loop reads (analysis/memory_sums).
/// One that writes a row of what it gathers cannot do several rounds at a time, as it may gather
/// what it has written (analysis/gathered_rows).
///
/// But most programs give each argument a buffer of its own, and the runtime knows where these are.
/// So such a kernel asks at its beginning whether the objects of the arguments that it writes and
/// those that it reads from overlap; in the version in which they do not, accesses are
/// marked (markApart).
///
/// Expects: a kernel in SSA form before loops are unrolled.
/// Leaves:  kernels that would become too long, and those in which something else than arguments
///          stands between factors and what is written.
class VersionArgumentOverlapsPass : public llvm::PassInfoMixin<VersionArgumentOverlapsPass> {
public:
  /// quickGathers: TargetInfo::quickGathers().
  explicit VersionArgumentOverlapsPass(bool quickGathers) : quickGathers(quickGathers) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool quickGathers;
};

} // namespace heddle::compiler

#endif
