// Reads of what a kernel never writes.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_UNWRITTEN_READS_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_UNWRITTEN_READS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Marks (see `unwrittenAttribute`) those reads of blocks, cooperative matrices and global and
/// constant memory in a kernel that no write and no synchronization comes before, on any way
/// through it: a work-item has then seen nothing of what others write during the launch, so that
/// two such reads of one place may give the same, whoever does them.
void markUnwrittenReads(llvm::Function &kernel);

} // namespace heddle::compiler

#endif
