// How much a launch of a kernel computes and moves, as a function of its arguments.
#ifndef HEDDLE_COMPILER_WORKGROUP_COUNT_OPERATIONS_HPP
#define HEDDLE_COMPILER_WORKGROUP_COUNT_OPERATIONS_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace heddle::compiler {

/// Adds a function `k.operations` (runtime/abi/operations.h) to the module for each kernel k of
/// which something is known exactly:
///
///   kernel void scale(global float *x, float by, int n) {
///     for (int i = 0; i < n; ++i)                         n times: one operation,
///       x[i] *= by;                                       4 bytes read, 4 bytes written
///   }
///
/// A quantity is known if each of its operations is in code that every work-item runs, as often as
/// its arguments say: under no condition, in loops without another way out. What calls hide, as
/// mathematical functions do, is not known; nor is what work-items of a group do to add their
/// values up.
///
/// Expects: kernels as the program has them, functions inlined, variables in registers.
/// Leaves:  the kernels as they are.
/// Placed before anything that takes loops and accesses apart or does one for several work-items.
class CountOperationsPass : public llvm::PassInfoMixin<CountOperationsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

/// Of the functions that are added.
inline constexpr char operationsSuffix[] = ".operations";

/// What is known of the kernel's launches, in words, where somebody wants remarks; else nothing.
std::string knownOfLaunch(const llvm::Module &module, llvm::StringRef kernel);

} // namespace heddle::compiler

#endif
