// The OpenCL C names of 2D block reads, writes and prefetches, as SPIR-V instructions.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_BLOCK_FUNCTIONS_TO_SPIRV_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_BLOCK_FUNCTIONS_TO_SPIRV_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns calls of intel_sub_group_2d_block_… into calls that the translator writes as
/// OpSubgroup2DBlockLoadINTEL and its relatives.
///
/// Expects: a module of the front end or of the SPIR-V reader; the functions are declared, mangled
///          or not, since a program may declare them itself.
/// Leaves:  no call of them; one with other operands than the functions have is an error.
/// Placed before the SPIR-V writer, so that the declarations in the header need no bodies; and
///        again after the reader, because modules from outside may import the functions by name.
class BlockFunctionsToSpirvPass : public llvm::PassInfoMixin<BlockFunctionsToSpirvPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
