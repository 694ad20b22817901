// Several rows of a work-group in one: what one work-item does, for those in the rows above it,
// too.
//
// A sum in a loop waits for itself: an addition ends four cycles after it began, while eight could
// have begun. Rows are independent, and values that do not depend on the row serve all of them:
//
//   sum += a[y * n + k] * b[k * n + x]       one load of b for four rows, four sums under way
//
// Work-items of a work-group may run in any order between barriers, so their instructions may
// alternate. All rows must take the same way: no branch depends on local_id(1), but for one that
// asks first whether there is anything to do, as kernels do at the edges of a matrix. Rows in which
// not all lanes have are done one after another.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_JOIN_ROWS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_JOIN_ROWS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Expects a kernel in which substituteIds has put first_local_id(1) for local_id(1). Leaves one
/// that does the work of `rows` rows, from first_local_id(1) on. Returns false, and changes
/// nothing, when the rows cannot run together: their control flow differs, or something in the
/// kernel is not indifferent to the order of work-items (atomics, sub-group functions, output).
bool joinRows(llvm::Function &function, unsigned rows);

} // namespace heddle::compiler

#endif
