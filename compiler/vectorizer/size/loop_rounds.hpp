// Which loops can have their rounds side by side in place of work-items.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_LOOP_ROUNDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_LOOP_ROUNDS_HPP

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

/// Whether one work-item by itself does several rounds of an innermost loop at a time: the loop
/// reads memory from one element to the next and leaves nothing but integers that may be brought
/// together in any order, such as counts and sums. LLVM's loop vectorizer does that.
bool roundsFillVectors(llvm::Loop &loop, llvm::Function &function, llvm::DominatorTree &dominators,
                       llvm::LoopInfo &loops);

} // namespace heddle::compiler

#endif
