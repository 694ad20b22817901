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
/// The same goes for the size of sub-groups in kernels with matrix operations, which require none:
/// they are compiled for work-groups that are rows of whole sub-groups. In any launch
/// get_global_id(0) - get_local_id(0) is where the work-group begins.
///
/// Expects: a function in SSA form, behind combine-group-ids.
/// Leaves:  alignedGroupsAttribute, where other launches are to have other code.
class DivideGlobalIdsPass : public llvm::PassInfoMixin<DivideGlobalIdsPass> {
public:
  /// mayWantAligned: other code can be made for other launches; mayWantRows: for those with
  /// sub-groups that are not whole, too.
  explicit DivideGlobalIdsPass(bool mayWantAligned = true, bool mayWantRows = true)
      : mayWantAligned(mayWantAligned), mayWantRows(mayWantAligned && mayWantRows) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  bool mayWantAligned;
  bool mayWantRows;
};

} // namespace heddle::compiler

#endif
