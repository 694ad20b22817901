// Conditions on the components of a vector, as one condition on the vector.
#ifndef HEDDLE_COMPILER_CODEGEN_UNITE_COMPONENT_TESTS_HPP
#define HEDDLE_COMPILER_CODEGEN_UNITE_COMPONENT_TESTS_HPP

#include "llvm/IR/PassManager.h"

namespace heddle::compiler {

/// Asks once whether any, or all, of a vector's components fulfil a condition, where a kernel asks
/// one component after the other: `h.s0 == d || h.s1 == d || ...`.
///
/// LLVM compares them at once, but then branches by each bit of the result.
///
/// Expects: chains of `||` or `&&` without side effects, as they are after `simplifycfg`.
/// Leaves:  `llvm.vector.reduce.or` or `.and` of the vectors of which a chain has three components
///          or more, in front of what else it asks.
class UniteComponentTestsPass : public llvm::PassInfoMixin<UniteComponentTestsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

} // namespace heddle::compiler

#endif
