// Matrix multiply-accumulate in blocks of vector registers.
#ifndef HEDDLE_COMPILER_MATRIX_WORDS_LOWER_MATRIX_WORDS_HPP
#define HEDDLE_COMPILER_MATRIX_WORDS_LOWER_MATRIX_WORDS_HPP

#include "compiler/ir/vector_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns heddle.simd_matrix_mad into vpdpbusd, vdpbf16ps and their like where the CPU has one for
/// the formats, else into fused multiply-adds or vpmaddwd of unpacked factors.
///
/// Integers are exact modulo 2^32. Floats are a chain of fused multiply-adds in ascending k, as in
/// lower-matrix-generic; but vdpbf16ps sums pairs of bfloats, rounded to nearest even, denormal
/// operands and results as zero.
///
/// Expects: vectorized kernels.
/// Leaves:  operations on integers of two widths and on columns that fill no register, for
///          lower-matrix-generic. Operations of a block
///          that do not depend on one another have become one: blocks of rows and columns whose
///          sums fit the registers, each with a loop over K. Factors are read where they lie, if
///          they were loaded row by row in the same block and nothing was written since; others,
///          and those that need another form, go through a scratch variable.
/// Placed after the optimizer and the passes on tiles, for the reasons of lower-matrix-generic.
class LowerMatrixWordsPass : public llvm::PassInfoMixin<LowerMatrixWordsPass> {
public:
  explicit LowerMatrixWordsPass(VectorFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  VectorFeatures features;
};

} // namespace heddle::compiler

#endif
