// SPV_INTEL_subgroup_matrix_multiply_accumulate with the drafts beside it,
// SPV_INTEL_tensor_float32_conversion and SPV_INTEL_bfloat16_conversion on their way into the
// compiler.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_LOWER_SUBGROUP_MATRIX_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_LOWER_SUBGROUP_MATRIX_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns the matrix instructions into heddle.matrix_mad, and the conversions into plain IR.
///
/// Expects: the SPIR-V-friendly dialect: calls of
///          _Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL…(K, A, B, C[, operands]),
///          _Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL…(K, A, B, C, scale A, scale B[,
///          operands]),
///          _Z25__spirv_RoundFToTF32INTEL…, _Z27__spirv_ConvertFToBF16INTEL… and
///          _Z27__spirv_ConvertBF16ToFINTEL…. Only the prefix counts, the suffix varies with the
///          producer; LLVM types and the operands word decide. Matrix functions that have no
///          instruction are called by their OpenCL C names.
/// Leaves:  none of them. A combination that has no well-formed register layout, or a K that is no
///          constant, is reported as an error that says what was found and expected.
///          The sub-group size is not looked at: ir/matrix_operation.hpp tells which size a kernel
///          implies, and checks it once a size is chosen.
/// Placed before lower-spirv-builtins, which knows no matrix, and before any optimization: the
///        translator's declaration lacks `convergent`, the internal operation has it.
class LowerSubgroupMatrixPass : public llvm::PassInfoMixin<LowerSubgroupMatrixPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
