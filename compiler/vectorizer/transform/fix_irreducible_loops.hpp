// Loops that are entered in more than one place.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_FIX_IRREDUCIBLE_LOOPS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_FIX_IRREDUCIBLE_LOOPS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Gives each such loop (of gotos) one header. Returns whether there was any.
bool fixIrreducibleLoops(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace heddle::compiler

#endif
