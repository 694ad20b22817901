// One way back for each loop.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_MERGE_BACK_EDGES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_MERGE_BACK_EDGES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A loop with `continue` goes back from several blocks. Where one of them leaves a variable as it
/// is, LLVM takes that way for a loop inside of the other, so that lanes wait for one another at
/// its end, and the choice of the sub-group's size sees rounds that are none. Here the ways back
/// meet in one block, which LLVM keeps.
///
/// Expects: loops as the source has them, each with a header of its own.
/// Placed before anything of LLVM's that simplifies loops.
class MergeBackEdgesPass : public llvm::PassInfoMixin<MergeBackEdgesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
