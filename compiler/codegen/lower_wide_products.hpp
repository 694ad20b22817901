// The upper halves of products of 64-bit integers in vectors.
#ifndef HEDDLE_COMPILER_CODEGEN_LOWER_WIDE_PRODUCTS_HPP
#define HEDDLE_COMPILER_CODEGEN_LOWER_WIDE_PRODUCTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Makes the upper halves of products of vectors, for which LLVM has multiplications of 128 bits,
/// out of products of their words.
///
/// No processor multiplies vectors of 128-bit integers, so that LLVM takes them apart: two elements
/// out of vectors, a multiplication, and one into a vector again. Four products of words take half
/// as long or less.
///
/// Expects: optimized code.
/// Leaves:  products of scalars and of short vectors, and those of which anything else is wanted
///          than one of the halves, or a part of one.
class LowerWideProductsPass : public llvm::PassInfoMixin<LowerWideProductsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace heddle::compiler

#endif
