// The function that the executor calls, around the vectorized kernel.
#ifndef HEDDLE_COMPILER_WORKGROUP_WORK_GROUP_ENTRY_POINT_HPP
#define HEDDLE_COMPILER_WORKGROUP_WORK_GROUP_ENTRY_POINT_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes the entry point of each kernel: the loops over work-groups and over the sub-groups of a
/// work-group.
///
/// Expects: for each kernel k the variants that internal_ops.md describes (k.full and k.masked, or
///          k.lane), with nothing but uniform internal operations in them.
/// Leaves:  k.entry, an exported HeddleKernelEntry (runtime/abi/entry_point.h), with the variants
///          inlined; no internal operation but simd_matrix_mad; no addrspace(3) variable: each got
///          an offset in the worker's local memory, and "heddle-local-size" on k.entry says how
///          much that is; no barrier: "heddle-frame-size" and "heddle-frame-alignment" say what a
///          sub-group needs to wait at one. The variants and the body of k are gone.
/// Placed after the vectorizer. Tile configuration and argument loads are paid once per call,
/// which is why the loop over the work-groups is in here and not in the executor.
class WorkGroupEntryPointPass : public llvm::PassInfoMixin<WorkGroupEntryPointPass> {
public:
  explicit WorkGroupEntryPointPass(bool uniformWorkGroups = true)
      : uniformWorkGroups(uniformWorkGroups) {}

  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool uniformWorkGroups; ///< every work-group has the enqueued local size
};

/// Bytes of static local memory that the entry point needs.
std::uint64_t staticLocalSize(const llvm::Function &entry);

/// Bytes that each sub-group needs for what lives across its barriers, and their alignment.
std::uint64_t frameSize(const llvm::Function &entry);
std::uint32_t frameAlignment(const llvm::Function &entry);

} // namespace heddle::compiler

#endif
