// Compares of a place in a tile with where whole tiles end.
#ifndef HEDDLE_COMPILER_WORKGROUP_COMPARE_WHOLE_TILES_HPP
#define HEDDLE_COMPILER_WORKGROUP_COMPARE_WHOLE_TILES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Products of matrices by tiles ask whether a work-item's place is in a whole tile, and mean the
/// tile:
///
///   if (get_group_id(0) * 16 + get_local_id(0) * 2 < n / 16 * 16)
///
/// As local ids end at the required size, what is added to the multiple of 16 has no say in it, and
/// goes. Then the branch is the same for a whole work-group, barriers behind it are reached by all,
/// and its lanes need no masks.
///
/// Expects: a function in SSA form, simplified, behind bound-local-ids.
class CompareWholeTilesPass : public llvm::PassInfoMixin<CompareWholeTilesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
