// What the SPIR-V reader leaves as calls of __spirv_… functions, in LLVM's and our own words.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_LOWER_SPIRV_BUILTINS_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_LOWER_SPIRV_BUILTINS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns calls of __spirv_… functions into internal operations, LLVM instructions and intrinsics,
/// and calls of the library's functions by their mangled names.
///
/// Expects: a module as readSpirv() gives it; the matrix instructions are gone.
/// Leaves:  no __spirv_ function. Kernels carry "heddle-kernel"; every function and call has the C
///          calling convention, for the library is written in it and a mismatch is undefined
///          behaviour. Functions are convergent until everything is inlined. Component-wise math on
///          vectors has become math on scalars: the lanes of the sub-group will make vectors of
///          them again. Declarations of library functions carry "heddle-library". A function that
///          neither we nor the module define is reported as an error with its name.
/// Placed right after the reader, before the first optimization: until then nothing knows that a
///        group operation must not be moved (convergent).
class LowerSpirvBuiltinsPass : public llvm::PassInfoMixin<LowerSpirvBuiltinsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
