// Rounds of a loop that take turns at the same vector registers.
#ifndef HEDDLE_COMPILER_MATRIX_WORDS_UNROLL_WORD_LOOPS_HPP
#define HEDDLE_COMPILER_MATRIX_WORDS_UNROLL_WORD_LOOPS_HPP

#include "compiler/ir/vector_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Unrolls loops of matrix operations whose sums do not all fit the registers: lower-matrix-words
/// then adds the products of several rounds to a block of sums before it stores them and loads the
/// next.
///
/// Expects: simplified loops in LCSSA form.
/// Leaves:  a loop of one block unrolled two or four times, with a remainder, if nothing in it
///          writes to memory and all its matrix operations are for lower-matrix-words.
/// Placed before lower-matrix-words, with a pass behind that merges what the rounds have in common.
class UnrollWordLoopsPass : public llvm::PassInfoMixin<UnrollWordLoopsPass> {
public:
  explicit UnrollWordLoopsPass(VectorFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

private:
  VectorFeatures features;
};

} // namespace heddle::compiler

#endif
