// Quotients and remainders of global ids by the local size, which are group and local ids.
#ifndef HEDDLE_COMPILER_WORKGROUP_DIVIDE_GLOBAL_IDS_HPP
#define HEDDLE_COMPILER_WORKGROUP_DIVIDE_GLOBAL_IDS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// On kernels that are made for launches with whole work-groups alone, which begin at a multiple of
/// their size, and with global ids below 2^31 (KernelMetadata::alignedGroupsOnly).
inline constexpr char alignedGroupsAttribute[] = "heddle-aligned-groups";

/// Many kernels write the number of their work-group as get_global_id(0) / get_local_size(0), or
/// with the constant that they require as a size. For the vectorizer that differs between lanes,
/// and what it is the index or the bound of, too. In nearly all launches it is
///
///   get_group_id(0) + get_global_offset(0) / get_local_size(0)
///
/// and the remainder is the local id. With a part of the required size as the divisor, what is left
/// to divide is the local id, of which the lanes of a whole sub-group are known to be neighbours.
/// In any launch get_global_id(0) - get_local_id(0) is where the work-group begins.
///
/// Expects: a function in SSA form, behind combine-group-ids.
/// Leaves:  alignedGroupsAttribute, where other launches are to have other code.
class DivideGlobalIdsPass : public llvm::PassInfoMixin<DivideGlobalIdsPass> {
public:
  /// mayWantAligned: other code can be made for other launches.
  explicit DivideGlobalIdsPass(bool mayWantAligned = true) : mayWantAligned(mayWantAligned) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool mayWantAligned;
};

} // namespace heddle::compiler

#endif
