// Which kernels wait for their own sums.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_LATENCY_BOUND_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_LATENCY_BOUND_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// How much of a kernel should run side by side.
struct Parallelism {
  unsigned lanes;    ///< of a sub-group
  unsigned rows = 1; ///< of a work-group that k.rows does in one
  bool sums = false; ///< more than one register, because sums would wait for themselves
};

/// `registerLanes`, the floats of a register, for most kernels; half of it where the rows of
/// required work-groups are that long. More lanes or rows where an inner loop consists of little
/// but a few sums of floating-point numbers: there each addition waits for the one before, unless
/// others are under way. Everything in such a loop must find room in the registers.
///
/// Rows are preferred to lanes where work-groups have rows: a local size that the sub-group size
/// does not divide costs more than the waiting.
Parallelism wantedParallelism(llvm::Function &kernel, unsigned registerLanes);

/// Whether two registers of lanes may be quicker than one though nothing in the kernel waits for
/// itself in a loop: what all lanes share is done half as often, and twice as many instructions
/// wait for nothing of one another.
bool fillsTwoRegisters(llvm::Function &kernel, unsigned floatLanes);

} // namespace heddle::compiler

#endif
