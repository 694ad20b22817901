// Fused products of halves on machines without instructions for them.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_HALF_FMA_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_HALF_FMA_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes `llvm.fma` and `llvm.fmuladd` of halves in floats, in which a product of two halves is
/// exact. The sum may need more bits than a float has: for `fma` it is rounded to odd first, so
/// that rounding it to half sees on which side of a tie it is (Boldo and Melquiond, "Emulation of a
/// FMA and correctly rounded sums: proved algorithms using rounding to odd"). `fmuladd`, as `mad`
/// and contracted expressions have it, is rounded twice.
///
/// LLVM's x86 back end goes through doubles, at a tenth of the speed.
///
/// Expects: optimized code.
/// Leaves:  no such operation on halves.
/// Placed behind everything that combines instructions, for targets without AVX512-FP16.
class LowerHalfFmaPass : public llvm::PassInfoMixin<LowerHalfFmaPass> {
public:
  explicit LowerHalfFmaPass(bool roundsByInstruction) : roundsByInstruction(roundsByInstruction) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  bool roundsByInstruction; ///< as AVX-512 does
};

} // namespace heddle::compiler

#endif
