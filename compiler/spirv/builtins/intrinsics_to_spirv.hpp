// What clang's own functions (__builtin_…) leave of LLVM's intrinsics, in terms that SPIR-V has.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_INTRINSICS_TO_SPIRV_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_INTRINSICS_TO_SPIRV_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Replaces intrinsics that the SPIR-V writer stops at: by others, by functions of OpenCL C, or, if
/// they are hints, by nothing. What has no such terms is an error that names it.
///
/// Expects: a module of the front end.
/// Placed before the SPIR-V writer, which would end the process.
class IntrinsicsToSpirvPass : public llvm::PassInfoMixin<IntrinsicsToSpirvPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
