#include "compiler/stages/stages.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/link/program_variables.hpp"
#include "compiler/spirv/builtins/block_functions_to_spirv.hpp"
#include "compiler/spirv/builtins/guard_division.hpp"
#include "compiler/spirv/builtins/ib_functions_to_spirv.hpp"
#include "compiler/spirv/builtins/lower_images.hpp"
#include "compiler/spirv/builtins/lower_spirv_builtins.hpp"
#include "compiler/spirv/matrix/lower_cooperative_matrices.hpp"
#include "compiler/spirv/matrix/lower_split_matrix_functions.hpp"
#include "compiler/spirv/matrix/lower_subgroup_matrix.hpp"
#include "compiler/spirv/matrix/matrix_functions_to_spirv.hpp"
#include "compiler/stages/pass_stage.hpp"
#include "compiler/strict/check_convergence.hpp"
#include "compiler/strict/check_matrix_functions.hpp"
#include "compiler/strict/check_shuffles.hpp"
#include "compiler/strict/check_uniform_operands.hpp"

#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace heddle::compiler {

Error lowerDialect(Compilation &compilation) {
  Module &module = compilation.module;
  const TargetInfo &target = compilation.target;
  module.setTargetTriple(target.machine().getTargetTriple());
  module.setDataLayout(target.machine().createDataLayout());
  PassStage lower(nullptr, compilation.options);
  lower.add(LowerCooperativeMatricesPass(bool(compilation.options.checks)));
  // Modules from outside may import these functions by their OpenCL C names.
  lower.add(IbFunctionsToSpirvPass());
  lower.add(MatrixFunctionsToSpirvPass());
  lower.add(LowerSplitMatrixFunctionsPass());
  lower.add(BlockFunctionsToSpirvPass());
  // While calls say who has to reach them.
  if (compilation.options.checks) {
    lower.add(CheckConvergencePass());
    lower.add(CheckUniformOperandsPass());
    lower.add(CheckShufflesPass());
    lower.add(CheckMatrixFunctionsPass());
  }
  // Before anything is optimized: the translator's matrix calls lack `convergent`.
  lower.add(LowerSubgroupMatrixPass());
  lower.add(LowerImagesPass());
  lower.add(LowerSpirvBuiltinsPass());
  lower.add(GuardDivisionPass());
  lower.run(module);
  // Before unused variables go: they count.
  compilation.globalVariableSize = ownProgramVariables(module);
  compilation.kernelsOfProgram = count_if(module, [](const Function &function) {
    return isKernel(function) && !function.isDeclaration();
  });
  return Error::success();
}

} // namespace heddle::compiler
