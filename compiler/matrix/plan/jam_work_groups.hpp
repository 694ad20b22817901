// Neighbouring work-groups of few sums at once.
#ifndef HEDDLE_COMPILER_MATRIX_PLAN_JAM_WORK_GROUPS_HPP
#define HEDDLE_COMPILER_MATRIX_PLAN_JAM_WORK_GROUPS_HPP

#include "compiler/ir/tile_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A sub-group with one sum loads two factors for each product, and each product waits for the one
/// before it. Work-groups that follow one another in a column of a band multiply with the same B.
/// So the loop over work-groups does several of them at a time, instruction by instruction:
///
///   for (group …)                     for (group …)
///     row = group_row …                 if (three more are left in the column)
///     for (k …)                →          for (k …)
///       sum += A(row) * B                   sum0 += A(row) * B; sum1 += A(row + 1) * B; …
///     C(row) = sum                        C(row) = sum0; C(row + 1) = sum1; …
///                                       else … as it was
///
/// Work-groups run in any order, and what they do to global memory must not depend on it.
///
/// Expects: entry points with heddle.group_row.
/// Leaves:  none of these. One work-group at a time where its sums fill the tiles, where tiles have
///          no instruction for its products, where branches depend on its row, or where it writes
///          anything but global memory.
/// Placed behind flatten-guarded-rows, in front of the passes that look at loops of products.
class JamWorkGroupsPass : public llvm::PassInfoMixin<JamWorkGroupsPass> {
public:
  explicit JamWorkGroupsPass(TileFeatures features = {}) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  TileFeatures features;
};

} // namespace heddle::compiler

#endif
