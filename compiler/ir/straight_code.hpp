// Kernels that end soon, whatever their arguments are.
#ifndef HEDDLE_COMPILER_IR_STRAIGHT_CODE_HPP
#define HEDDLE_COMPILER_IR_STRAIGHT_CODE_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Whether a work-item runs each instruction once at most, but for those of the library: no loops,
/// and no calls of functions that the program brought and that were not inlined. It can wait for
/// nobody then, and takes as long as its code is. Not where it prints, which is a call of the host;
/// what checks find is told the host as well, but once, and not in programs that are right.
bool isStraightCode(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
