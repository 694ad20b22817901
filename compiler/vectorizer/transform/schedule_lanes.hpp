// Progress of the lanes of a sub-group that wait for one another.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SCHEDULE_LANES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_SCHEDULE_LANES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Lets lanes that hold a lock give it back while others of their sub-group wait for it.
///
/// In masks, lanes that leave a loop wait behind it for the others. Where these wait for the first
/// ones, the loop never ends. So the blocks that must not be held up (analysis/lane_regions.hpp)
/// become one loop: in each round every lane goes on from where it stopped, to where it would go
/// round a waiting loop, or to its end.
///
///     while (exchange(lock, 1))         while (not all are done)
///       ;                                 if (not exchange(lock, 1))
///     work();                               work();
///     exchange(lock, 0);                    exchange(lock, 0);
///
/// Expects: kernels with their heddle-sub-group-size, functions inlined.
/// Leaves:  loops with headers where there may be waiting; the same kernel for a single lane.
///          Kernels without such regions are not touched.
/// Placed behind all simplification, which knows lanes one by one and takes the loop apart again;
/// before yield-in-waiting-loops, for which it is a loop like others.
class ScheduleLanesPass : public llvm::PassInfoMixin<ScheduleLanesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
