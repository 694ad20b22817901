// Dot products of four bytes that a program writes as products and sums.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_FIND_BYTE_DOTS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_FIND_BYTE_DOTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Programs that were there before `dot_acc_sat`, or do without it, write
///
///     sum += a.s0 * b.s0;  sum += a.s1 * b.s1;  sum += a.s2 * b.s2;  sum += a.s3 * b.s3;
///
/// of two char4 or uchar4. As lanes, that is four bytes taken out of each word and extended, and
/// four multiplications of integers of 32 bits. It becomes a `byte_dot` and one addition:
///
///     sum += byte_dot(a, b, signs)
///
/// The products may be in any order and between others, the bytes parts of longer vectors or words
/// that are shifted and masked.
///
/// Placed behind LLVM's simplification and the choice of a size: one work-item by itself has no
/// instruction for it.
class FindByteDotsPass : public llvm::PassInfoMixin<FindByteDotsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
