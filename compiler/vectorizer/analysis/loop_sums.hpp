// Sums that loops with little else to do wait for.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LOOP_SUMS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LOOP_SUMS_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

struct LoopSums {
  unsigned count = 0;
  bool ofIntegers = false; ///< some of them
};

/// The sums of a loop that has little else to do; none of other loops.
LoopSums sumsOf(const llvm::Loop &loop);

/// The one or two sums of floating-point numbers of such a loop; none of other loops.
llvm::SmallVector<llvm::PHINode *, 2> fewSums(const llvm::Loop &loop);

/// Whether anything in the kernel depends on where a work-item is in the second dimension.
bool usesRows(llvm::Function &kernel);

} // namespace heddle::compiler

#endif
