// Which loops can have their rounds side by side in place of work-items.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_LOOP_ROUNDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_LOOP_ROUNDS_HPP

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

/// Whether one work-item by itself does several rounds of an innermost loop at a time: the loop
/// reads and writes memory from one element to the next, nothing of what a round near it writes,
/// and leaves nothing but integers that may be brought together in any order, such as counts and
/// sums. LLVM's loop vectorizer does that. Where it writes, it has to ask first whether rows
/// overlap, which is too much for rounds that are few.
bool roundsFillVectors(llvm::Loop &loop, bool areFew, llvm::Function &function,
                       llvm::DominatorTree &dominators, llvm::LoopInfo &loops);

} // namespace heddle::compiler

#endif
