// Which function of the library computes a mathematical function on many lanes.
#ifndef HEDDLE_COMPILER_LINK_SELECT_VECTOR_MATH_HPP
#define HEDDLE_COMPILER_LINK_SELECT_VECTOR_MATH_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Turns calls of mathematical functions on any number of lanes into calls of the forms that fill
/// one vector register (builtins/vector_math/vector_math.def): _Z3sinDv16_f becomes two calls of
/// heddle_sin_f8 on AVX2, and _Z3sinf one whose lanes are all the same, unless others of its block,
/// whose arguments are known there, can be lanes of it.
///
/// One lane and many thus run the same code, and results do not depend on the sub-group's size.
///
/// Expects: calls by libclc's names, as the vectorizer leaves them.
/// Leaves:  libclc's names only for functions that the table does not have.
/// Placed before the second linking of the library, which defines what is chosen here.
class SelectVectorMathPass : public llvm::PassInfoMixin<SelectVectorMathPass> {
public:
  /// floatLanes: floats in the target's widest register, 8 or 16.
  explicit SelectVectorMathPass(unsigned floatLanes) : floatLanes(floatLanes) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);

private:
  unsigned floatLanes;
};

} // namespace heddle::compiler

#endif
