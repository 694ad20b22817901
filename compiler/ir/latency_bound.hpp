// Which kernels wait for their own sums.
#ifndef HEDDLE_COMPILER_IR_LATENCY_BOUND_HPP
#define HEDDLE_COMPILER_IR_LATENCY_BOUND_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// How much of a kernel should run side by side: vectors of floats for each value (a sub-group of
/// two registers, say) and rows of the work-group.
struct Parallelism {
  unsigned vectors = 1, rows = 1;
};

/// More than one of either where an inner loop consists of little but a few sums of floating-point
/// numbers: there each addition waits for the one before, unless others are under way. Everything
/// in such a loop must find room in the registers.
Parallelism wantedParallelism(llvm::Function &kernel);

} // namespace heddle::compiler

#endif
