// Short sides of divergent branches, done by all lanes.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SELECT_CHEAP_SIDES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SELECT_CHEAP_SIDES_HPP

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Where lanes part, each side is a mask, a test whether any lane wants it, and a join. A few
/// operations without effect, such as those of characters in ranges, take less time than that, in
/// all lanes, with a select behind them. LLVM weighs them against a single work-item's branch.
///
/// Expects: the scalar function that is about to be widened.
/// Leaves:  selects in place of such branches, from inside to outside. Whether there are any.
bool selectCheapSides(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
