// Which kernels give the same results, bit by bit, whatever the size of their sub-groups is.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_SAME_RESULTS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_SAME_RESULTS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Arithmetic is rounded alike for one work-item and for lanes, and so are the library's functions,
/// which are the same code. What is not: what may be reordered or fused as it comes (fast math),
/// halves whose product is added, which the target may round in between or not; and what depends on
/// who comes first: results of atomic operations, sums of floats by atomics, waiting, printing.
/// Images and sub-group functions are left out, too. The payload of a NaN is nobody's promise.
bool hasSameResultsAtAnySize(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
