// Dot products of the bytes of words.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_BYTE_DOTS_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_BYTE_DOTS_HPP

#include "compiler/ir/vector_features.hpp"

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes vpdpbusd, or vpmaddwd of the even and the odd bytes, of `byte_dot`. A sum to which the
/// product is added becomes the accumulator of the instruction; one that saturates does where the
/// signs of the factors differ, by vpdpbusds.
///
/// LLVM makes 67 (AVX-512) to 107 (AVX2) instructions of 16 lanes' dot products written as products
/// of components, which it takes apart first; here it is 4 to 26, loads and stores counted.
///
/// Expects: vectors of 8, 16 or 32 words, or scalars.
/// Leaves:  no `byte_dot`.
/// Placed before the optimizer, which takes what is the same in each round out of loops.
class LowerByteDotsPass : public llvm::PassInfoMixin<LowerByteDotsPass> {
public:
  explicit LowerByteDotsPass(VectorFeatures features) : features(features) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  VectorFeatures features;
};

} // namespace heddle::compiler

#endif
