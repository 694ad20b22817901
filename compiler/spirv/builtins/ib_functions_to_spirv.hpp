// The functions __builtin_IB_… : what kernels written for Intel's GPUs call by the names that the
// compiler for those has inside. Kernels declare them, so they arrive as functions that nobody
// defines.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_IB_FUNCTIONS_TO_SPIRV_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_IB_FUNCTIONS_TO_SPIRV_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns calls of the functions of ib_functions.def into calls of SPIR-V's instructions, in the
/// dialect of readSpirv(), or LLVM's. A function that is declared with other types than it has is
/// an error that names it; so is, later, one that is not in the table.
///
/// The families that are more than a name:
///  * __builtin_IB_subgroup_block_read_[flat_][cacheopts_][transform_|transpose_]<shape>(long base,
///    int width - 1, int height - 1, int pitch - 1, int2 coordinate[, int cache control]), the last
///    with "cacheopts"; …_read_[flat_]prefetch_<shape> with it; …_write_<shape> with a value
///    behind the coordinate. Width and pitch are bytes.
///  * __builtin_IB_lsc_load_global_<type>(base, int elements[, int cache control]), …_local_
///    without it; …_store_… with a value behind the elements; …_prefetch_global_<type>.
///  * __builtin_IB_sub_group_idpas_<a>_<b>_8_<rows>(c, a, b), the same with fdpas; at sub-group
///    size 16 __builtin_IB_sub_group16_idpas_…, …_fdpas_<result>_<c>_<a>_<b>_8_<rows>, and
///    …_bdpas_… of the same formats (c, a, b, scale of a, scale of b).
///  * __builtin_spirv_[Clamp]Convert<FP16|BF16>To<E4M3|E5M2><INTEL|EXT>(x) and
///    __builtin_spirv_Convert<E4M3|E5M2>To<FP16|BF16><INTEL|EXT>(x): scalars and vectors, bfloats
///    as their bits.
/// Cache controls are hints.
class IbFunctionsToSpirvPass : public llvm::PassInfoMixin<IbFunctionsToSpirvPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
