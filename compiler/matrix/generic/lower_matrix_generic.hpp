// Matrix multiply-accumulate as plain vector code.
#ifndef HEDDLE_COMPILER_MATRIX_GENERIC_LOWER_MATRIX_GENERIC_HPP
#define HEDDLE_COMPILER_MATRIX_GENERIC_LOWER_MATRIX_GENERIC_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns every heddle.simd_matrix_mad into vector IR. It takes all shapes and formats, and is the
/// reference for the lowerings that take some of them.
///
/// Integers are exact modulo 2^32 on every target. Floats are a chain of fused multiply-adds in
/// ascending k, rounded to nearest even, denormals kept; 16-bit accumulators are widened, and
/// rounded once at the end.
///
/// Expects: vectorized kernels; the target machine's analyses, which tell the register width.
/// Leaves:  no heddle.simd_matrix_mad. Rows of A lie in a scratch variable of the function, from
///          where the CPU broadcasts an element for the price of a load.
/// Placed after the optimizer: it would promote the scratch variable and turn each broadcast
///        into shuffles, and unroll loops of which it sees the full size only now.
class LowerMatrixGenericPass : public llvm::PassInfoMixin<LowerMatrixGenericPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
