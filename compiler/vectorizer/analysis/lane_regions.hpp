// Code in which lanes of a sub-group wait for other lanes of it.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LANE_REGIONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LANE_REGIONS_HPP

#include "compiler/ir/waiting_loops.hpp"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/UniformityAnalysis.h"

#include <vector>

namespace heddle::compiler {

/// Blocks that each lane has to go through at its own pace: those of loops that wait, and what lies
/// between these and whatever may end the waiting of another lane.
struct LaneRegion {
  /// Dominates the blocks and is none of them; only its last branch belongs to the region.
  llvm::BasicBlock *entry = nullptr;
  llvm::SetVector<llvm::BasicBlock *> blocks;
  /// Of the waiting loops and those around them: where a lane may have to wait for its turn.
  llvm::SmallVector<llvm::BasicBlock *, 4> headers;
};

/// Whether lanes do this together, so that none may be ahead of the others.
bool isTogether(const llvm::Instruction &instruction);

/// Whether it may be what another lane waits for in one of these loops: atomic and volatile writes,
/// plain ones where a loop looks, and calls of functions.
bool mayEndWaiting(const llvm::Instruction &instruction,
                   llvm::ArrayRef<const WaitingLoop *> waiting);

/// The regions of a function in which lanes that wait and lanes that could end the waiting part.
/// They are disjoint. Expects operations that lanes do together at the beginning of blocks, and
/// what may end waiting at their ends.
std::vector<LaneRegion> findLaneRegions(llvm::ArrayRef<WaitingLoop> waiting, llvm::LoopInfo &loops,
                                        llvm::DominatorTree &dominators,
                                        llvm::UniformityInfo &uniformity);

} // namespace heddle::compiler

#endif
