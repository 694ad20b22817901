// Which pointers a private variable keeps: a field of a structure that describes a matrix, an array
// of rows.
#ifndef HEDDLE_COMPILER_STRICT_KEPT_POINTERS_HPP
#define HEDDLE_COMPILER_STRICT_KEPT_POINTERS_HPP

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// All pointers that the load may give, where it reads a private variable whose address goes
/// nowhere and which, like those that it is copied from, has nothing but pointers at that place.
/// Among them may be other loads. Nothing where that is not known.
llvm::SmallVector<llvm::Value *, 4> keptPointers(llvm::LoadInst &load);

} // namespace heddle::compiler

#endif
