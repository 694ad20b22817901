// Work-items that are neighbours in memory become neighbours in a sub-group.
#ifndef HEDDLE_COMPILER_WORKGROUP_EXCHANGE_DIMENSIONS_HPP
#define HEDDLE_COMPILER_WORKGROUP_EXCHANGE_DIMENSIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On kernels: the dimension, 1 or 2, that took the place of dimension 0 and it that of the other;
/// absent where all are in place.
inline constexpr char firstDimensionAttribute[] = "heddle-first-dimension";

/// Many kernels take their row from get_global_id(0) and their column from get_global_id(1):
///
///   a[get_global_id(0) * n + get_global_id(1)]
///
/// Lanes are neighbours in dimension 0, so that each would gather from a row of its own. Where
/// another dimension has more of the accesses side by side, or the same for all lanes, the two
/// change places in all queries, and the executor exchanges them in the ND-range
/// (abi::KernelMetadata::firstDimension).
///
/// Work-groups stay the same work-items, as far as the kernel can tell which they are.
///
/// Expects: a kernel in SSA form, all functions inlined that have accesses; ids combined.
/// Leaves:  kernels alone whose work-items may tell which are lanes beside them, by functions of
///          sub-groups or in local memory, that access images, whose lanes are neighbours in x, or
///          that require a size that is another exchanged.
class ExchangeDimensionsPass : public llvm::PassInfoMixin<ExchangeDimensionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
