// Which kernels give the same results whatever the size of their sub-groups is.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_SAME_RESULTS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_SAME_RESULTS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Bit by bit, but for what a program has left open. Arithmetic is rounded alike for one work-item
/// and for lanes, and so are the library's functions, which are the same code. Options of the build
/// that relax it (fast math, mul and add as one) say that its last bits do not count. The order in
/// which work-items come to an atomic operation is that of workers as much as that of lanes, so
/// that what integers it returns is nobody's to rely on.
///
/// What is left out: halves whose product is added, which the target may round in between or not;
/// sums of floats by atomics; volatile reads and writes with no barrier in between, by which
/// programs for GPUs have the lanes of a warp meet, and plain ones that a barrier is missing in
/// between (missing_barriers.hpp); printing, images and sub-group functions. The
/// payload of a NaN is nobody's promise.
bool hasSameResultsAtAnySize(const llvm::Function &kernel);

/// The same for sub-groups of one size, whichever work-items are together in one: no lanes meet,
/// and no floats are added in their order.
bool hasSameResultsInAnyLanes(const llvm::Function &kernel);

/// How work-items meet in local memory with no barrier in between: volatile accesses, and plain
/// ones by which one gets what another one has (missing_barriers.hpp).
struct LanesInStep {
  /// Whether that is right only as long as several of them go on in step. A loop that looks at what
  /// it has written, and goes round until nobody else has written there since, needs no step: each
  /// work-item by itself is done in a round.
  bool areExpected = false;
  /// How many loops they wait in, if they meet at all.
  unsigned waitingLoops = 0;
};

LanesInStep lanesInStep(llvm::Function &kernel);

} // namespace heddle::compiler

#endif
