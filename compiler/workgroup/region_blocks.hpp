// Which blocks of a vectorized kernel make up each of its regions.
#ifndef HEDDLE_COMPILER_WORKGROUP_REGION_BLOCKS_HPP
#define HEDDLE_COMPILER_WORKGROUP_REGION_BLOCKS_HPP

#include "compiler/workgroup/suspensions.hpp"
#include "compiler/workgroup/work_group_uniformity.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <set>

namespace heddle::compiler {

/// A barrier or other suspension, which has a block of its own.
struct Barrier {
  llvm::CallInst *call;
  llvm::BasicBlock *next; ///< where a sub-group goes on
};

/// Cuts the edges behind the barriers of `variant`. A block that can be reached from several of
/// them belongs to each of their regions.
struct RegionBlocks {
  explicit RegionBlocks(llvm::Function &variant);

  /// Whether the code itself shows that the sub-groups stay in step, and waits for nothing that
  /// needs turns.
  bool staysInStep() const;
  bool canRunAgain(unsigned region) const;

  llvm::Function &variant;
  std::map<unsigned, Barrier> barriers; ///< by the region behind them
  WorkGroupUniformity uniformity;       ///< while the edges were there
  /// Blocks that end a region, and what follows.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> exits;
  /// Of each region, in reverse post-order.
  std::map<unsigned, llvm::SmallVector<llvm::BasicBlock *, 16>> blocks;
  std::map<unsigned, llvm::SmallPtrSet<const llvm::BasicBlock *, 16>> members;
  /// Of each region, sorted.
  std::map<unsigned, llvm::SmallVector<unsigned, 2>> successors;

private:
  void cutEdges();
  void findRegions();
  void findRegion(unsigned region, llvm::BasicBlock *first);
  std::set<unsigned> exitsFrom(const llvm::BasicBlock &block) const;
};

} // namespace heddle::compiler

#endif
