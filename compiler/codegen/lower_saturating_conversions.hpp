// Saturating conversions of vectors from floating-point numbers to integers.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_SATURATING_CONVERSIONS_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_SATURATING_CONVERSIONS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes `llvm.fptosi.sat` and `llvm.fptoui.sat` of vectors out of operations on whole vectors.
///
/// LLVM's x86 back end takes such vectors apart and converts component by component, whatever the
/// width of the integers.
///
/// Expects: optimized code.
/// Leaves:  saturating conversions of scalars only, which the back end does well.
class LowerSaturatingConversionsPass : public llvm::PassInfoMixin<LowerSaturatingConversionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
