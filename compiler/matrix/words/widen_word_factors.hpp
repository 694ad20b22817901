// Integers of two widths, and of 2 bits, as bytes, which are multiplied as words.
#ifndef HEDDLE_COMPILER_MATRIX_WORDS_WIDEN_WORD_FACTORS_HPP
#define HEDDLE_COMPILER_MATRIX_WORDS_WIDEN_WORD_FACTORS_HPP

#include "compiler/ir/vector_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Unpacks factors where lower-matrix-words multiplies bytes and has nothing as good for their
/// formats.
///
/// Expects: vectorized kernels.
/// Leaves:  integers of two widths as bytes; those of 2 bits, too, where an instruction takes four
///          products of bytes.
/// Placed before the passes that look for what lower-matrix-words will do.
class WidenWordFactorsPass : public llvm::PassInfoMixin<WidenWordFactorsPass> {
public:
  explicit WidenWordFactorsPass(VectorFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  VectorFeatures features;
};

} // namespace heddle::compiler

#endif
