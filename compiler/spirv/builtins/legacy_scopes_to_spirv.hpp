// For whom the atomic functions and fences of OpenCL C 1.x are.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_LEGACY_SCOPES_TO_SPIRV_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_LEGACY_SCOPES_TO_SPIRV_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// atomic_inc, mem_fence and the like, which name no scope, get that of the device where they are
/// about global memory. The SPIR-V writer gives them the work-group's, as if a program that counts
/// with them in several work-groups were wrong, and nobody could tell them from the functions with
/// a scope any more.
///
/// Expects: a module of the front end.
/// Placed before the SPIR-V writer.
class LegacyScopesToSpirvPass : public llvm::PassInfoMixin<LegacyScopesToSpirvPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Of a module that others have written, behind the reader: what may have been one of these
/// functions gets the scope of the device.
void widenPossibleLegacyScopes(llvm::Module &module);

} // namespace heddle::compiler

#endif
