// Local memory that has the same contents in every work-group.
#ifndef HEDDLE_COMPILER_WORKGROUP_EQUAL_LOCAL_MEMORY_HPP
#define HEDDLE_COMPILER_WORKGROUP_EQUAL_LOCAL_MEMORY_HPP

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// A variable of local memory, or an argument that leads there.
using LocalObjects = llvm::SmallPtrSet<const llvm::Value *, 4>;

/// The local memory in which work-groups that run in step would have the same values at any time,
/// such as a table that each of them copies from global memory: all that is written there, where,
/// and whether it is, depends on local ids, arguments and what all work-groups read alike. One copy
/// does for all of them.
///
/// Global memory counts as read alike where the address is the same: a work-group that reads what
/// another one writes needs an atomic operation, and kernels that have one have no such memory.
/// Without `uniformSizes` the last work-groups may be smaller than others.
LocalObjects findEqualLocalMemory(llvm::Function &kernel, bool uniformSizes);

} // namespace heddle::compiler

#endif
