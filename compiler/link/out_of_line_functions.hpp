// Helper functions that stay functions: those that would make the kernels too large.
#ifndef HEDDLE_COMPILER_LINK_OUT_OF_LINE_FUNCTIONS_HPP
#define HEDDLE_COMPILER_LINK_OUT_OF_LINE_FUNCTIONS_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <cstdint>

namespace heddle::compiler {

/// What becomes of the functions of a module that is free of recursion.
struct InliningPlan {
  /// Instructions of each function that has a body, with all that is inlined into it.
  llvm::DenseMap<const llvm::Function *, std::uint64_t> sizes;
  /// Callees come before their callers.
  llvm::SmallVector<llvm::Function *> outOfLine;
};

/// Of a function's calls from kernels: all, or those of the kernel that has most, as if each kernel
/// were a module of its own.
enum class CountedCalls { all, ofOneKernel };

/// Functions are better called that are declared noinline, and large ones with several calls.
InliningPlan planInlining(llvm::Module &module, CountedCalls counted = CountedCalls::all);

/// Makes functions that are declared noinline ones like all others, for checks: in a function that
/// is called nobody looks at accesses.
void forgetInliningWishes(llvm::Module &module);

/// Those of the plan. Reports an error for a kernel that would be too large even so.
llvm::SmallVector<llvm::Function *> chooseOutOfLineFunctions(llvm::Module &module);

/// Turns the work-item queries in these functions (callees first) into parameters that the callers
/// fill, and by-value structures into copies that the callee makes. Marks them with the attribute.
void makeOutOfLine(llvm::ArrayRef<llvm::Function *> functions);

/// Copies the structures that `function` takes by value to private memory at its start: the
/// caller's are shared.
void copyByValArguments(llvm::Function &function);

} // namespace heddle::compiler

#endif
