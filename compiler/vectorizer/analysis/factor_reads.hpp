// Which reads of memory are those of factors of matrix operations.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_FACTOR_READS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_FACTOR_READS_HPP

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Value.h"

namespace heddle::compiler {

/// Whether a value, or something that is read where it leads, becomes a factor. What is only
/// brought from global to local memory does not: any lane may read it there.
///
/// Expects: loops that are not unrolled yet; factors wait in private arrays.
bool readsFactor(const llvm::Value &value);

/// Outermost loops around matrix operations.
llvm::SmallPtrSet<const llvm::Loop *, 4> loopsOfProducts(const llvm::Function &kernel,
                                                         const llvm::LoopInfo &loops);

} // namespace heddle::compiler

#endif
