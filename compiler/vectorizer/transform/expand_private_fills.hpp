// Private arrays that are filled or copied as a whole, by their elements.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_EXPAND_PRIVATE_FILLS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_EXPAND_PRIVATE_FILLS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Makes `memset`, and `memcpy` from constants or between two of them, of private variables that
/// are otherwise accessed by elements of one size loads and stores of such: a few one by one, more
/// in a loop. Of `int counts[16] = {0}` nothing else keeps the lanes' elements from lying side by
/// side (analysis/private_memory). Returns whether there were any.
bool expandPrivateFills(llvm::Function &kernel);

} // namespace heddle::compiler

#endif
