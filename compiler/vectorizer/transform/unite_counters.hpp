// One counter of a loop for its bound and its addresses.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_UNITE_COUNTERS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_UNITE_COUNTERS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Where an inner loop that was unrolled began at the counter of the outer one, LLVM leaves the
/// outer loop two of them, in 64 bits for addresses and in 32 for the bound:
///
///     for (int k = 0; k < K; k += 32)
///       for (int step = k; step < k + 32; step += 16)
///
/// It makes one of them later, and compares the truncated wide one with the bound: then nobody can
/// tell how many rounds the loop has. Here the bound is extended and compared with the wide
/// counter, as long as it is known that the narrow one does not wrap.
///
/// Placed behind LLVM's simplification, which makes the two, and before its next one.
class UniteCountersPass : public llvm::PassInfoMixin<UniteCountersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
