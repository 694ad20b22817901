// Pointers that have been integers.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_FOLD_INTEGER_POINTERS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_FOLD_INTEGER_POINTERS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// A pointer that is made of an integer, which is made of a pointer of the same type, is that one.
///
/// LLVM's infer-address-spaces follows such pointers by itself, and may leave a phi without an
/// operand where they go round a loop.
///
/// Placed in front of infer-address-spaces.
class FoldIntegerPointersPass : public llvm::PassInfoMixin<FoldIntegerPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
