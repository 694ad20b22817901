// The kernels of a program in groups that can be compiled apart.
#ifndef HEDDLE_COMPILER_KERNEL_GROUPS_HPP
#define HEDDLE_COMPILER_KERNEL_GROUPS_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace heddle::compiler {

/// How to cut a module into parts with some of its kernels each. The heaviest part is the first.
///
/// It follows from the module alone, not from the machine: how many processors there are decides
/// how many parts are compiled at a time, and the result is the same.
struct KernelGroups {
  using Kernels = llvm::SmallVector<llvm::Function *>;
  std::vector<Kernels> groups;
  /// Program variables that several groups use, with the group that defines each.
  llvm::DenseMap<const llvm::GlobalVariable *, unsigned> shared;
};

/// Expects kernels whose dialect is lowered, and program variables that belong to the module.
/// Leaves the module as it is, but for the names of shared variables. One group or none when the
/// program is too small to be worth it, or when its parts hang together: kernels that call kernels.
KernelGroups groupKernels(llvm::Module &module);

/// Makes of the module the part with the kernels of one group: the other kernels go, functions
/// become local to it, and what it shares is defined in one part and known to the others.
void keepGroup(llvm::Module &module, const KernelGroups &groups, unsigned index);

} // namespace heddle::compiler

#endif
