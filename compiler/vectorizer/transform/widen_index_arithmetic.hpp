// Keeps what the programmer promised about int indices: that they do not overflow.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_WIDEN_INDEX_ARITHMETIC_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_WIDEN_INDEX_ARITHMETIC_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns sext(row * width + column), in 32-bit arithmetic that does not wrap, into the same in 64
/// bits. LLVM's passes move invariant parts of such sums around and drop the flags; without them
/// consecutive addresses can no longer be told from addresses that wrap around, and every access
/// needs a check.
///
/// Expects: a function in SSA form on which SimtTTI tells uniform from divergent values.
/// Leaves:  sums that are uniform but for the ids of work-items and loop variables in 64 bits.
///          Others stay: gathers with 32-bit indices are cheaper. Counters that step to a bound
///          without wrapping say so.
/// Placed before anything that moves or reassociates code.
class WidenIndexArithmeticPass : public llvm::PassInfoMixin<WidenIndexArithmeticPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
