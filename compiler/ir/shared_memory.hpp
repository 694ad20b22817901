// What instructions do to memory that work-items share.
#ifndef HEDDLE_COMPILER_IR_SHARED_MEMORY_HPP
#define HEDDLE_COMPILER_IR_SHARED_MEMORY_HPP

#include "llvm/IR/Instruction.h"

namespace heddle::compiler {

/// True if other work-items can see what the instruction writes, or it may wait for them or see
/// what they have written by its order (atomic and volatile accesses, fences, barriers). Reads of
/// plain memory, and all that concerns private memory, are neither. Before the vectorizer, while
/// private memory is address space 0.
bool writesOrSynchronizes(const llvm::Instruction &instruction);

/// A barrier of the work-group.
bool isWorkGroupBarrier(const llvm::Instruction &instruction);

/// True if a work-item may wait until another one has written something: it looks at what may
/// change under it, by atomic or volatile accesses or in a function of its own.
bool mayWaitForOthers(const llvm::Function &kernel);

/// Where a plain store, a block or a copy of the work-group is written; null for all else.
const llvm::Value *writtenPointer(const llvm::Instruction &instruction);

/// A product of matrices, before the vectorizer: what is staged in local memory is staged for it.
bool isSubGroupProduct(const llvm::Instruction &instruction);

} // namespace heddle::compiler

#endif
