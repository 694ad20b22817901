// Reciprocals of square roots that need not be rounded correctly.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_RECIPROCAL_ROOTS_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_RECIPROCAL_ROOTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes `fdiv afn 1, (sqrt x)` by AVX-512's estimate of 14 bits and Newton's method: one step for
/// floats, two for doubles. So does it with another dividend where `arcp` allows to multiply.
///
/// `rsqrt` may be 2 ulp off (OpenCL C 3.0, 7.4), which 1.1 and 1.3 keep to. A root and a division
/// take 22 and more cycles for 16 floats, and the divider does one after the other; this takes
/// five, and leaves it free. `afn` on a division means nothing to LLVM: it says that the division
/// and the root are one function, as the translation of `rsqrt` does, and relaxed math.
///
/// Zero gives infinity, infinity zero, and negative numbers NaN, as division has it.
///
/// Expects: optimized code, AVX-512 with vectors of any length.
/// Leaves:  divisions that are to be rounded correctly.
class LowerReciprocalRootsPass : public llvm::PassInfoMixin<LowerReciprocalRootsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
