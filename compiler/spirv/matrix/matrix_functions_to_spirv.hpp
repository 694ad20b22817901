// The OpenCL C names of matrix functions and narrow-float conversions, as SPIR-V instructions.
#ifndef HEDDLE_COMPILER_SPIRV_MATRIX_MATRIX_FUNCTIONS_TO_SPIRV_HPP
#define HEDDLE_COMPILER_SPIRV_MATRIX_MATRIX_FUNCTIONS_TO_SPIRV_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns calls of the functions of builtins/include/subgroup_matrix.def, and of the bfloat16
/// conversions, into calls that the translator writes as OpSubgroupMatrixMultiplyAccumulateINTEL,
/// OpRoundFToTF32INTEL, OpConvertFToBF16INTEL and OpConvertBF16ToFINTEL.
///
/// Expects: a module of the front end or of the SPIR-V reader; the functions are declared under
///          their Itanium-mangled names.
/// Leaves:  no call of them, but of matrix functions on 2-bit integers, which no instruction can
///          say: lower-subgroup-matrix takes them by name. A call with types that no overload has
///          is reported as an error.
/// Placed before the SPIR-V writer, so that the declarations in the header need no bodies; and
///        again after the reader, because modules from outside may import the functions by name.
class MatrixFunctionsToSpirvPass : public llvm::PassInfoMixin<MatrixFunctionsToSpirvPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
