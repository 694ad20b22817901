// Shuffles of lanes by numbers that are known at run time only.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_LANE_SHUFFLES_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_LANE_SHUFFLES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// What the target has beyond AVX2.
struct ShuffleFeatures {
  bool avx512 = false;     ///< AVX-512 BW and VL: registers of 512 bits, words, two sources
  bool avx512Vbmi = false; ///< and bytes
};

/// Makes permutation instructions of `simd_shuffle`: vpermd, vpshufb, and with AVX-512 vpermw,
/// vpermq, vpermb and their forms with two sources. What does not fit a register is permuted
/// register by register, and the results are blended by the higher bits of the lane numbers.
///
/// LLVM has no generic operation for this; it knows chains of extractions and insertions of the
/// sizes that are one instruction, and takes all others through memory, element by element.
///
/// Expects: optimized code, so that numbers that are constant or the same in all lanes are known to
///          be: these need a shuffle by constants, or less than the whole.
/// Leaves:  no `simd_shuffle`.
/// Placed before code generation.
class LowerLaneShufflesPass : public llvm::PassInfoMixin<LowerLaneShufflesPass> {
public:
  explicit LowerLaneShufflesPass(ShuffleFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  ShuffleFeatures features;
};

} // namespace heddle::compiler

#endif
