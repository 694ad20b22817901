// Brings the divergent control flow of a kernel into the shape that masks can express.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_STRUCTURIZE_DIVERGENCE_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_STRUCTURIZE_DIVERGENCE_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Structurizes divergent control flow.
///
/// Expects: a function on which SimtTTI tells uniform from divergent values.
/// Leaves:  each divergent branch in one of the two shapes of ControlFlowShape; uniform branches
///          and loops as they were; loops simplified and in LCSSA form; GEP indices as wide as
///          pointers. A function that cannot be brought there keeps some other shape: the caller
///          checks.
/// Placed right before widening: later passes would fold the shape away again.
class StructurizeDivergencePass : public llvm::PassInfoMixin<StructurizeDivergencePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::compiler

#endif
