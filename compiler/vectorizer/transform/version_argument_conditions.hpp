// Versions of kernels with matrix operations for what their arguments choose.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_ARGUMENT_CONDITIONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VERSION_ARGUMENT_CONDITIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// In a[transposed ? k * m + row : row * n + k] the choice is the same in all rounds of all
/// work-items, and yet no factor is rows in memory, as its elements are either here or there. LLVM
/// takes no condition out of a loop that has operations of a whole sub-group.
///
/// So the kernel gets a version for each outcome of such conditions, between which it chooses at
/// its beginning: those that are made of arguments alone and decide, in a loop around matrix
/// operations, from where something is read. The first two are taken.
///
/// Expects: a kernel in SSA form before loops are unrolled, with its conditions as they were
///          written.
/// Leaves:  kernels that would become too long.
class VersionArgumentConditionsPass : public llvm::PassInfoMixin<VersionArgumentConditionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
