// Functions of a program that are called, not inlined.
#ifndef HEDDLE_COMPILER_IR_OUT_OF_LINE_ATTRIBUTE_HPP
#define HEDDLE_COMPILER_IR_OUT_OF_LINE_ATTRIBUTE_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// On a function that is called, not inlined: work of one work-item, with nothing in it that asks
/// which one, that other work-items take part in, or that names local memory.
inline constexpr char outOfLineAttribute[] = "heddle-out-of-line";

inline bool isOutOfLineFunction(const llvm::Function &function) {
  return function.hasFnAttribute(outOfLineAttribute);
}

} // namespace heddle::compiler

#endif
