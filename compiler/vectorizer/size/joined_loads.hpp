// Loads that lanes will make as one, before they do.
#ifndef HEDDLE_COMPILER_VECTORIZER_SIZE_JOINED_LOADS_HPP
#define HEDDLE_COMPILER_VECTORIZER_SIZE_JOINED_LOADS_HPP

#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// How many neighbouring elements, 1, 2 or 4, are read together with this one, of 32 or 64 bits,
/// where each lane reads elsewhere: an estimate of what transform/join_lane_loads does, which knows
/// more of addresses, and of writes in between.
unsigned joinedElements(const llvm::LoadInst &load);

} // namespace heddle::compiler

#endif
