// Sub-group functions of a sub-group with one work-item.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_LOWER_SINGLE_LANE_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_LOWER_SINGLE_LANE_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Replaces the sub-group functions of a kernel that runs lane by lane: a reduction of one value is
/// the value. Returns false after reporting an error for an operation that means nothing there.
bool lowerSingleLane(llvm::Function &function);

} // namespace heddle::compiler

#endif
