// Loops that wait for their own sums stay loops of one round.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_KEEP_SUMS_ROLLED_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_KEEP_SUMS_ROLLED_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// LLVM makes loops of eight rounds of those whose number of rounds is known when they begin, and
/// another loop of what is left. Where a round has to wait for the sum of the one before, as in
/// rows of a sparse matrix, that saves nothing, and there are two ends to guess wrongly in place of
/// one.
///
/// Expects: code of a single work-item, before LLVM's loop passes. Leaves: a mark on such loops,
/// but for those of which the source says how often they are unrolled.
void keepSumsRolled(llvm::Function &function);

} // namespace heddle::compiler

#endif
