// Atomic operations that take something: a lock, a place.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LOCK_OPERATIONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LOCK_OPERATIONS_HPP

#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// The address that a memory access goes to; null for others.
const llvm::Value *pointerOf(const llvm::Instruction &instruction);

/// Computed in the same way from the same values.
bool isSameValue(const llvm::Value *a, const llvm::Value *b, unsigned depth = 8);

/// Different arguments and variables are taken for different memory.
bool mayBeSameObject(const llvm::Value *a, const llvm::Value *b);

/// What the operation takes belongs to the lane until that writes there again.
bool takes(const llvm::Instruction &look);

/// Where a lane goes on that has taken what it wanted: null where the block does not say.
llvm::BasicBlock *successOf(llvm::Instruction &look);

} // namespace heddle::compiler

#endif
