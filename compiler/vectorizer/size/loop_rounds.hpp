// Which loops can have their rounds side by side in place of work-items.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_LOOP_ROUNDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_LOOP_ROUNDS_HPP

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

#include <optional>

namespace heddle::compiler {

struct RoundsInVectors {
  unsigned gathers = 0; ///< of what a round reads by an index that it has read
};

/// Whether one work-item by itself does several rounds of an innermost loop at a time: the loop
/// reads and writes memory from one element to the next, nothing of what a round near it writes,
/// and leaves nothing but integers that may be brought together in any order, such as counts and
/// sums. LLVM's loop vectorizer does that. Where it writes, it has to ask first whether rows
/// overlap, which is too much for rounds that are few. Words may be gathered where processors are
/// quick at it, if the code shows that the loop writes none of them: nobody knows where they are to
/// ask.
///
/// quickGathers: TargetInfo::quickGathers().
std::optional<RoundsInVectors> roundsFillVectors(llvm::Loop &loop, bool areFew,
                                                 llvm::Function &function,
                                                 llvm::DominatorTree &dominators,
                                                 llvm::LoopInfo &loops, bool quickGathers);

/// Whether they do in some loop of a kernel.
bool someRoundsFillVectors(llvm::Function &kernel, bool quickGathers);

} // namespace heddle::compiler

#endif
