// Helper functions that stay functions: those that would make the kernels too large.
#ifndef HEDDLE_COMPILER_LINK_OUT_OF_LINE_FUNCTIONS_HPP
#define HEDDLE_COMPILER_LINK_OUT_OF_LINE_FUNCTIONS_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

/// Functions that are better called: those declared noinline, and large ones with several calls.
/// Callees come before their callers. Reports an error for a kernel that would be too large even
/// so. The module must be free of recursion.
llvm::SmallVector<llvm::Function *> chooseOutOfLineFunctions(llvm::Module &module);

/// Turns the work-item queries in these functions (callees first) into parameters that the callers
/// fill, and by-value structures into copies that the callee makes. Marks them with the attribute.
void makeOutOfLine(llvm::ArrayRef<llvm::Function *> functions);

/// Copies the structures that `function` takes by value to private memory at its start: the
/// caller's are shared.
void copyByValArguments(llvm::Function &function);

} // namespace heddle::compiler

#endif
