// What is known of the rounds of a loop that stages.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_ROUNDS_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_ROUNDS_HPP

#include "compiler/matrix/staging/index_forms.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

/// Whether something that others can see, local memory aside, may have been written when control
/// comes to the loop, or is written there: what was read then may be another thing now.
bool isWrittenBeforeOrIn(const llvm::Loop &rounds, const llvm::Function &function);

/// Whether each round that is followed by another one comes to a block: all do, or those in which
/// the condition holds by which the loop goes on.
bool isDoneInEachRound(const llvm::BasicBlock &begin, const llvm::Loop &rounds,
                       const llvm::DominatorTree &dominators,
                       const llvm::PostDominatorTree &postDominators, IndexForms &forms);

/// Takes integers that go up by a constant from round to round for what they were in a round before
/// the first one; until IndexForms::restore.
void substituteRoundBeforeFirst(const llvm::Loop &rounds, IndexForms &forms);

} // namespace heddle::compiler

#endif
