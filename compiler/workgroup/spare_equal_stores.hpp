#ifndef HEDDLE_COMPILER_WORKGROUP_SPARE_EQUAL_STORES_HPP
#define HEDDLE_COMPILER_WORKGROUP_SPARE_EQUAL_STORES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Looks before a store to a place that is the same for the whole launch whether what is stored is
/// there already, as with `*changed = 1`, which many work-items do. Processors take lines that they
/// write from each other; a line that they only read they have all.
///
/// A store of what is there changes nothing that anyone could tell. Places are those at constant
/// distances from a pointer argument; atomic and volatile stores stay. The same holds for relaxed
/// atomic minima, maxima, `and` and `or` whose result nobody wants.
///
/// Expects: kernels with lanes, whose arguments are their own.
/// Leaves:  a branch around such a store; kernels of more than a few of them as they are.
class SpareEqualStoresPass : public llvm::PassInfoMixin<SpareEqualStoresPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
