// Minima and maxima of which one operand may be NaN.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_EXTREMES_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_EXTREMES_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// `fmin` and `fmax` of vectors by one comparison and the machine's minimum or maximum under its
/// mask, where LLVM takes three instructions.
///
/// Expects: `llvm.minnum` and `llvm.maxnum` of floats and doubles; a target that has AVX512-VL.
/// Leaves:  comparisons and selects for those that may see NaN in either operand.
class LowerExtremesPass : public llvm::PassInfoMixin<LowerExtremesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
