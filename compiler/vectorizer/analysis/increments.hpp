// Numbers of elements from one to the next that a launch gives, and that are 1 as a rule.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_INCREMENTS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_INCREMENTS_HPP

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// Libraries for vectors take an increment: x[i * increment + first]. Nobody knows at compile time
/// that it is 1, and lanes are consecutive where it is. The same is said by
/// `row * columns + column` of rows, where nearly all launches have other numbers:
///
///   x[i * n + m]          i may change in loops, n and m are arguments       n is an increment
///   x[r * m + i * n]      r is the same for longer than i, or is an id of    n is an increment
///                         another dimension
///   x[(r * m + i) * n]    r is an id of another dimension: a pixel of a row,   n is an increment
///                         which may go on from plane to plane in a loop
///   x[i * n + k]          k changes in a loop in which i stays what it is    n is the length of a
///                         or is an id of another dimension                   row
///
/// Returns the operand of the product that is such an increment, or null.
const llvm::Value *incrementOf(const llvm::Instruction &product, const llvm::LoopInfo &loops);

} // namespace heddle::compiler

#endif
