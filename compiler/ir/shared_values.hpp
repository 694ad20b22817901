// Values that all work-items of a work-group have alike.
#ifndef HEDDLE_COMPILER_IR_SHARED_VALUES_HPP
#define HEDDLE_COMPILER_IR_SHARED_VALUES_HPP

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

/// Whether a value is computed from what is the same in all work-items of the work-group alone.
class SharedValues {
public:
  explicit SharedValues(const llvm::LoopInfo &loops) : loops(loops) {}
  bool isShared(const llvm::Value &value);

private:
  bool look(const llvm::Value &value);

  const llvm::LoopInfo &loops;
  llvm::SmallPtrSet<const llvm::Value *, 16> seen;
};

} // namespace heddle::compiler

#endif
