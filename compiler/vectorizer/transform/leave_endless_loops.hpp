// Loops that never end.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_LEAVE_ENDLESS_LOOPS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_LEAVE_ENDLESS_LOOPS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Gives each loop without an exit one, which no lane takes: where only some lanes are in the loop
/// the others have somewhere to meet, and nobody goes round when no lane is in it. It leads to
/// where the branch that leads to the loop goes otherwise. Returns whether there was any.
///
/// Expects: natural loops in simplified form, branches with no more than two targets.
bool leaveEndlessLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
