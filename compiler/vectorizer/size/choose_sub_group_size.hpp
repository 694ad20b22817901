// How many lanes each kernel gets.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_CHOOSE_SUB_GROUP_SIZE_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_CHOOSE_SUB_GROUP_SIZE_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace heddle::compiler {

struct SubGroupSizeChoice {
  unsigned requested = 0;            ///< for kernels that leave it open; 0: no wish
  llvm::ArrayRef<unsigned> reported; ///< CL_DEVICE_SUB_GROUP_SIZES_INTEL, ascending
  unsigned floatLanes = 8;           ///< of the target's registers
  bool quickGathers = false;         ///< TargetInfo::quickGathers
  bool checks = false;               ///< what relies on lanes that go on in step is to be found
};

/// Sets "heddle-sub-group-size" on every kernel. In this order: the size that the kernel requires;
/// the size that its matrix functions imply (implied); the requested one; for kernels that can see
/// the size through sub-group functions, the largest reported one, or the least that holds the
/// work-group that they name; the largest for those whose work-items rely on going on in step
/// (same_results.hpp), too; 1 where the kernel's own vectors fill
/// the registers (source_vectors.hpp) or lanes would cost more (lane_costs.hpp); the target's
/// register width, or two registers where that hides latencies (latency_bound.hpp). There
/// "heddle-joined-rows" may ask the vectorizer for k.rows, too. A size that is not 8, 16 or 32 (1
/// by request) is an error.
void chooseSubGroupSizes(
    llvm::Module &module, const SubGroupSizeChoice &choice,
    llvm::function_ref<std::optional<unsigned>(const llvm::Function &)> implied);

/// Whether the kernel can tell which work-items are a sub-group, or how many: it requires a size or
/// calls functions of sub-groups.
bool seesSubGroups(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
