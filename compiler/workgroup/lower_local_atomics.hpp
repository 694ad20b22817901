// Atomic operations on local memory, which one thread has to itself.
#ifndef HEDDLE_COMPILER_WORKGROUP_LOWER_LOCAL_ATOMICS_HPP
#define HEDDLE_COMPILER_WORKGROUP_LOWER_LOCAL_ATOMICS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns atomicrmw and cmpxchg on addrspace(3) into a load, the operation and a store: a work-group
/// is run by one thread, so that nobody can come in between, and the bus need not be locked.
///
/// Expects: vectorized kernels, in which each operation is one lane's.
/// Leaves:  no read-modify-write operation on addrspace(3). Atomic loads and stores stay: they cost
///          nothing, and a loop may wait for one.
/// Placed after the vectorizer and the entry points, which must know that lanes and sub-groups see
/// different old values.
class LowerLocalAtomicsPass : public llvm::PassInfoMixin<LowerLocalAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
