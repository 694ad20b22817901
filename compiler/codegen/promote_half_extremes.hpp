// Minima and maxima of halves and bfloats on machines without instructions for them.
#ifndef HEDDLE_COMPILER_CODEGEN_PROMOTE_HALF_EXTREMES_HPP
#define HEDDLE_COMPILER_CODEGEN_PROMOTE_HALF_EXTREMES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes minima and maxima of halves and bfloats in floats.
///
/// The library computes them so, but the optimizer makes them narrow again, and LLVM's x86 back end
/// takes such vectors apart into calls of `fmaxf`: slow, and not there in a program without the C
/// library's mathematics.
///
/// Expects: optimized code.
/// Leaves:  no such operation on halves where the target has none, and none on bfloats.
/// Placed behind everything that combines instructions.
class PromoteHalfExtremesPass : public llvm::PassInfoMixin<PromoteHalfExtremesPass> {
public:
  explicit PromoteHalfExtremesPass(bool hasHalves) : hasHalves(hasHalves) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool hasHalves; ///< the target computes with halves
};

} // namespace heddle::compiler

#endif
