// What memory a kernel writes.
#ifndef HEDDLE_COMPILER_STRICT_WRITTEN_OBJECTS_HPP
#define HEDDLE_COMPILER_STRICT_WRITTEN_OBJECTS_HPP

#include "compiler/strict/memory_objects.hpp"

#include "llvm/ADT/SmallPtrSet.h"

namespace heddle::compiler {

/// Of a kernel with all functions inlined. Images are not among it.
class WrittenObjects {
public:
  WrittenObjects(llvm::Function &kernel, const MemoryObjects &objects);

  /// False only if no work-item writes through this argument or to this variable.
  bool mayWrite(const MemoryObject &object) const { return unknown || bases.contains(object.base); }

private:
  void add(llvm::Value *pointer, const MemoryObjects &objects);

  llvm::SmallPtrSet<const llvm::Value *, 8> bases;
  bool unknown = false; ///< something is written of which nobody knows where it lies
};

} // namespace heddle::compiler

#endif
