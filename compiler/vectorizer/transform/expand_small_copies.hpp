// Copies of small structures as loads and stores.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_EXPAND_SMALL_COPIES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_EXPAND_SMALL_COPIES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes loads and stores of vectors of the copy of a structure from one place of memory to
/// another one, which lanes would make one after the other, and whose values nobody could follow.
///
/// Expects: copies of structures that were private variables are gone.
/// Leaves:  no copy of up to 128 bytes but those of private variables that are used otherwise, too.
/// Placed behind the first pass that promotes private variables, before the code is simplified.
class ExpandSmallCopiesPass : public llvm::PassInfoMixin<ExpandSmallCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
