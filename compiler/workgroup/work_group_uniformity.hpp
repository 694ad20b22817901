// Which values are the same in all sub-groups of a work-group.
#ifndef HEDDLE_COMPILER_WORKGROUP_WORK_GROUP_UNIFORMITY_HPP
#define HEDDLE_COMPILER_WORKGROUP_WORK_GROUP_UNIFORMITY_HPP

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// LLVM's uniformity analysis and what it needs, but for the cost model, which says what differs.
void registerUniformityAnalyses(llvm::FunctionAnalysisManager &analyses);

/// LLVM's uniformity analysis over a vectorized variant of a kernel, the threads being its
/// sub-groups: a value is divergent when it may differ between two sub-groups of one work-group
/// that have come to the same place. Loads count as uniform where their address is: a sub-group
/// that writes what another one reads needs a barrier in between.
class WorkGroupUniformity {
public:
  explicit WorkGroupUniformity(llvm::Function &variant);

  /// Every sub-group has the same value wherever it is used.
  bool isUniform(const llvm::Instruction &value) const;
  bool hasDivergentTerminator(const llvm::BasicBlock &block) const;

private:
  llvm::FunctionAnalysisManager analyses;
  llvm::UniformityInfo *uniformity;
};

} // namespace heddle::compiler

#endif
