// In words: why a value differs from lane to lane, and why an address has no step. Only for
// remarks; what it reads are the analyses by which the vectorizer decides.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_REASONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_REASONS_HPP

#include "compiler/vectorizer/analysis/strides.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"

#include <string>

namespace heddle::compiler {

/// An expression of the program: "get_global_id(0) * N", "…" where it is too long.
std::string describeValue(const llvm::Value &value);

/// The object that a pointer leads to: "B", "tile", "memory".
std::string describeObject(const llvm::Value &pointer);

/// Where the difference between lanes comes from: "get_global_id(0)", "a load of table, whose
/// address differs", … The nearest source on the way back through the operands.
std::string sourceOfDivergence(const llvm::Value &value, const llvm::UniformityInfo &uniformity,
                               const llvm::DominatorTree &dominators);

/// Why Strides knows no step for the address: "x * N: N is known only at run time".
std::string reasonForNoStep(const llvm::Value &pointer, const Strides &strides,
                            const llvm::UniformityInfo &uniformity,
                            const llvm::DominatorTree &dominators);

/// A remark for each branch and loop of the function that is divergent. The function has the
/// program's own control flow, before it is structurized.
void explainControlFlow(const llvm::Function &function, const llvm::UniformityInfo &uniformity,
                        const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops);

} // namespace heddle::compiler

#endif
