// Accumulators that nobody has written.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_DEFINE_ACCUMULATORS_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_DEFINE_ACCUMULATORS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes zero of what a matrix operation adds to where the program has not set it:
///
///     int8 c;  for (…) sum += intel_sub_group_i8_i8_matrix_mad_k32(a, b, c);
///     float8 sum[4];  for (…) sum[i] = intel_sub_group_f16_f16_matrix_mad_k16(a, b, sum[i]);
///
/// Intel's compiler leaves the operand out then, so that there are programs that rely on it.
/// Checks, which tell them, come before.
///
/// Placed behind what takes variables into registers: the first time before anything simplifies,
/// and once more where loops that count through arrays are unrolled.
class DefineAccumulatorsPass : public llvm::PassInfoMixin<DefineAccumulatorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
