// Rounding of floats to bfloats.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_BFLOAT_ROUNDINGS_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_BFLOAT_ROUNDINGS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Rounds floats to bfloats by `vcvtneps2bf16`, which takes numbers without an exponent for zeros:
/// they get one before it and lose it again behind it. Four instructions in place of eight.
///
/// Expects: what `roundToBFloat16` (ir/float_formats.hpp) has become, of vectors of eight floats or
/// more, before anything hides its constants; a target that has AVX512-BF16 and AVX512-VL.
/// Leaves:  the same bits, for every float.
class LowerBfloatRoundingsPass : public llvm::PassInfoMixin<LowerBfloatRoundingsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
